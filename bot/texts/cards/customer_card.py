"""The customer's card: a progress line that moves, and buttons for what a customer may want."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from bot.domain.cash import Due, EntryKind, PaidAtDoor
from bot.fleet import Delivery, State
from bot.store.undelivered import Outcome
from bot.texts.callbacks import Verb
from bot.texts.cancellation import reason_line
from bot.texts.cash import for_goods, receipt
from bot.texts.customer.relay import write_button
from bot.texts.html import Html, dotted, joined
from bot.texts.message import MORE, Folded, Message, Rows
from bot.texts.moments import clock_time
from bot.texts.money import amount
from bot.texts.names import rider_name
from bot.texts.undelivered import confirm_button
from bot.texts.words import Words, phrase

_REACHED: Mapping[State, int] = {
    State.PENDING: 1,
    State.AWAITING_PICKUP: 2,
    State.ACCEPTED: 2,
    State.IN_TRANSIT: 3,
}

_ENDS: Mapping[State, str] = {
    State.DELIVERED: phrase("✅ Delivered"),
    State.CANCELLED: phrase("❌ <b>Cancelled.</b>"),
    State.DECLINED: phrase("❌ <b>Declined.</b>"),
    State.FAILED: phrase("⚠️ <b>Not delivered this time.</b> Sorry!"),
}

_NEXT: Mapping[State, str] = {
    State.CANCELLED: phrase("It will not come. Questions? Write here, and a person reads it."),
    State.DECLINED: phrase("It will not come. Questions? Write here, and a person reads it."),
    State.FAILED: phrase("We sort it out and tell you here."),
}


_NOTHING_DUE = Due()


def customer_card(
    say: Words,
    delivery: Delivery,
    *,
    party: str,
    address: str | None,
    can_write: bool = False,
    outcome: str | None = None,
    told: Sequence[Html] = (),
    paid: PaidAtDoor | None = None,
    due: Due = _NOTHING_DUE,
) -> Message:
    """Show a delivery to one of its parties: `party` is a receiver's uuid, or `sender`.

    `due` is what is to be paid at the door. `address` is shown only to somebody whose phone number
    is the receiver's. `can_write`: the rider can be written to here. `told` is what the rider says:
    how late they are, or the `outcome` of what they could not deliver; and `paid` is what they say
    was paid at the door.
    """
    hint = other_side = Html()
    if party == "sender":
        names = say.listed(receiver.name for receiver in delivery.receivers)
        other_side = say("To {names}", names=names) if names else Html()
        if delivery.state in {State.AWAITING_PICKUP, State.ACCEPTED}:
            hint = say("🔑 Your pickup code came by SMS. Tell it to the rider only at the pickup.")
    else:
        if delivery.sender:
            other_side = say("From {name}", name=delivery.sender.name)
        if delivery.state is State.IN_TRANSIT:
            hint = say("🔑 Your drop-off code came by SMS. Tell it to the rider only at the door.")
    if delivery.state in _ENDS:
        lines = [dotted(_step(say(_ENDS[delivery.state]), delivery.dropoff_at), other_side)]
    else:
        own_address = say("🏠 {address}", address=address) if address else Html()
        lines = [other_side, own_address, _progress(say, delivery)]
    is_open = delivery.state.is_open
    shown, folded = _buttons(say, delivery, outcome, party, can_write=can_write)
    return Message.of(
        say("📦 <b>Order {order}</b>", order=delivery.order_number),
        *lines,
        *(told if is_open else ()),
        _payment(say, delivery, paid, due),
        # With an outcome no rider is at the door; where it was left, a button asks for the code.
        Html() if outcome else hint,
        *_why_and_what_next(say, delivery),
        rows=shown if is_open else (),
        folded=Folded(rows=folded) if is_open else None,
    )


def _why_and_what_next(say: Words, delivery: Delivery) -> tuple[Html, ...]:
    then = _NEXT.get(delivery.state)
    return (reason_line(say, delivery), say(then)) if then else ()


def _progress(say: Words, delivery: Delivery) -> Html:
    """Draw how far it is, step by step."""
    reached = _REACHED.get(delivery.state)
    if reached is None:
        return say.value(delivery.label)
    rider = rider_name(delivery)
    steps = (
        _step(say("Ordered"), delivery.created_at),
        say("Rider: {name}", name=rider) if rider else say("Rider"),
        _step(say("On the way"), delivery.pickup_at),
        say("Delivered"),
    )
    last = len(steps)
    # The signs of the steps done, of the present step, and of the steps to come.
    marks = Html(" ".join("●" * (reached - 1) + "◉" + "○" * (last - reached)))
    return joined(
        [
            say("{line} Step {number} of {last}", line=marks, number=reached, last=last),
            *(
                Html(f"✅ {step}" if number <= reached else f"▫️ {step}")
                for number, step in enumerate(steps, 1)
            ),
        ]
    )


def _payment(say: Words, delivery: Delivery, paid: PaidAtDoor | None, due: Due) -> Html:
    """Show the amount to pay until the parcel arrives, and then that it is paid.

    A payment at the door has a receipt; about a missing one the business itself talks to them.
    """
    if paid is not None and paid.entry.kind is not EntryKind.UNPAID:
        return receipt(say, paid.entry, rider_name(delivery))
    if delivery.state in _NEXT:
        return Html()
    lines = []
    if delivery.paid and delivery.fee:
        lines.append(say("💳 Paid: {fee}", fee=amount(say, delivery.fee)))
    if delivery.state.is_open and due.is_something:
        lines.append(_to_pay(say, due))
    return joined(lines)


def _to_pay(say: Words, due: Due) -> Html:
    """Show the amount to pay at the door, and how much of it is for the goods."""
    if due.goods is None:
        return say("💳 To pay: {fee}", fee=amount(say, due.fee)) if due.fee else Html()
    goods = amount(say, due.goods.money)
    if due.fee is None or due.total is None:
        return say("💳 To pay for the goods: {amount}", amount=goods)
    whole = say("💳 To pay: {fee}", fee=amount(say, due.total.money))
    return dotted(whole, for_goods(say, due.goods))


def _step(name: Html, moment: datetime | None) -> Html:
    return Html(f"{name} {clock_time(moment)}") if moment else name


def _buttons(
    say: Words, delivery: Delivery, outcome: str | None, party: str, *, can_write: bool
) -> tuple[Rows, Rows]:
    """Return the most used buttons, and the folded ones."""
    where = (say.button("📍 Where is it?", Verb.WHERE, delivery.uuid),)
    note = (say.button("📝 Leave a note", Verb.NOTE, delivery.uuid),)
    is_left = outcome == Outcome.LEFT and party != "sender"
    confirm = (confirm_button(say, delivery.uuid),) if is_left else ()
    write = (write_button(say, delivery.uuid, to_rider=can_write), MORE)
    if delivery.state is State.IN_TRANSIT:
        return (confirm, where, write), (note,)
    return (confirm, write), ((*where, *note),)
