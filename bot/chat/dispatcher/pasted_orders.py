"""Orders as people send them: as pasted or forwarded text, contact, place, picture or file."""

from collections.abc import Sequence
from dataclasses import replace

from telegram import Message

from bot.actions.dispatcher.drafts import usual
from bot.actions.dispatcher.drafts.answers import is_phone, party_of
from bot.actions.dispatcher.drafts.from_written import drafted, taken_in
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher import draft_dialog
from bot.chat.dispatcher.corrections import corrected
from bot.chat.dispatcher.draft_dialog import go_on
from bot.chat.dispatcher.written_orders import (
    author_of,
    contact_order,
    orders_in,
    orders_of,
    picture_of,
    region_told,
    seems_order,
)
from bot.chat.turn import Turn
from bot.domain.draft import SENDER, Blank, Draft, DraftPicture, Party, Spot
from bot.parsing.intents.intent import Intent
from bot.parsing.intents.reader import read as read_intents
from bot.parsing.orders.labels import Side, label_of
from bot.parsing.orders.reader import is_whole
from bot.parsing.orders.words_of import words_of
from bot.parsing.orders.written_order import NOBODY, WrittenOrder
from bot.store import habits
from bot.store.drafts import DraftSource, OpenDraft
from bot.texts.dispatcher import habits as habit_texts
from bot.texts.dispatcher import pasted_orders as texts
from bot.texts.dispatcher.draft_summary import understood
from bot.texts.dispatcher.drafted_words import something_else_open
from bot.texts.dispatcher.input_errors import InputError
from bot.texts.everyone.put_aside import PUT_ASIDE
from bot.texts.html import Html, joined

_LINES_OF_PARTY = (2, 3, 4)
_GIVES_WAY = {OpenDraft.name, "drafted_words", *PUT_ASIDE}
"""Questions that an order may replace; their person reads how to go on with them."""
_BESIDE_AN_ORDER = {Intent.NEW_ORDER, Intent.GREETING, Intent.THANKS}
_NO_ORDER = {
    *(Intent.WHERE, Intent.STATUS, Intent.FIND, Intent.TELL, Intent.CANCEL_ORDER, Intent.PRICE),
    *(Intent.NEW_ADDRESS, Intent.WRONG_ADDRESS, Intent.NOT_HOME, Intent.COMPLAINT),
}
"""Intents of a line about an order made already, even if it has a number and an address."""


def may_hold_order(message: Message) -> bool:
    """Tell whether this kind of message can be an order, or a part of one."""
    kinds = (message.text, message.contact, message.venue, message.document, message.photo)
    place = message.location
    return any(kinds) or (place is not None and not place.live_period)


async def heard_order(turn: Turn) -> bool:
    """Make drafts of an order that somebody has sent; return `False` if it is none."""
    if not await _may_be_order(turn):
        return False
    pasted = await orders_of(turn)
    if pasted is None and turn.settled:
        return True
    if pasted is None:
        # Keep a picture that cannot be read with a draft, unless it has a caption.
        picture = _kept(turn.message)
        if picture is None or turn.text or is_in_the_way(turn):
            return False
        draft = Draft(picture=picture, album=turn.message.media_group_id or "")
        opened = OpenDraft(draft=draft, asked=Spot(Blank.FROM_NAME))
        await go_on(turn, opened, above=texts.picture_kept(turn.say, is_another=False))
    elif is_in_the_way(turn):
        await turn.answer(something_else_open(turn.say))
    else:
        await take_orders(turn, pasted.orders, above=pasted.above, text=turn.message.text or "")
    return True


async def is_order(turn: Turn) -> bool:
    """Tell whether a text is surely an order, so that all of it can be taken as one."""
    if len(turn.text.splitlines()) == 1 or is_in_the_way(turn):
        return False
    if not await seems_order(turn, turn.text):
        return False
    return any(map(is_whole, await orders_in(turn, turn.text)))


def is_in_the_way(turn: Turn) -> bool:
    """Tell whether a question is open that an order may not replace."""
    return turn.dialog is not None and turn.dialog.name not in _GIVES_WAY


