"""The dialog about drafts: asking the next question, and showing the drafts."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

import phonenumbers
from babel.numbers import get_territory_currencies

from bot.actions.dispatcher import rider_picker
from bot.actions.dispatcher.drafts import usual
from bot.actions.dispatcher.drafts.alike import made_already
from bot.actions.dispatcher.drafts.answers import Filled
from bot.actions.dispatcher.drafts.steps import spread
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.text_folds import folded
from bot.chat.turn import Turn
from bot.domain.draft import Blank, ChosenRider, Draft, Party, Spot
from bot.fleet import FleetError
from bot.parsing.arguments import in_english
from bot.parsing.phones import region_of
from bot.store import deliveries
from bot.store.drafts import OpenDraft
from bot.texts import pagination
from bot.texts.days import Reach, span_of
from bot.texts.dispatcher.draft_questions import Suggested, question
from bot.texts.dispatcher.draft_summary import summary
from bot.texts.dispatcher.input_errors import InputError, Wrong
from bot.texts.dispatcher.rider_picker import PER_PAGE, Candidate
from bot.texts.html import Html
from bot.texts.message import Message


async def country(turn: Turn, draft: Draft | None = None) -> str:
    """Return the country of local numbers, in two letters: the business's or the sender's."""
    if turn.context.identity.country:
        return turn.context.identity.country
    if draft is not None and draft.sender.phone:
        return region_of(draft.sender.phone)
    # If the business has not set its country, take that of the latest sender, who comes first.
    senders = await turn.context.database.read(usual.senders)
    return region_of(senders[0].party.phone) if senders else ""


async def dialling_code(turn: Turn, draft: Draft | None = None) -> str:
    region = await country(turn, draft)
    code = phonenumbers.country_code_for_region(region) if region else 0
    return str(code) if code else ""


async def currency(turn: Turn) -> str:
    """Return the currency code of this account's fees; "" if it is unknown."""
    # Take the currency of the last fee; before the first fee, take the country's own.
    row = await turn.context.database.read(deliveries.last)
    fee = snapshot(row).fee if row else None
    of_country = get_territory_currencies(turn.context.identity.country or "ZZ")
    return (fee and fee.currency) or next(iter(of_country), "")


def day_to_come(turn: Turn, text: str) -> date | InputError:
    """Read one day, today or to come, as people write it."""
    today = turn.context.today
    span = span_of(in_english(text, turn.say.language), today, Reach.AHEAD)
    if span is None or span.first != span.last:
        return InputError(text, Wrong.DAY)
    return span.first


async def took(turn: Turn, opened: OpenDraft, filled: Filled, *, above: Html | None = None) -> None:
    """Go on with an answer about the draft in hand."""
    filled = await with_named_rider(turn, filled)
    senders = await turn.context.database.read(usual.senders)
    changed = spread(opened, usual.with_known_sender(filled.draft, senders))
    await go_on(turn, changed.with_next_question(), filled.problems, above=above)


async def with_named_rider(turn: Turn, filled: Filled) -> Filled:
    """Look up the named rider; add a problem to report if the name fits nobody or several."""
    if filled.rider is None:
        return filled
    candidates = await _candidates(turn) or ()
    wanted = folded(filled.rider.strip())
    exact = [one for one in candidates if folded(one.name) == wanted]
    similar = [one for one in candidates if wanted and wanted in folded(one.name)]
    # A part of a name is enough if only one rider's name contains it.
    fitting = exact or similar
    if len(fitting) != 1:
        return replace(filled.with_problem(filled.rider, Wrong.RIDER), rider=None)
    rider = ChosenRider(uuid=fitting[0].uuid, name=fitting[0].name)
    return replace(filled, draft=filled.draft.filled(Spot(Blank.RIDER), rider), rider=None)


def ask(tx: Transaction, turn: Turn, opened: OpenDraft) -> None:
    """Store the question, or the drafts shown, with the chat of this turn."""
    opened.model_copy(update={"place": turn.place}).ask(tx, turn.person.user_id)


async def go_on(
    turn: Turn,
    opened: OpenDraft,
    problems: Iterable[InputError] = (),
    *,
    above: Html | None = None,
) -> None:
    """Ask the next question, or show the drafts, in a new message.

    If the order came in a picture, the message replies to it, so that people see what they type.
    """
    picture = opened.draft.picture
    message = await shown(turn, opened, problems=problems, above=above)

    def ask_next(tx: Transaction) -> None:
        ask(tx, turn, opened)
        turn.reply(tx, message, reply_to=picture.message_id if picture else None)

    await turn.settle(ask_next)


async def go_on_here(turn: Turn, opened: OpenDraft, page: int = 1) -> None:
    """Ask or show the same in place of the message whose button was pressed.

    An edited message keeps what it replies to: for another order's picture, send it anew.
    """
    message = await shown(turn, opened, page=page)
    picture, replied_to = opened.draft.picture, turn.message.reply_to_message
    has_other = picture and replied_to and replied_to.message_id != picture.message_id

    def change(tx: Transaction) -> None:
        ask(tx, turn, opened)
        if picture and has_other and opened.asked:
            turn.clear_pressed(tx)
            turn.reply(tx, message, reply_to=picture.message_id)
        else:
            turn.replace(tx, message)

    await turn.settle(change)


async def shown(
    turn: Turn,
    opened: OpenDraft,
    *,
    problems: Iterable[InputError] = (),
    above: Html | None = None,
    page: int = 1,
) -> Message:
    """Return the message with the open question, or with the drafts."""
    asked = opened.asked
    if asked is None:
        alike = await turn.context.database.read(made_already, opened.drafts)
        return summary(turn.say, opened, alike, problems=problems, above=above, page=page)
    # Each suggestion can be taken as the answer with one tap.
    candidates = await _candidates(turn) if asked.blank is Blank.RIDER else None
    known, customer = await turn.context.database.read(
        lambda tx: (usual.senders(tx), known_customer(tx, opened.draft, asked))
    )
    suggested = Suggested(
        senders=[each.party for each in known],
        fees=usual.fees_of(known, opened.draft.sender),
        customer=customer,
        riders=None if candidates is None else pagination.cut(candidates, page, PER_PAGE),
        invited=() if candidates is None else await rider_picker.not_active_yet(turn.context),
    )
    message = question(turn.say, opened, suggested, problems)
    return message if above is None else Message.of(above, message.html, rows=message.rows)


def known_customer(tx: Transaction, draft: Draft, asked: Spot | None) -> Party | None:
    """Return the receiver whose address is asked for, if their number is known from before."""
    if asked is None or asked.blank is not Blank.TO_ADDRESS:
        return None
    phone = draft.receivers[asked.receiver].phone
    return usual.customer(tx, phone) if phone else None


async def _candidates(turn: Turn) -> list[Candidate] | None:
    """Return the riders who can be chosen; `None` if the fleet service does not answer now."""
    try:
        return await rider_picker.candidates(turn.context)
    except FleetError:
        return None
