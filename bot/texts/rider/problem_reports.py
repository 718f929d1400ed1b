"""What is said of a problem: to the rider who tells it, to dispatchers, to customers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.domain.known_delivery import DeliveryRow
from bot.fleet import State
from bot.identifiers import RiderUuid
from bot.store.problem_reports import ProblemReport, Reason
from bot.texts.callbacks import Verb, mark
from bot.texts.html import Html, joined
from bot.texts.message import FixedMessage, Message, Picture, Row, Rows, Style, column
from bot.texts.names import short_name
from bot.texts.undelivered import what_now_button
from bot.texts.words import Words, phrase

LONGEST = 250
"""Characters of a rider's own words."""

_BUTTONS: Mapping[Reason, str] = {
    Reason.NOT_HOME: phrase("🚪 Nobody there"),
    Reason.WRONG_ADDRESS: phrase("🗺 Wrong address"),
    Reason.REFUSED: phrase("✋ Refused"),
    Reason.DAMAGED: phrase("💥 Damaged"),
    Reason.OTHER: phrase("✏️ Something else"),
    Reason.DECLINED: phrase("🚫 I can't take it"),
}

_WHAT: Mapping[Reason, str] = {
    Reason.NOT_HOME: phrase("🚪 Nobody is there."),
    Reason.WRONG_ADDRESS: phrase("🗺 The address is wrong."),
    Reason.REFUSED: phrase("✋ The parcel is refused."),
    Reason.DAMAGED: phrase("💥 The parcel is damaged."),
    Reason.OTHER: phrase("⚠️ Something is wrong."),
    Reason.DECLINED: phrase("🚫 The rider can't take the job."),
}

DECLINES: Mapping[str, str] = {
    "vehicle": phrase("🔧 My vehicle is broken"),
    "far": phrase("📏 Too far for me"),
    "time": phrase("⏱ I have no time"),
    "none": phrase("No reason"),
}
"""Why a rider cannot take a job; the names are what is kept."""

_WHY_DECLINED: Mapping[str, str] = {
    "vehicle": phrase("The vehicle is broken."),
    "far": phrase("It is too far."),
    "time": phrase("There is no time for it."),
}

FOR_CUSTOMERS: Mapping[Reason, str] = {
    Reason.NOT_HOME: phrase(
        "🚪 Order {order}: the rider is at the address and finds <b>nobody there</b>. Please go"
        " to the door or keep your phone at hand."
    ),
    Reason.WRONG_ADDRESS: phrase(
        "🗺 Order {order}: the rider <b>cannot find the address</b>. Please describe the way to"
        " the door."
    ),
    Reason.REFUSED: phrase(
        "✋ Order {order}: the rider says that the parcel was <b>refused</b>. If that is a"
        " mistake, please say so now."
    ),
}
"""Of which problems customers hear, and in which words."""

WORDS_OR_PHOTO = FixedMessage("Please write a few words, or send one photo. /cancel if not now.")
NO_CODES = FixedMessage(
    "That looked like a code, so I have deleted it and told nobody.",
    "Please say in words what is wrong. /cancel if not now.",
)
HOW_TO_REPORT = FixedMessage("Write the order number: <code>/problem 1042</code>")


@dataclass(frozen=True, slots=True)
class Offer:
    """A rider to whom a job that was declined can be given at once."""

    rider: RiderUuid
    name: str
    open_jobs: int


def what_is_wrong(say: Words, row: DeliveryRow, reasons: Sequence[Reason]) -> Message:
    buttons = [
        say.button(_BUTTONS[reason], Verb.PROBLEM_REASON, row.uuid, tokens=(reason, "ask"))
        for reason in reasons
        if reason is not Reason.DECLINED
    ]
    if Reason.DECLINED in reasons:
        label = _BUTTONS[Reason.DECLINED]
        buttons.append(say.button(label, Verb.DECLINE_JOB, row.uuid, tokens=("ask",)))
    # On its way a parcel can also be put off, sent back, or left with somebody.
    then = (what_now_button(say, row.uuid),) if row.state == State.IN_TRANSIT else ()
    return Message.of(
        say("⚠️ Order {order}: what is wrong?", order=row.order_number),
        rows=(*column(buttons), then, _leave(say)),
    )


def why_declined(say: Words, row: DeliveryRow) -> Message:
    """Ask a rider why they cannot take a job; they need not say."""
    buttons = (
        say.button(why, Verb.DECLINE_JOB, row.uuid, tokens=(name,))
        for name, why in DECLINES.items()
    )
    return Message.of(
        say("🚫 Order {order}: why can't you take it?", order=row.order_number),
        say("The dispatcher is told and looks for another rider."),
        rows=(*column(buttons), _leave(say)),
    )