async def _take_picture(turn: Turn, opened: OpenDraft) -> None:
    """Keep a picture with the draft in hand, or say that it cannot be kept.

    Each picture of an album is a separate order, whose question waits behind the first one's.
    """
    picture, album = _kept(turn.message), turn.message.media_group_id
    if picture is None:
        await go_on(turn, opened, above=texts.type_it(turn.say))
        return
    if not album or all(draft.album != album for draft in opened.drafts):
        had_one = opened.draft.picture is not None
        changed = opened.changed(opened.draft.with_picture(picture), opened.asked)
        await go_on(turn, changed, above=texts.picture_kept(turn.say, is_another=had_one))
        return
    draft = Draft(picture=picture, album=album)
    if opened.asked is None:
        above = texts.picture_kept(turn.say, is_another=False)
        await go_on(turn, opened.with_more([draft]), above=above)
        return

    def wait_behind(tx: Transaction) -> None:
        more = opened.model_copy(update={"behind": (*opened.behind, draft)})
        more.ask(tx, turn.person.user_id)
        turn.receipt(tx)

    await turn.settle(wait_behind)


def _kept(message: Message) -> DraftPicture | None:
    picture = picture_of(message)
    if picture is None:
        return None
    return DraftPicture(
        file_id=picture.file_id, message_id=message.message_id, is_file=not message.photo
    )


async def _may_be_order(turn: Turn) -> bool:
    """Tell whether to read a message as an order although nobody has asked for one."""
    if not turn.message.text:
        return may_hold_order(turn.message) and turn.message.location is None
    if not await seems_order(turn, turn.text):
        return False
    if len(turn.text.splitlines()) > 1 or not turn.is_by_them:
        return True
    meant = read_intents(turn.text, turn.person.language).intents.keys()
    # A single line that looks like an order may be about one that is made already.
    if meant <= _BESIDE_AN_ORDER:
        return True
    return not meant & _NO_ORDER and any(map(is_whole, await orders_in(turn, turn.text)))


def _has_amounts(order: WrittenOrder) -> bool:
    """Tell whether an order may hold an amount in some currency: as its fee, or in its words."""
    is_priced = order.fee is not None and bool(order.fee.currencies)
    return is_priced or bool(order.notes or order.left)


async def take_orders(
    turn: Turn,
    orders: Sequence[WrittenOrder],
    opened: OpenDraft | None = None,
    above: Html | None = None,
    *,
    text: str = "",
    author: int | None = None,
    shop: Party = NOBODY,
) -> None:
    """Make drafts of orders, behind the open ones, and show them or ask for what they lack.

    `text` is the text of the orders and `author` its writer, whose habit of layout can be learnt.
    If a `shop` is the sender, the author follows the deliveries.
    """
    known = await turn.context.database.read(usual.senders)
    # Look the currency up only if an order may hold an amount.
    currency = await draft_dialog.currency(turn) if any(map(_has_amounts, orders)) else ""
    source = DraftSource(
        text=text,
        author=author_of(turn) if author is None else author,
        country=await draft_dialog.country(turn) or region_told(orders),
    )
    problems: list[InputError] = []
    drafts = []
    for order in orders:
        filled = await draft_dialog.with_named_rider(turn, drafted(order, currency))
        draft = usual.with_known_sender(filled.draft, known)
        draft = await turn.context.database.read(usual.with_known_customers, draft)
        is_shops = bool(shop.phone) and draft.sender.phone == shop.phone
        origin: dict[str, object] = {
            "album": turn.message.media_group_id or "",
            "sent_by": author if is_shops else None,
        }
        if text:
            # Keep what was read, to learn from the dispatcher's corrections of it.
            origin |= {"source": source.name, "as_read": draft.contents}
        drafts.append(draft.model_copy(update=origin))
        problems += filled.problems
    if not drafts:
        await turn.answer(texts.nothing_read(turn.say))
        return
    sources = (source,) if text else ()
    changed = opened.with_more(drafts, sources) if opened else OpenDraft.of(drafts, sources)
    habits_used = {order.habit for order in orders} - {""}
    for habit in habits_used:
        await turn.context.database.write(habits.used, habit)
    if habits_used:
        above = joined([above or Html(), habit_texts.read_by_habit(turn.say)])
    if changed.asked is not None:
        above = joined([above or Html(), understood(turn.say, changed)])
    await go_on(turn, changed, problems, above=above)


async def said_of_draft(turn: Turn, opened: OpenDraft) -> bool:
    """Take a message that is no plain answer to the form's question; `False` if it is one."""
    message = turn.message
    if message.contact is not None:
        await _take_contact(turn, opened)
    elif message.location is not None or message.venue is not None:
        await _take_place(turn, opened)
    elif message.text:
        return await _take_text(turn, opened)
    else:
        pasted = await orders_of(turn)
        # For a file that cannot be read, the answer is given and the turn settled already.
        if pasted is not None:
            await take_orders(turn, pasted.orders, opened, pasted.above)
        elif not turn.settled:
            await _take_picture(turn, opened)
    return True


