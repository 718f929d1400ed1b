"""Texts about a parcel's arrival: the usual time, never a promise; a rider near or at the door."""

from collections.abc import Iterator
from datetime import datetime

from bot.domain.limits import STOPS_TOLD
from bot.domain.usual_span import UsualSpan
from bot.fleet import Delivery
from bot.texts.callbacks import Verb
from bot.texts.html import Html
from bot.texts.message import Button, Message
from bot.texts.moments import clock_time
from bot.texts.names import rider_name
from bot.texts.words import Words


def lines(
    say: Words, span: UsualSpan | None, doors_before: int | None, now: datetime
) -> Iterator[Html]:
    """Yield a line for the stops before the reader, if they are few, and one for the usual time."""
    if doors_before == 0:
        yield say("🛵 You are the rider's next stop.")
    elif doors_before is not None and doors_before <= STOPS_TOLD:
        yield say.many(
            "🛵 {count} stop before you", "🛵 {count} stops before you", count=doors_before
        )
    if span is None:
        return
    end = clock_time(span.end)
    if span.end <= now:
        yield say("🕐 It takes longer than usual today.")
    elif span.begin <= now:
        yield say("🕐 Usually it comes by {end}, but not for sure.", end=end)
    else:
        yield say(
            "🕐 Usually it comes between {begin} and {end}, but not for sure.",
            begin=clock_time(span.begin),
            end=end,
        )


def near(say: Words, delivery: Delivery) -> Message:
    name = rider_name(delivery) or say("The rider")
    return Message.of(
        say("📍 {name} is near with order {order}.", name=name, order=delivery.order_number),
        say("Have your drop-off code ready."),
    )


def at_door(say: Words, delivery: Delivery) -> Message:
    name = rider_name(delivery) or say("The rider")
    return Message.of(
        say(
            "🚪 {name} is at your door with order {order}.",
            name=name,
            order=delivery.order_number,
        ),
        say("Tell your drop-off code only when you have the parcel."),
    )


def at_door_button(say: Words, delivery: str) -> Button:
    return say.button("🚪 At the door", Verb.AT_DOOR, delivery)


def offer(say: Words, order: str, delivery: str) -> Message:
    """Offer to tell the receiver of the next stop, if several may be meant."""
    return Message.of(
        say("🚪 Order {order}: shall the customer hear that you are at the door?", order=order),
        rows=((at_door_button(say, delivery),),),
    )


def nobody_here(say: Words, order: str) -> Message:
    return Message.of(
        say("🚪 Order {order}: the customer is not here. <b>Please call them.</b>", order=order)
    )
