"""The questions to dispatchers while they make a delivery, one at a time."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.domain.draft import FOR_ALL, Blank, Draft, Party, Spot
from bot.fleet import Page
from bot.store.drafts import OpenDraft
from bot.texts.callbacks import Verb, press
from bot.texts.dispatcher.form import template
from bot.texts.dispatcher.input_errors import InputError, problem_lines
from bot.texts.dispatcher.rider_picker import Candidate, roster_rows, waiting
from bot.texts.html import Html
from bot.texts.limits import COPIED_CHARACTERS
from bot.texts.message import Button, Message, Row, Rows
from bot.texts.words import Words, phrase

_SENDERS_SHOWN = 4

_QUESTIONS: Mapping[Blank, str] = {
    Blank.FROM_NAME: phrase(
        "<b>Who sends it?</b> Write name, phone number and address, a line each."
    ),
    Blank.FROM_PHONE: phrase("What is the <b>sender's phone number</b>?"),
    Blank.FROM_ADDRESS: phrase("<b>Where</b> is it to be picked up? Write the address."),
    Blank.TO_NAME: phrase("<b>Who gets it?</b> Write name, phone number and address, a line each."),
    Blank.TO_PHONE: phrase("What is the <b>phone number</b> of {name}?"),
    Blank.TO_ADDRESS: phrase("<b>Where</b> does {name} get it? Write the address."),
    Blank.ITEMS: phrase(
        "<b>What</b> does {name} get? A line each, with the value of one:"
        " <code>2 x Jollof rice 3000</code>"
    ),
    Blank.FEE: phrase("What is the <b>delivery fee</b>? Write a whole number, such as 1500."),
    Blank.RIDER: phrase("<b>Who brings it?</b>"),
    Blank.FROM_EMAIL: phrase(
        "The fleet service wants the <b>sender's e-mail address</b>. Write it, such as"
        " <code>shop@example.com</code>."
    ),
    Blank.DAY: phrase(
        "For which <b>day</b> is it? Write <code>tomorrow</code> or a date, such as"
        " <code>2026-12-31</code>."
    ),
    Blank.GOODS: phrase(
        "How much is to be <b>collected for the goods</b> of {name}, besides the fee?"
    ),
    Blank.PAYS_WITH: phrase(
        "<b>What does {name} pay with?</b> Write the amount: the rider brings change."
    ),
    Blank.NOTE: phrase("<b>What should the rider know</b> at {name}'s? Write it in a few words."),
}

_WITHOUT: Mapping[Blank, str] = {
    Blank.ITEMS: phrase("Just “a parcel”"),
    Blank.NOTE: phrase("No note"),
    Blank.GOODS: phrase("Nothing"),
    Blank.PAYS_WITH: phrase("Not known"),
    Blank.DAY: phrase("Today"),
    Blank.RIDER: phrase("No rider yet"),
}
"""The labels of the buttons that go on without an answer."""

_NO_LIST = phrase("The list of riders is not here right now. Go on without one, or write a name.")


@dataclass(frozen=True, slots=True)
class Suggested:
    """Answers to take with a tap: senders, the fees of this one, a known place, riders.

    `riders` is `None` if the fleet service did not list them; `invited` cannot be chosen yet.
    """

    senders: Sequence[Party] = ()
    fees: Sequence[int] = ()
    customer: Party | None = None
    riders: Page[Candidate] | None = None
    invited: Sequence[str] = ()


def step(name: str, what: str = "", number: int = 0) -> str:
    return press(Verb.NEW_STEP, tokens=(name, what, number))


def question(
    say: Words, opened: OpenDraft, suggested: Suggested, problems: Iterable[InputError] = ()
) -> Message:
    """Ask for the next blank to fill in."""
    spot = opened.asked or Spot(Blank.NOTE)
    name = opened.draft.receivers[spot.receiver].name or say("the receiver")
    which_one = Html()
    instead: Row = ()
    if opened.is_one_of_several:
        first = opened.draft.receivers[0]
        which_one = say(
            "Order {number} of {count}: {who}",
            number=opened.number + 1,
            count=len(opened.drafts),
            who=say.listed(text for text in (first.name, first.address) if text) or "?",
        )
        instead = (
            Button(label=say.label("⬅️ All orders"), data=step("all")),
            Button(label=say.label("Leave this one out"), data=step("out")),
        )
    # The other orders that lack the same blank take the answer over.
    lacking = sum(draft.value(spot) in ("", None) for draft in opened.drafts)
    counts_for_all = spot.blank in FOR_ALL and lacking > 1
    return Message.of(
        problem_lines(say, problems),
        which_one,
        say(_QUESTIONS[spot.blank], name=name),
        say("This goes for all {count} orders where it is missing.", count=lacking)
        if counts_for_all
        else Html(),
        say(_NO_LIST) if spot.blank is Blank.RIDER and suggested.riders is None else Html(),
        waiting(say, suggested.invited),
        rows=(*_answers(say, opened.draft, spot, suggested), instead),
    )


def introduction(say: Words, first: Message) -> Message:
    form = template(say)
    copy = Button(label=say.label("Copy the form"), copies=form)
    # A button can copy only a limited text: do not offer a longer form.
    fits = len(form) <= COPIED_CHARACTERS
    return Message.of(
        say("🆕 <b>New delivery.</b> /cancel leaves it."),
        first.html,
        say("Or paste the order as it came, with several if you like. A file works, too."),
        rows=(*first.rows, (copy,) if fits else ()),
    )


def _answers(say: Words, draft: Draft, spot: Spot, suggested: Suggested) -> Rows:
    """Return the buttons for answers with one tap."""
    rows: list[Row] = []
    customer = suggested.customer
    if spot.blank is Blank.FROM_NAME:
        for number, sender in enumerate(suggested.senders[:_SENDERS_SHOWN]):
            label = say.label("{name}, {address}", name=sender.name, address=sender.address)
            rows.append((Button(label=label, data=step("usual", "", number)),))
    elif spot.blank is Blank.TO_NAME and len(draft.receivers) > 1:
        label = say.label("Leave this receiver out")
        rows.append((Button(label=label, data=step("drop", "", spot.receiver)),))
    elif spot.blank is Blank.TO_ADDRESS and customer and customer.address:
        label = say.label("As last time: {address}", address=customer.address)
        rows.append((Button(label=label, data=step("known", spot.blank, spot.receiver)),))
    elif spot.blank is Blank.FEE:
        fees = (Button(label=str(fee), data=step("fee", "", fee)) for fee in suggested.fees)
        rows.append(tuple(fees))
    elif spot.blank is Blank.RIDER and suggested.riders is not None:
        rows += roster_rows(
            say,
            suggested.riders,
            lambda uuid: press(Verb.NEW, uuid),
            lambda page: step("page", "", page),
        )
    if spot.blank in _WITHOUT:
        label = say.label(_WITHOUT[spot.blank])
        rows.append((Button(label=label, data=step("none", spot.blank, spot.receiver)),))
    return tuple(rows)
