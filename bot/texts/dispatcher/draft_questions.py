"""What dispatchers are asked while they make a delivery, one thing at a time."""

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
from bot.texts.message import Button, Message, Row, Rows
from bot.texts.words import Words, phrase

_COPIED_AT_MOST = 256  # Bot API, CopyTextButton
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
        "How much is to be <b>collected for the goods</b> of {name}, beside the fee?"
    ),
    Blank.PAYS_WITH: phrase(
        "<b>What does {name} pay with?</b> Write the amount: the rider brings change."
    ),
    Blank.NOTE: phrase("<b>What should the rider know</b> at {name}'s? Write it in a few words."),
}

_NO_LIST = phrase("The list of riders is not here right now. Go on without one, or write a name.")


@dataclass(frozen=True, slots=True)
class Suggested:
    """What can be taken with a tap: senders, the fees of this one, a known place, riders.

    `riders` is `None` where nobody could tell who there is, `invited` who cannot be chosen yet.
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
    """Ask for the blank that is to be filled next."""
    spot = opened.asked or Spot(Blank.NOTE)
    name = opened.draft.receivers[spot.receiver].name or say("the receiver")
    return Message.of(
        problem_lines(say, problems),
        _which(say, opened),
        say(_QUESTIONS[spot.blank], name=name),
        _goes_for(say, opened, spot),
        say(_NO_LIST) if spot.blank is Blank.RIDER and suggested.riders is None else Html(),
        waiting(say, suggested.invited),
        rows=(*_answers(say, opened.draft, spot, suggested), _beside(say, opened)),
    )


def introduction(say: Words, first: Message) -> Message:
    form = template(say)
    hint = say("Or paste the order as it came, with several if you like. A file works, too.")
    copy = Button(label=say.label("Copy the form"), copies=form)
    fits = len(form) <= _COPIED_AT_MOST
    return Message.of(
        say("🆕 <b>New delivery.</b> /cancel leaves it."),
        first.html,
        hint,
        rows=(*first.rows, *(((copy,),) if fits else ())),
    )


def _which(say: Words, opened: OpenDraft) -> Html:
    """Tell which of several orders is asked about, by whom it is for."""
    if not opened.is_one_of_several:
        return Html()
    receiver = opened.draft.receivers[0]
    known = say.listed(text for text in (receiver.name, receiver.address) if text)
    number, count = opened.number + 1, len(opened.drafts)
    return say("Order {number} of {count}: {who}", number=number, count=count, who=known or "?")


def _goes_for(say: Words, opened: OpenDraft, spot: Spot) -> Html:
    """Tell that an answer counts for the other orders, too, which lack the same."""
    lacking = sum(draft.value(spot) in ("", None) for draft in opened.drafts)
    if spot.blank not in FOR_ALL or lacking <= 1:
        return Html()
    return say("This goes for all {count} orders where it is missing.", count=lacking)


def _answers(say: Words, draft: Draft, spot: Spot, suggested: Suggested) -> Rows:
    rows = {
        Blank.FROM_NAME: _senders(say, suggested.senders),
        Blank.TO_NAME: _without_receiver(say, draft, spot),
        Blank.TO_ADDRESS: _known_customer(say, spot, suggested.customer),
        Blank.ITEMS: ((Button(label=say.label("Just “a parcel”"), data=_none(spot)),),),
        Blank.FEE: _fees(suggested.fees),
        Blank.NOTE: ((Button(label=say.label("No note"), data=_none(spot)),),),
        Blank.GOODS: ((Button(label=say.label("Nothing"), data=_none(spot)),),),
        Blank.PAYS_WITH: ((Button(label=say.label("Not known"), data=_none(spot)),),),
        Blank.DAY: ((Button(label=say.label("Today"), data=_none(spot)),),),
        Blank.RIDER: _riders(say, suggested.riders, spot),
    }
    return rows.get(spot.blank, ())


def _beside(say: Words, opened: OpenDraft) -> Row:
    """Return what can be done with one of several orders instead of answering."""
    if not opened.is_one_of_several:
        return ()
    return (
        Button(label=say.label("⬅️ All orders"), data=step("all")),
        Button(label=say.label("Leave this one out"), data=step("out")),
    )


def _none(spot: Spot) -> str:
    return step("none", spot.blank, spot.receiver)


def _senders(say: Words, senders: Sequence[Party]) -> Rows:
    return tuple(
        (
            Button(
                label=say.label("{name}, {address}", name=sender.name, address=sender.address),
                data=step("usual", "", number),
            ),
        )
        for number, sender in enumerate(senders[:_SENDERS_SHOWN])
    )


def _fees(fees: Sequence[int]) -> Rows:
    return (tuple(Button(label=str(fee), data=step("fee", "", fee)) for fee in fees),)


def _known_customer(say: Words, spot: Spot, customer: Party | None) -> Rows:
    """Offer where somebody with this number got the last one."""
    if customer is None or not customer.address:
        return ()
    label = say.label("As last time: {address}", address=customer.address)
    return ((Button(label=label, data=step("known", spot.blank, spot.receiver)),),)


def _without_receiver(say: Words, draft: Draft, spot: Spot) -> Rows:
    if len(draft.receivers) == 1:
        return ()
    label = say.label("Leave this receiver out")
    return ((Button(label=label, data=step("drop", "", spot.receiver)),),)


def _riders(say: Words, riders: Page[Candidate] | None, spot: Spot) -> Rows:
    nobody = (Button(label=say.label("No rider yet"), data=_none(spot)),)
    if riders is None:
        return (nobody,)
    listed = roster_rows(
        say, riders, lambda uuid: press(Verb.NEW, uuid), lambda page: step("page", "", page)
    )
    return (*listed, nobody)