def offer(say: Words, row: DeliveryRow, reason: Reason, *, is_told: bool) -> Message:
    """Offer to report what a rider has said; `is_told`: the dispatcher has their words by now."""
    report = say.button(_BUTTONS[reason], Verb.PROBLEM_REASON, row.uuid, tokens=(reason, "send"))
    tap = (
        say("Tap to tell the customer of order {order}, too:", order=row.order_number)
        if reason in FOR_CUSTOMERS
        else say("Tap to report it for order {order}:", order=row.order_number)
    )
    return Message.of(
        say("✔️ Passed on to the dispatcher.") if is_told else Html(),
        tap,
        rows=((report,), _leave(say)),
    )


def ask_for_words(say: Words, row: DeliveryRow, reason: Reason) -> Message:
    """Ask a rider for a few words or a photo, which need not be unless nothing else is said."""
    send = say.button(
        "Send as it is", Verb.PROBLEM_REASON, row.uuid, tokens=(reason, "send"), style=Style.MAIN
    )
    drop = say.button("Cancel", Verb.PROBLEM_REASON, row.uuid, tokens=(reason, "drop"))
    needs_words = reason is Reason.OTHER
    asked = (
        say("Tell the dispatcher in a few words what it is, or send a photo.")
        if needs_words
        else say("Write a few words or send a photo for the dispatcher, or send it as it is.")
    )
    return Message.of(
        say("⚠️ Order {order}", order=row.order_number),
        say(_WHAT[reason]),
        asked,
        rows=((drop,),) if needs_words else ((send,), (drop,)),
    )


def told_line(say: Words, problem: ProblemReport) -> Html:
    """Show the rider, on the card, what they have told."""
    if problem.reason is Reason.DECLINED:
        return say("🚫 You can't take it. <b>Waiting for the dispatcher.</b>")
    return joined([say(_WHAT[problem.reason]), say("The dispatcher knows.")], " ")


def problem_line(say: Words, problem: ProblemReport) -> Html:
    """Show dispatchers, on the card, what the rider has told."""
    photo = say("📷 With a photo.") if problem.photo else Html()
    return joined([say(_WHAT[problem.reason]), _why(say, problem), photo], " ")


def for_dispatcher(
    say: Words, row: DeliveryRow, name: str, problem: ProblemReport, offers: Sequence[Offer] = ()
) -> Message:
    """Tell a dispatcher loudly, with what helps; the rider's photo is over the text."""
    return Message.of(
        _from_rider(say, row, name),
        joined([say(_WHAT[problem.reason]), _why(say, problem)], " "),
        rows=_help(say, row, [(one, one.name) for one in offers]),
        attachment=Picture(file_id=problem.photo) if problem.photo else None,
    )


def for_group(
    say: Words, row: DeliveryRow, name: str, problem: ProblemReport, offers: Sequence[Offer] = ()
) -> Message:
    """Tell a group of dispatchers, without the rider's words and photo: they may show anybody."""
    called = [(one, short_name(one.name)) for one in offers]
    rows = _help(say, row, called)
    return Message.of(_from_rider(say, row, name), say(_WHAT[problem.reason]), rows=rows)


def for_customer(say: Words, row: DeliveryRow, reason: Reason) -> Message:
    answer = say.button("Message the rider", Verb.MESSAGE_RIDER, row.uuid, style=Style.MAIN)
    return Message.of(say(FOR_CUSTOMERS[reason], order=row.order_number), rows=((answer,),))


def _from_rider(say: Words, row: DeliveryRow, name: str) -> Html:
    return say("⚠️ <b>Order {order}</b>: {name} needs help.", order=row.order_number, name=name)


def _why(say: Words, problem: ProblemReport) -> Html:
    """Return the rider's own words, or the reason that was chosen from a list."""
    if problem.reason is not Reason.DECLINED:
        return say("“{words}”", words=problem.detail) if problem.detail else Html()
    why = _WHY_DECLINED.get(problem.detail or "")
    return say(why) if why else Html()


def _help(say: Words, row: DeliveryRow, called: Sequence[tuple[Offer, str]]) -> Rows:
    """Offer the riders that there are to give it to, each under a name, and the list of all."""
    to_one = column(
        say.button(
            "{name} · {open_jobs} open",
            Verb.ASSIGN,
            row.uuid,
            offer.rider,
            tokens=(mark(row.rider),),
            style=Style.GOOD,
            name=name,
            open_jobs=offer.open_jobs,
        )
        for offer, name in called
    )
    label = phrase("Others") if called else phrase("Give to another rider")
    others = say.button(label, Verb.CHOOSE_RIDER, row.uuid, style=Style.MAIN)
    cancel = say.button("Cancel the delivery", Verb.CANCEL_DELIVERY, row.uuid)
    return (*to_one, (others,), (cancel,))


def _leave(say: Words) -> Row:
    return (say.button("Cancel", Verb.CANCEL),)
