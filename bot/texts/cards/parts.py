"""Lines that more than one card shows."""

from bot.domain.cash import Due
from bot.fleet import Delivery, Receiver, Sender
from bot.store.handovers import StreetHandover
from bot.texts.callbacks import Verb, mark
from bot.texts.html import Html, dotted, folding, joined
from bot.texts.message import Button, Message, Row, Style
from bot.texts.money import amount
from bot.texts.names import first_name, phone_of, rider_name, sender_name
from bot.texts.order_lines import phone_line, which_order
from bot.texts.states import state_label
from bot.texts.words import Words, phrase

_ITEMS_SHOWN = 5
_NOTHING = Html()


def closed(say: Words, delivery: Delivery) -> Message:
    """Show that a delivery was here, to somebody who no longer works here."""
    return Message.of(
        say("<b>Order {order}</b> · not for you any more", order=delivery.order_number)
    )


def headline(say: Words, delivery: Delivery) -> Html:
    state = state_label(say, delivery)
    return say("📦 <b>Order {order}</b> · {state}", order=delivery.order_number, state=state)


def rider(say: Words, delivery: Delivery, name: str) -> Html:
    """Show the rider, by the name that the reader may know."""
    if delivery.rider is None:
        return say("🛵 No rider yet") if delivery.state.is_open else Html()
    return say("🛵 {name}", name=name)


def handover(say: Words, delivery: Delivery, awaited: StreetHandover) -> Html:
    """Show that a parcel changes hands on the way, with first names only: groups read it, too."""
    return say(
        "🤝 Hand-over {holder} → {rider}, not confirmed yet",
        holder=first_name(awaited.holder_name) or "?",
        rider=rider_name(delivery) or "?",
    )


def assign_button(say: Words, delivery: Delivery) -> Button:
    label = phrase("Assign") if delivery.rider is None else phrase("Give to another rider")
    return say.button(label, Verb.CHOOSE_RIDER, delivery.uuid, style=Style.MAIN)


def take_row(say: Words, delivery: Delivery, can_take: bool) -> Row:
    """Return the button with which a dispatcher who also rides takes an order."""
    had = mark(delivery.rider_uuid)
    take = say.button("🙋 I take it", Verb.TAKE_IT, delivery.uuid, tokens=(had,))
    return (take,) if can_take else ()


def from_to(say: Words, delivery: Delivery) -> Html:
    receivers = say.listed(receiver.name or "?" for receiver in delivery.receivers) or "?"
    return say("{sender} → {receivers}", sender=sender_name(delivery), receivers=receivers)


def pickup_place(say: Words, delivery: Delivery) -> Html:
    place = say("📍 <b>Pickup</b>: {place}", place=_place(say, delivery.sender))
    return joined([place, phone_line(say, phone_of(delivery.sender))])


def dropoff_places(say: Words, delivery: Delivery) -> Html:
    lines: list[Html] = []
    for receiver in delivery.receivers:
        lines.append(say("🏁 <b>Drop-off</b>: {place}", place=_place(say, receiver)))
        lines.append(phone_line(say, phone_of(receiver)))
    return folding(lines)


def _place(say: Words, party: Sender | Receiver | None) -> Html:
    if party is None:
        return say("not known")
    return say.listed(filter(None, (party.name, party.address))) or say("not known")


def contents(say: Words, delivery: Delivery) -> Html:
    shown = say.listed(
        say.value(item.description)
        if item.quantity is None
        else Html(f"{item.quantity} × {say.value(item.description)}")
        for item in delivery.items[:_ITEMS_SHOWN]
    )
    more = len(delivery.items) - _ITEMS_SHOWN
    if more > 0:
        shown = say("{shown} and {more} more", shown=shown, more=more)
    return say("🎁 {items}", items=shown) if shown else Html()


def to_collect(say: Words, due: Due) -> Html:
    """Show a rider the amount to collect, and which change to bring."""
    fee = amount(say, due.fee) if due.fee else None
    goods = amount(say, due.goods.money) if due.goods else None
    if fee and goods and due.total:
        lines = [
            say(
                "💵 <b>Collect {amount}</b>: {goods} for the goods, {fee} the delivery fee",
                amount=amount(say, due.total.money),
                goods=goods,
                fee=fee,
            )
        ]
    else:
        lines = [
            say("💵 <b>Collect {amount}</b>: for the goods", amount=goods) if goods else Html(),
            say("💵 <b>Collect {fee}</b>: the delivery fee", fee=fee) if fee else Html(),
        ]
    return joined([*lines, _change(say, due)])


def _change(say: Words, due: Due) -> Html:
    if due.pays_with is None or not due.is_something:
        return Html()
    note = amount(say, due.pays_with.money)
    if due.change is None:
        return say("🪙 Pays with {amount}", amount=note)
    change = amount(say, due.change.money)
    return say("🪙 <b>Bring {change} change</b>: pays with {amount}", change=change, amount=note)


def goods_to_collect(say: Words, due: Due) -> Html:
    """Show the amount to collect for the goods besides the fee, and what it is paid with."""
    if due.goods is None:
        return _change(say, due)
    goods = say("💵 {amount} for the goods, at the door", amount=amount(say, due.goods.money))
    return joined([goods, _change(say, due)])


def parcel_line(
    say: Words, delivery: Delivery, due: Due, *said: Html, contents: Html = _NOTHING
) -> Html:
    """Show a rider one parcel among several: its order, the amount to collect, and `said`."""
    # A fee that is not exact to the hundredth cannot be added up, and is shown as it came.
    to_collect = due.total.money if due.total else due.fee
    return dotted(
        which_order(say, delivery),
        contents,
        Html(f"💵 {amount(say, to_collect)}") if to_collect else Html(),
        Html("📝") if delivery.note else Html(),
        *said,
    )


def note(say: Words, delivery: Delivery) -> Html:
    return say("📝 {note}", note=delivery.note) if delivery.note else Html()