async def _take_text(turn: Turn, opened: OpenDraft) -> bool:
    """Take a correction, other orders, or lines with labels of their own.

    A text that has the form of the open question is its answer: return `False` for it.
    """
    orders = [_of_asked_side(opened, turn.text, each) for each in await orders_in(turn, turn.text)]
    if _fits_question(opened, turn.text, orders):
        return False
    if len(orders) > 1:
        await take_orders(turn, orders, opened, text=turn.text)
        return True
    order = orders[0] if orders else None
    is_another = order is not None and _is_another(opened, order)
    says_what_it_is = order is not None and _says_what_it_is(turn.text, order)
    # Another order, or a form of several lines, is more than a correction.
    is_form = says_what_it_is and len(turn.text.splitlines()) > 1
    if not is_form and not is_another and await corrected(turn, opened):
        return True
    if order is None or not says_what_it_is:
        return False
    if is_another:
        await take_orders(turn, orders, opened, text=turn.text)
    else:
        receiver = opened.asked.receiver if opened.asked else 0
        currency = await draft_dialog.currency(turn) if _has_amounts(order) else ""
        await draft_dialog.took(turn, opened, taken_in(opened.draft, receiver, order, currency))
    return True


def _fits_question(opened: OpenDraft, text: str, orders: Sequence[WrittenOrder]) -> bool:
    """Tell whether a text is the requested name, number and address, a line each."""
    lines = [line for line in text.splitlines() if line.strip()]
    if opened.asked is None or not party_of(opened.asked.blank) or ":" in text:
        return False
    numbers = [is_phone(line) for line in lines]
    if len(lines) == len(party_of(opened.asked.blank)) and sum(numbers) == 1:
        return True
    says_more = any(order.items or order.fee is not None for order in orders)
    return len(lines) in _LINES_OF_PARTY and sum(numbers) <= 1 and not says_more


def _says_what_it_is(text: str, order: WrittenOrder) -> bool:
    """Tell whether a text is more than the answer to a question: several fields, or a label."""
    fields = (order.sender != Party(), order.receiver != Party(), order.fee is not None)
    return sum(fields) > 1 or (":" in text and order != WrittenOrder(left=order.left))


def _is_another(opened: OpenDraft, order: WrittenOrder) -> bool:
    """Tell whether an order differs from the draft in hand, which already has a receiver.

    One person may get two parcels: taken for a correction, the second order would be lost unseen.
    """
    present, other = opened.draft.receivers[0], order.receiver
    is_whole = bool(other.phone and (other.address or other.name))
    has_addresses = bool(present.address and other.address)
    goes_elsewhere = has_addresses and present.address != other.address
    return is_whole and bool(present.phone) and (present.phone != other.phone or goes_elsewhere)


def _of_asked_side(opened: OpenDraft, text: str, order: WrittenOrder) -> WrittenOrder:
    """Return the order with its only party as the sender, if the open question is about senders."""
    is_whole = order.sender != Party() or order.items or order.fee is not None
    if opened.asked is None or opened.asked.blank not in SENDER or is_whole:
        return order
    heads = (line.partition(":")[0] for line in text.splitlines())
    labels = (label_of([word.text for word in words_of(head)]) for head in heads)
    if any(label is not None and label.role is Side.RECEIVER for label in labels):
        return order
    return replace(order, sender=order.receiver, receiver=Party())


async def _take_contact(turn: Turn, opened: OpenDraft) -> None:
    order = await contact_order(turn)
    if order is None:
        await go_on(turn, opened, above=texts.no_number(turn.say))
    elif opened.asked is not None and opened.asked.blank in SENDER:
        sent = WrittenOrder(sender=order.receiver)
        await draft_dialog.took(turn, opened, taken_in(opened.draft, 0, sent))
    elif opened.draft.receivers[-1].phone:
        await take_orders(turn, (order,), opened)
    else:
        receiver = len(opened.draft.receivers) - 1
        await draft_dialog.took(turn, opened, taken_in(opened.draft, receiver, order))


async def _take_place(turn: Turn, opened: OpenDraft) -> None:
    """Take a place as an address, if it has one, and as a note with a link to the map."""
    asked = opened.asked
    is_sender = asked is not None and asked.blank in SENDER
    receiver = 0 if asked is None or is_sender else asked.receiver
    venue, place = turn.message.venue, turn.message.location
    address = ", ".join(filter(None, (venue.title, venue.address))) if venue else ""
    party = Party(address=address)
    notes = (texts.map_link(place.latitude, place.longitude),) if place else ()
    order = (
        WrittenOrder(sender=party, notes=notes)
        if is_sender
        else WrittenOrder(receiver=party, notes=notes)
    )
    await draft_dialog.took(turn, opened, taken_in(opened.draft, receiver, order))
