"""What two riders read while a parcel changes hands between them on the street."""

from collections.abc import Sequence

from bot.fleet import Delivery
from bot.store.handovers import StreetHandover
from bot.texts.callbacks import Verb
from bot.texts.html import Html, joined
from bot.texts.message import Button, Message, Row, Style
from bot.texts.names import first_name, phone_of, rider_name
from bot.texts.order_lines import phone_line
from bot.texts.words import Words


def hand_over(say: Words, delivery: Delivery) -> Message:
    """Tell the rider who has a parcel, loudly, to whom it goes now."""
    name, order = _taker(say, delivery), delivery.order_number
    return Message.of(
        say("🤝 Hand <b>order {order}</b> to {name}.", order=order, name=name),
        phone_line(say, taker_phone(delivery)),
        say("It is with you until {name} has confirmed. Then your card says so.", name=name),
        _how_to_meet(say),
        rows=((_find(say, delivery, name),),),
    )


def hand_several_over(say: Words, delivered_next: Sequence[Delivery]) -> Message:
    """Tell a rider of several parcels that all go to one other rider."""
    first = delivered_next[0]
    name = _taker(say, first)
    return Message.of(
        say.many(
            "🤝 Hand <b>{count} parcel</b> to {name}.",
            "🤝 Hand <b>{count} parcels</b> to {name}.",
            count=len(delivered_next),
            name=name,
        ),
        say("Orders: {orders}", orders=say.listed(one.order_number for one in delivered_next)),
        phone_line(say, taker_phone(first)),
        _how_to_meet(say),
        rows=((_find(say, first, name),),),
    )


def giving_card(say: Words, delivery: Delivery) -> Message:
    """Show a delivery to the rider who still has the parcel: only what the hand-over needs."""
    name = _taker(say, delivery)
    return Message.of(
        say("<b>Order {order}</b> · 🤝 for {name}", order=delivery.order_number, name=name),
        phone_line(say, taker_phone(delivery)),
        say("You have the parcel. Hand it to {name}, who then taps <b>I have it</b>.", name=name),
        rows=((_find(say, delivery, name),),),
    )


def taking_lines(say: Words, handover: StreetHandover) -> Html:
    """Tell the next rider of a parcel, on their card, who has it."""
    name = _holder(say, handover)
    return joined(
        [
            say("🤝 <b>{name} has the parcel.</b>", name=name),
            phone_line(say, handover.holder_phone),
            say("Meet, take it, and tap <b>I have it</b>."),
        ]
    )


def several_to_take(say: Words, handover: StreetHandover, count: int) -> Html:
    """Tell the next rider of several parcels who has them."""
    name = _holder(say, handover)
    return joined(
        [
            say.many(
                "🤝 <b>{name} has {count} parcel for you.</b>",
                "🤝 <b>{name} has {count} parcels for you.</b>",
                name=name,
                count=count,
            ),
            phone_line(say, handover.holder_phone),
            say("Meet, take them, and tap <b>I have all {count}</b>.", count=count),
        ]
    )


def taking_row(say: Words, delivery: Delivery, handover: StreetHandover) -> Row:
    take = say.button("🤝 I have it", Verb.TAKE_PARCEL, delivery.uuid, style=Style.GOOD)
    return (take, find_holder(say, delivery, handover))


def find_holder(say: Words, delivery: Delivery, handover: StreetHandover) -> Button:
    return _find(say, delivery, _holder(say, handover))


def take_all_row(say: Words, delivery: str, count: int) -> Row:
    """Offer to take all parcels of one rider at once, where there are several."""
    if count <= 1:
        return ()
    take_all = say.button(
        "🤝 I have all {count}", Verb.TAKE_ALL_PARCELS, delivery, style=Style.GOOD, count=count
    )
    return (take_all,)


def is_it_with_you(say: Words, waiting: Sequence[tuple[StreetHandover, str, int]]) -> Message:
    """Ask whether what was to be handed over is with the rider: hand-over, order, how many."""
    rows = []
    for handover, order, count in waiting:
        one = say.button(
            "🤝 I have order {order}", Verb.TAKE_PARCEL, handover.delivery, order=order
        )
        rows.append((one,) if count == 1 else take_all_row(say, handover.delivery, count))
    return Message.of(say("🤝 Do you have what was to be handed to you? Tap it."), rows=tuple(rows))


def not_to_be_found(say: Words, name: str, phone: str) -> Message:
    return Message.of(
        say("{name} shares no location here now. Please call.", name=name),
        phone_line(say, phone),
        _how_to_meet(say),
    )


def taker_phone(delivery: Delivery) -> str:
    return phone_of(delivery.rider)


def _taker(say: Words, delivery: Delivery) -> str:
    return rider_name(delivery) or say.label("another rider")


def _holder(say: Words, handover: StreetHandover) -> str:
    return first_name(handover.holder_name) or say.label("another rider")


def _how_to_meet(say: Words) -> Html:
    return say("To find each other, share your live location here.")


def _find(say: Words, delivery: Delivery, name: str) -> Button:
    return say.button("📍 Find {name}", Verb.FIND_EACH_OTHER, delivery.uuid, name=name)
