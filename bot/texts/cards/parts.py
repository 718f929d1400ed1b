"""Lines that more than one card shows."""

from bot.fleet import Delivery, Item, Receiver, Sender
from bot.parsing.phones import readable
from bot.store.handovers import StreetHandover
from bot.texts.callbacks import Verb, mark
from bot.texts.html import Html, joined
from bot.texts.message import Button, Message, Row, Style
from bot.texts.money import amount
from bot.texts.names import first_name, rider_name
from bot.texts.states import state_label
from bot.texts.words import Words, phrase

_ITEMS_SHOWN = 5


def closed(say: Words, delivery: Delivery) -> Message:
    """Show that a delivery was here, to somebody who does not work here any more."""
    return Message.of(
        say("<b>Order {order}</b> · not for you any more", order=delivery.order_number)
    )


def headline(say: Words, delivery: Delivery) -> Html:
    state = state_label(say, delivery)
    return say("📦 <b>Order {order}</b> · {state}", order=delivery.order_number, state=state)


def rider(say: Words, delivery: Delivery, name: str) -> Html:
    """Tell who rides, under the name that the reader may know."""
    if delivery.rider is None:
        return say("🛵 No rider yet") if delivery.state.is_open else Html()
    return say("🛵 {name}", name=name)


def handover(say: Words, delivery: Delivery, awaited: StreetHandover) -> Html:
    """Tell that a parcel changes hands on the way, by first names: groups read it, too."""
    return say(
        "🤝 Hand-over {holder} → {rider}, not confirmed yet",
        holder=first_name(awaited.holder_name) or "?",
        rider=rider_name(delivery) or "?",
    )


def assign_button(say: Words, delivery: Delivery) -> Button:
    label = phrase("Assign") if delivery.rider is None else phrase("Give to another rider")
    return say.button(label, Verb.CHOOSE_RIDER, delivery.uuid, style=Style.MAIN)


def take_row(say: Words, delivery: Delivery, can_take: bool) -> Row:
    """Return what lets somebody who dispatches and rides take an order themselves."""
    had = mark(delivery.rider.uuid if delivery.rider else None)
    take = say.button("🙋 I take it", Verb.TAKE_IT, delivery.uuid, tokens=(had,))
    return (take,) if can_take else ()


def from_to(say: Words, delivery: Delivery) -> Html:
    sender = (delivery.sender.name if delivery.sender else "") or "?"
    receivers = say.listed(receiver.name or "?" for receiver in delivery.receivers) or "?"
    return say("{sender} → {receivers}", sender=sender, receivers=receivers)


def pickup_place(say: Words, delivery: Delivery) -> Html:
    sender = delivery.sender
    return joined([say("📍 <b>Pickup</b>: {place}", place=_place(say, sender)), _call(say, sender)])


def dropoff_places(say: Words, delivery: Delivery) -> Html:
    lines: list[Html] = []
    for receiver in delivery.receivers:
        lines.append(say("🏁 <b>Drop-off</b>: {place}", place=_place(say, receiver)))
        lines.append(_call(say, receiver))
    return joined(lines)


def _place(say: Words, party: Sender | Receiver | None) -> Html:
    known = [text for text in (party.name, party.address) if text] if party else []
    return say.listed(known) or say("not known")


def _call(say: Words, party: Sender | Receiver | None) -> Html:
    if party is None or not party.phone_number:
        return Html()
    return say("📞 {phone}", phone=readable(party.phone_number, party.phone_code))


def contents(say: Words, delivery: Delivery) -> Html:
    shown = say.listed(_item(say, item) for item in delivery.items[:_ITEMS_SHOWN])
    more = len(delivery.items) - _ITEMS_SHOWN
    if more > 0:
        shown = say("{shown} and {more} more", shown=shown, more=more)
    return say("🎁 {items}", items=shown) if shown else Html()


def _item(say: Words, item: Item) -> Html:
    if item.quantity is None:
        return say.value(item.description)
    return Html(f"{item.quantity} × {say.value(item.description)}")


def to_collect(say: Words, delivery: Delivery) -> Html:
    """Tell a rider what is to be collected: the fee until it is paid, where the fleet says so.

    What the goods cost is not in it: no field of the contract says who is to pay for them.
    """
    if delivery.fee is None or not is_to_collect(delivery):
        return Html()
    return say("💵 <b>Collect {fee}</b>: the delivery fee", fee=amount(say, delivery.fee))


def fee_in_line(say: Words, delivery: Delivery) -> Html:
    """Tell the fee that is to be collected where a delivery is one line among others."""
    fee = delivery.fee if is_to_collect(delivery) else None
    return Html(f"💵 {amount(say, fee)}") if fee else Html()


def is_to_collect(delivery: Delivery) -> bool:
    return delivery.paid is False and delivery.fee is not None and delivery.fee.amount != 0


def note(say: Words, delivery: Delivery) -> Html:
    return say("📝 {note}", note=delivery.note) if delivery.note else Html()
