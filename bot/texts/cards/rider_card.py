"""The rider's card: where to go next, and one big button for what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.cash import Cash, Due, PaidAtDoor
from bot.fleet import Delivery, State
from bot.store.customer_notes import CustomerNote
from bot.store.handovers import StreetHandover
from bot.store.problem_reports import ProblemReport
from bot.store.undelivered import Outcome
from bot.texts.callbacks import TO_STAFF, Verb
from bot.texts.cards import parts
from bot.texts.cards.order_picture import picture_row
from bot.texts.cash import answer_rows, change_row, own_account, what_was_paid
from bot.texts.customer.arrival import at_door_button
from bot.texts.customer.note import line
from bot.texts.customer.relay import customer_buttons
from bot.texts.html import Html, joined
from bot.texts.limits import COPIED_CHARACTERS
from bot.texts.message import MORE, Button, Folded, Message, Row, Style
from bot.texts.rider.handovers import take_all_row, taking_lines, taking_row
from bot.texts.rider.late import CAN_BE_LATE, late_button
from bot.texts.rider.places import next_stop
from bot.texts.rider.problem_reports import told_line
from bot.texts.rider.replies import CodesStopped, codes_stopped
from bot.texts.states import state_label
from bot.texts.undelivered import returned_button, what_now_button
from bot.texts.words import Words, phrase


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something that the rider has asked for and the fleet service has not confirmed yet.

    `held_up`: it was tried, and the fleet service could not be reached. `can_undo`: nobody has
    been asked yet.
    """

    verb: Verb
    held_up: bool
    can_undo: bool = False


_FETCH = (Verb.PICKUP, phrase("📦 Picked up"))
_NEXT = {
    State.PENDING: (Verb.ACCEPT, phrase("👍 Accept")),
    State.AWAITING_PICKUP: (Verb.ACCEPT, phrase("👍 Accept")),
    State.ACCEPTED: _FETCH,
    State.IN_TRANSIT: (Verb.DROPOFF, phrase("🏁 Delivered")),
}

_HINTS = {
    State.PENDING: phrase("A new job for you. Tap <b>Accept</b> if you take it."),
    State.AWAITING_PICKUP: phrase("A new job for you. Tap <b>Accept</b> if you take it."),
    State.ACCEPTED: phrase("At the pickup, ask for the code and type it here."),
    State.IN_TRANSIT: phrase("At the door, ask for the code and type it here."),
}

_WAITING = {
    Verb.ACCEPT: phrase("⏳ Accepting…"),
    Verb.PICKUP: phrase("⏳ Pickup code saved, not confirmed yet: checking…"),
    Verb.DROPOFF: phrase("⏳ Drop-off code saved, not confirmed yet: checking…"),
    Verb.PROBLEM: phrase("⏳ Telling the dispatcher…"),
    Verb.DECLINE_JOB: phrase("⏳ Telling the dispatcher…"),
}

_UNDOABLE = {
    Verb.ACCEPT: phrase("👍 You take it: sent in a few seconds."),
    Verb.PROBLEM: phrase("⚠️ The dispatcher is told in a few seconds."),
    Verb.DECLINE_JOB: phrase("🚫 You can't take it: the dispatcher is told in a few seconds."),
}

_HELD_UP = {
    Verb.ACCEPT: phrase("⏳ Not accepted yet: no connection. I keep trying."),
    Verb.PICKUP: phrase(
        "⏳ Pickup code saved, <b>not confirmed yet</b>: no connection. No need to type it again."
    ),
    Verb.DROPOFF: phrase(
        "⏳ Drop-off code saved, <b>not confirmed yet</b>: no connection. No need to type it again."
    ),
}

_DECLINE = (Verb.DECLINE_JOB, phrase("🚫 Can't take it"), ("ask",))
_PROBLEM: tuple[Verb, str, tuple[str, ...]] = (Verb.PROBLEM, phrase("⚠️ Problem"), ())

_TROUBLE = {
    State.PENDING: (_DECLINE,),
    State.AWAITING_PICKUP: (_DECLINE,),
    State.ACCEPTED: (_PROBLEM, _DECLINE),
    State.IN_TRANSIT: (_PROBLEM,),
}

