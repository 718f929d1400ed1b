"""Texts about where a parcel is, in one sentence that promises nothing."""

from collections.abc import Mapping, Sequence

from bot.fleet import Delivery, State
from bot.texts.callbacks import Verb
from bot.texts.customer.relay import write_button
from bot.texts.customer.track import MOST, only_latest
from bot.texts.html import Html
from bot.texts.message import Message, column
from bot.texts.moments import clock_time
from bot.texts.names import rider_name
from bot.texts.words import Words, phrase

_SENTENCES: Mapping[State, str] = {
    State.PENDING: phrase("📦 Order {order} waits for a rider. Ordered: {time}."),
    State.AWAITING_PICKUP: phrase(
        "📦 Order {order} has a rider, {rider}, who has not picked it up yet. Ordered: {time}."
    ),
    State.ACCEPTED: phrase(
        "👍 {rider} has taken order {order} and has not picked it up yet. Ordered: {time}."
    ),
    State.IN_TRANSIT: phrase("🛵 {rider} is on the way with order {order}. Picked up: {time}."),
    State.FAILED: phrase(
        "⚠️ {rider} could not deliver order {order} and still has it. Picked up: {time}."
    ),
    State.DELIVERED: phrase("✅ Order {order} was delivered. Delivered: {time}."),
    State.CANCELLED: phrase("❌ Order {order} was cancelled. It will not come."),
    State.DECLINED: phrase("❌ Order {order} was declined. It will not come."),
}

_NEXT: Mapping[State, str] = {
    State.PENDING: phrase("I will write to you as soon as it moves."),
    State.AWAITING_PICKUP: phrase("I will write to you as soon as it moves."),
    State.ACCEPTED: phrase("I will write to you as soon as it moves."),
    State.FAILED: phrase("We sort it out and tell you here."),
    State.DELIVERED: phrase("/rate tells us how it was."),
    State.CANCELLED: phrase("Questions? Write here, and a person reads it."),
    State.DECLINED: phrase("Questions? Write here, and a person reads it."),
}


def where_it_is(
    say: Words,
    delivery: Delivery,
    *,
    on_the_map: bool,
    can_write: bool = False,
    when: Sequence[Html] = (),
) -> Message:
    """Tell where a parcel is; `on_the_map`: a map with the rider on it stands below.

    `when` are the known times of arrival; if there are none, a button asks the rider, if they can
    be written to here.
    """
    sentence = _sentence(say, delivery)
    if delivery.state is not State.IN_TRANSIT:
        hint = _NEXT.get(delivery.state)
        return Message.of(sentence, *when, say(hint) if hint else Html())
    rider = rider_name(delivery) or say("the rider")
    if on_the_map:
        return Message.of(sentence, *when, say("Follow {rider} on the map:", rider=rider))
    if when:
        return Message.of(sentence, *when)
    ask = write_button(say, delivery.uuid, to_rider=can_write)
    return Message.of(sentence, say("How far is it? Just ask:"), rows=((ask,),))


def where_they_are(say: Words, deliveries: Sequence[Delivery]) -> Message:
    """Tell where several parcels are, in one message with a button for each one on its way."""
    shown = deliveries[-MOST:]
    on_the_way = [each for each in shown if each.state is State.IN_TRANSIT]
    return Message.of(
        *(_sentence(say, delivery) for delivery in shown),
        only_latest(say, "where") if len(deliveries) > MOST else Html(),
        rows=column(
            say.button("📍 Order {order}", Verb.WHERE, each.uuid, order=each.order_number)
            for each in on_the_way
        ),
    )


def _sentence(say: Words, delivery: Delivery) -> Html:
    order = delivery.order_number
    sentence = _SENTENCES.get(delivery.state)
    if sentence is None:
        return say("📦 Order {order}: {state}", order=order, state=delivery.label)
    if delivery.state in {State.IN_TRANSIT, State.FAILED}:
        moment = delivery.pickup_at
    else:
        moment = delivery.dropoff_at if delivery.state is State.DELIVERED else delivery.created_at
    time = clock_time(moment) if moment else say("time not known")
    rider = rider_name(delivery) or say("the rider")
    return say(sentence, order=order, rider=rider, time=time)


def not_followed(say: Words, order: str) -> Message:
    """Answer alike for other people's orders and for orders that do not exist."""
    return Message.of(
        say("I find no order {order} among your deliveries. /track shows them all.", order=order)
    )
