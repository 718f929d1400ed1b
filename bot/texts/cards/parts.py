"""Lines that more than one card shows."""

from bot.fleet import Delivery, Item
from bot.texts.html import Html, joined
from bot.texts.phones import readable
from bot.texts.words import Words

_ITEMS_SHOWN = 5


def from_to(say: Words, delivery: Delivery) -> Html:
    """Tell between whom the parcel moves, by name only."""
    sender = delivery.sender.name if delivery.sender else "?"
    receivers = ", ".join(receiver.name for receiver in delivery.receivers) or "?"
    return say("{sender} → {receivers}", sender=sender, receivers=receivers)


def pickup_place(say: Words, delivery: Delivery) -> Html:
    """Tell where to fetch the parcel and whom to call there."""
    sender = delivery.sender
    if sender is None:
        return Html()
    return say(
        "📍 <b>Pickup</b>: {name}, {address}\n📞 {phone}",
        name=sender.name,
        address=sender.address,
        phone=readable(sender.phone_number, sender.phone_code),
    )


def dropoff_places(say: Words, delivery: Delivery) -> Html:
    """Tell where to bring the parcel and whom to call there."""
    return joined(
        say(
            "🏁 <b>Drop-off</b>: {name}, {address}\n📞 {phone}",
            name=receiver.name,
            address=receiver.address,
            phone=readable(receiver.phone_number, receiver.phone_code),
        )
        for receiver in delivery.receivers
    )


def contents(say: Words, delivery: Delivery) -> Html:
    """Tell what is in the parcel, in one line."""
    shown = joined((_item(say, item) for item in delivery.items[:_ITEMS_SHOWN]), ", ")
    more = len(delivery.items) - _ITEMS_SHOWN
    if more > 0:
        shown = say("{shown} and {more} more", shown=shown, more=more)
    return say("🎁 {items}", items=shown) if shown else Html()


def _item(say: Words, item: Item) -> Html:
    if item.quantity is None:
        return say("{what}", what=item.description)
    return say("{quantity} × {what}", quantity=item.quantity, what=item.description)


def note(say: Words, delivery: Delivery) -> Html:
    """Show the delivery's note, if there is one."""
    return say("📝 {note}", note=delivery.note) if delivery.note else Html()