_GOING_BACK = frozenset({Outcome.BACK, Outcome.RETURNED})
_NO_DOOR = _GOING_BACK | {Outcome.LEFT}
"""The outcomes after which the rider goes to no door any more."""

_NOTHING_DUE = Due()


def rider_card(
    say: Words,
    delivery: Delivery,
    *,
    waiting: Waiting | None,
    problem: ProblemReport | None = None,
    handover: StreetHandover | None = None,
    handed_over: int = 1,
    stopped: CodesStopped | None = None,
    told: Sequence[Html] = (),
    has_picture: bool = False,
    outcome: str | None = None,
    is_awaited: bool = False,
    due: Due = _NOTHING_DUE,
) -> Message:
    """Show an open delivery to its rider; `problem` is the one that they have reported.

    `due` is the amount to collect. `told` are the lines for when it is ready, how late the rider
    is, and the `outcome` of a failed attempt. `has_picture`: the order came in a picture.
    `is_awaited`: its receiver is here, and reads that the rider is at the door.

    During a `handover` somebody else has the parcel, and there is nothing to deliver yet;
    `handed_over` is how many parcels come from that rider.
    While codes are `stopped`, the card leaves out the button for a code.
    """
    is_accepted = delivery.state is State.ACCEPTED
    state = say("👍 yours") if is_accepted else state_label(say, delivery)
    is_fetched = delivery.state is State.IN_TRANSIT
    trouble = () if waiting else _trouble(say, delivery, problem, outcome)
    # Riders report problems mostly at a door: before that, fold the buttons for them.
    in_sight, hidden = (trouble, ()) if is_fetched or problem else ((), trouble)
    return Message.of(
        say("<b>Order {order}</b> · {state}", order=delivery.order_number, state=state),
        Html() if is_fetched else parts.pickup_place(say, delivery),
        parts.dropoff_places(say, delivery),
        parts.to_collect(say, due),
        parts.contents(say, delivery),
        parts.note(say, delivery),
        *told,
        told_line(say, problem) if problem else Html(),
        _status(say, delivery, waiting, handover, stopped, outcome),
        rows=(
            take_all_row(say, delivery.uuid, handed_over),
            _step(say, delivery, waiting, handover, stopped, outcome),
            (*navigate(say, delivery), *in_sight[:1], MORE),
            in_sight[1:],
            (at_door_button(say, delivery.uuid),) if is_awaited and not waiting else (),
        ),
        folded=Folded(
            rows=(
                address_row(say, delivery),
                hidden,
                () if waiting else _to_staff(say, delivery),
                picture_row(say, delivery.uuid, has_picture=has_picture),
            )
        ),
    )


def declined_card(say: Words, delivery: Delivery, problem: ProblemReport) -> Message:
    """Show a job to the rider who cannot take it; it stays theirs until somebody else has it."""
    head = say("<b>Order {order}</b>", order=delivery.order_number)
    return Message.of(head, told_line(say, problem))


def with_customers(
    say: Words,
    job: Message,
    delivery: Delivery,
    notes: Sequence[CustomerNote],
    contacts: Sequence[tuple[str, int]],
) -> Message:
    """Add to a rider's card the customers' notes, and a button for each of them who is here."""
    html = joined([job.html, *(line(say, delivery, note) for note in notes)])
    folded = job.folded.rows if job.folded else ()
    folded = (*folded, *customer_buttons(say, delivery, contacts))
    return job.model_copy(update={"html": html, "folded": Folded(rows=folded)})


def closed_rider_card(
    say: Words,
    delivery: Delivery,
    *,
    is_theirs: bool,
    due: Cash | None = None,
    paid: PaidAtDoor | None = None,
) -> Message:
    """Show a delivery that is over for this rider, without names, phones or addresses.

    Ask whether the amount `due` at the door was collected, until they have told what was `paid`.
    """
    outcome = state_label(say, delivery) if is_theirs else say("given to another rider")
    head = say("<b>Order {order}</b> · {outcome}", order=delivery.order_number, outcome=outcome)
    if is_theirs and paid is not None:
        return Message.of(head, own_account(say, paid), rows=(change_row(say, delivery.uuid),))
    if is_theirs and due is not None:
        rows = answer_rows(say, delivery.uuid, due)
        return Message.of(head, what_was_paid(say, due), rows=rows)
    return Message.of(head)


