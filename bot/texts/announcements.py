"""News that comes with a sound when something happens to a delivery; cards change quietly."""

from datetime import datetime

from bot.fleet import Delivery
from bot.texts.cancellation import cancelled_by_line, reason_line
from bot.texts.customer.rate import stars_row
from bot.texts.html import Html, joined
from bot.texts.message import Message, Picture
from bot.texts.moments import clock_time
from bot.texts.names import rider_name
from bot.texts.words import Words, phrase

# The names in /mute of the kinds of news that people can turn off.
NEW_DELIVERY = phrase("New delivery")
ATTEMPT_FAILED = phrase("Delivery attempt failed")
CANCELLED_BY_OTHERS = phrase("Cancelled by others")
NEW_PARCEL = phrase("New parcel for me")
PARCEL_ON_THE_WAY = phrase("My parcel is on the way")
PARCEL_DELIVERED = phrase("My parcel was delivered")
RIDER_IS_LATE = phrase("My rider is late")
RIDER_IS_NEAR = phrase("My rider is near")
MANY_ORDERS = phrase("My orders in one message")


def on_the_way(say: Words, delivery: Delivery) -> Message:
    name = rider_name(delivery)
    # Show the rider's face only to customers who read the rider's name; a photo of the parcel
    # itself comes first.
    rider_photo = delivery.rider.photo if delivery.rider and name else None
    return Message.of(
        say("🛵 Order {order} is on the way.", order=delivery.order_number),
        say("{name} brings it.", name=name) if name else Html(),
        attachment=_picture(delivery.pickup_photo) or _picture(rider_photo),
    )


def delivered(say: Words, delivery: Delivery) -> Message:
    return Message.of(
        say("✅ Order {order} was delivered.", order=delivery.order_number),
        say("How was it? Tap the stars."),
        rows=(stars_row(delivery.uuid),),
        attachment=_picture(delivery.dropoff_photo),
    )


def pickup_photo(say: Words, delivery: Delivery) -> Message:
    """Show the photo of the pickup that came after the news."""
    return Message.of(
        say("📷 The photo of order {order} at its pickup.", order=delivery.order_number),
        attachment=_picture(delivery.pickup_photo),
    )


def dropoff_photo(say: Words, delivery: Delivery) -> Message:
    """Show the proof photo that came after the news."""
    return Message.of(
        say("📷 The photo of order {order} at its door.", order=delivery.order_number),
        attachment=_picture(delivery.dropoff_photo),
    )


def _picture(url: str | None) -> Picture | None:
    return Picture(url=url) if url else None


def cancelled_for_customer(say: Words, delivery: Delivery) -> Message:
    return Message.of(
        say("❌ Order {order} was cancelled.", order=delivery.order_number),
        reason_line(say, delivery),
        say("It will not come. Questions? Write here, and a person reads it."),
    )


def cancelled_for_rider(say: Words, delivery: Delivery) -> Message:
    return Message.of(
        say("❌ Order {order} was cancelled. Stop here.", order=delivery.order_number),
        reason_line(say, delivery),
        say("If the parcel is with you, ask the dispatcher where to bring it."),
    )


def cancelled_for_dispatcher(say: Words, delivery: Delivery) -> Message:
    return Message.of(
        say("❌ Order {order} was cancelled.", order=delivery.order_number),
        reason_line(say, delivery),
        cancelled_by_line(say, delivery),
    )


def failed_for_customer(say: Words, delivery: Delivery) -> Message:
    return Message.of(
        say("⚠️ Order {order} could not be delivered this time.", order=delivery.order_number),
        reason_line(say, delivery),
        say("Sorry! We sort it out and tell you here."),
    )


def failed_for_dispatcher(say: Words, delivery: Delivery) -> Message:
    return Message.of(
        say("⚠️ A delivery attempt of order {order} failed.", order=delivery.order_number),
        reason_line(say, delivery),
    )


def taken_from_rider(say: Words, delivery: Delivery) -> Message:
    return Message.of(
        say(
            "↪️ Order {order} is not your job any more: the dispatcher gave it to another rider.",
            order=delivery.order_number,
        )
    )


def handed_over(say: Words, delivery: Delivery) -> Message:
    order, name = delivery.order_number, rider_name(delivery)
    if not name:
        return Message.of(say("🛵 Order {order}: another rider brings it now.", order=order))
    return Message.of(say("🛵 Order {order}: {name} brings it now.", order=order, name=name))


def told_late(say: Words, said: Message, moment: datetime) -> Message:
    """Add under the first line of late news when it happened."""
    first, _, rest = said.html.partition("\n")
    when = say("🕑 It happened at {time}; I tell you late.", time=clock_time(moment))
    return said.model_copy(update={"html": joined([Html(first), when, Html(rest)])})