def _status(
    say: Words,
    delivery: Delivery,
    waiting: Waiting | None,
    handover: StreetHandover | None,
    stopped: CodesStopped | None,
    outcome: str | None,
) -> Html:
    """Show the request under way, why nothing can be done now, or else the next step."""
    if waiting is not None:
        return under_way(say, waiting)
    if handover is not None:
        return taking_lines(say, handover)
    if stopped is not None:
        return codes_stopped(say, stopped)
    # The hints lead to a door or a pickup: a parcel that goes back, or was left, needs neither.
    hint = None if outcome in _NO_DOOR else _HINTS.get(delivery.state)
    return say(hint) if hint else Html()


def under_way(say: Words, waiting: Waiting) -> Html:
    """Show a request that is not done yet, and whether the service does not answer."""
    if waiting.can_undo and waiting.verb in _UNDOABLE:
        return say(_UNDOABLE[waiting.verb])
    # Problems have no words of their own for a connection that fails.
    held_up = _HELD_UP.get(waiting.verb) if waiting.held_up else None
    return say(held_up or _WAITING[waiting.verb])


def _step(
    say: Words,
    delivery: Delivery,
    waiting: Waiting | None,
    handover: StreetHandover | None,
    stopped: CodesStopped | None,
    outcome: str | None,
) -> Row:
    """Return one big button for the next step, and the Undo button of the last one."""
    step: Row = ()
    if waiting is not None:
        # A rider who has just accepted a job can go on at once, without waiting for the service.
        if waiting.verb is Verb.ACCEPT and not stopped:
            step = _big(say, delivery, _FETCH)
        if waiting.can_undo and waiting.verb in _UNDOABLE:
            step = (*step, say.button("↩️ Undo", Verb.UNDO, delivery.uuid, tokens=(waiting.verb,)))
    elif handover:
        step = taking_row(say, delivery, handover)
    elif outcome in _GOING_BACK:
        step = (returned_button(say, delivery.uuid),) if outcome == Outcome.BACK else ()
    elif delivery.state in _NEXT and stopped is None:
        step = _big(say, delivery, _NEXT[delivery.state])
    return step


def _big(say: Words, delivery: Delivery, step: tuple[Verb, str]) -> Row:
    verb, label = step
    return (say.button(label, verb, delivery.uuid, style=Style.GOOD),)


def navigate(say: Words, delivery: Delivery) -> Row:
    """Return the button that leads to the next stop on a map."""
    link = next_stop(delivery).map_link if delivery.state in _NEXT else ""
    return (Button(label=say.label("🧭 Navigate"), url=link),) if link else ()


def address_row(say: Words, delivery: Delivery) -> Row:
    """Return the other buttons for the next stop: the address to copy, a pin."""
    # In any other state the rider has nowhere to go for this order.
    if delivery.state not in _NEXT:
        return ()
    stop, buttons = next_stop(delivery), []
    if stop.address:
        address = stop.address[:COPIED_CHARACTERS]
        buttons.append(Button(label=say.label("📋 Address"), copies=address))
    if stop.point:
        buttons.append(say.button("📍 Pin", Verb.NAVIGATE, delivery.uuid))
    return tuple(buttons)


def _to_staff(say: Words, delivery: Delivery) -> Row:
    """Return the buttons to tell others about a job: how late the rider is, and anything else."""
    write = say.button("💬 Dispatcher", Verb.WRITE, delivery.uuid, tokens=(TO_STAFF,))
    if delivery.state in CAN_BE_LATE:
        return (late_button(say, delivery.uuid), write)
    return (write,) if delivery.state in _NEXT else ()


def _trouble(
    say: Words, delivery: Delivery, problem: ProblemReport | None, outcome: str | None
) -> Row:
    then = (what_now_button(say, delivery.uuid),) if delivery.state is State.IN_TRANSIT else ()
    if outcome in _NO_DOOR:
        return then
    if problem is not None:
        return (say.button("✔️ Solved", Verb.SOLVED, delivery.uuid), *then)
    report = tuple(
        say.button(label, verb, delivery.uuid, tokens=tokens)
        for verb, label, tokens in _TROUBLE.get(delivery.state, ())
    )
    # Until the rider has put the parcel off, the way to that is behind Problem.
    return (*report, *then) if outcome else report
