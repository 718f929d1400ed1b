"""The dispatcher's card: everything at a glance, and the buttons that move it on."""

from bot.fleet import Delivery, State
from bot.texts.callbacks import Verb, press
from bot.texts.cards import parts
from bot.texts.html import Html
from bot.texts.message import Button, Message, Style
from bot.texts.moments import clock_time
from bot.texts.money import amount
from bot.texts.states import state_label
from bot.texts.words import Words

_ASSIGNABLE = {State.PENDING, State.AWAITING_PICKUP, State.ACCEPTED, State.IN_TRANSIT}


def dispatcher_card(say: Words, delivery: Delivery, *, assigning: bool) -> Message:
    """Show a delivery to a dispatcher."""
    return Message.of(
        say(
            "📦 <b>Order {order}</b> · {state}",
            order=delivery.order_number,
            state=state_label(say, delivery),
        ),
        parts.from_to(say, delivery),
        parts.pickup_place(say, delivery),
        parts.dropoff_places(say, delivery),
        parts.contents(say, delivery),
        parts.note(say, delivery),
        _money(say, delivery),
        _rider(say, delivery, assigning=assigning),
        _times(say, delivery),
        _reason(say, delivery),
        rows=_rows(say, delivery, assigning=assigning),
    )


def _money(say: Words, delivery: Delivery) -> Html:
    return say("💰 {fee}", fee=amount(say, delivery.fee)) if delivery.fee else Html()


def _rider(say: Words, delivery: Delivery, *, assigning: bool) -> Html:
    if assigning:
        return say("⏳ Assigning, not confirmed yet")
    if delivery.rider is None:
        return say("🛵 No rider yet") if delivery.state.is_open else Html()
    return say("🛵 {name}", name=delivery.rider.name)


def _times(say: Words, delivery: Delivery) -> Html:
    moments = (
        (delivery.created_at, "Created {time}"),
        (delivery.pickup_at, "picked up {time}"),
        (delivery.dropoff_at, "dropped off {time}"),
    )
    known = [say(text, time=clock_time(moment)) for moment, text in moments if moment]
    return say("🕑 {times}", times=Html(" · ".join(known))) if known else Html()


def _reason(say: Words, delivery: Delivery) -> Html:
    if not delivery.cancellation_reason:
        return Html()
    return say("Reason: {reason}", reason=delivery.cancellation_reason)


def _rows(say: Words, delivery: Delivery, *, assigning: bool) -> tuple[tuple[Button, ...], ...]:
    if delivery.state not in _ASSIGNABLE:
        return ()
    label = say.label("Assign") if delivery.rider is None else say.label("Give to another rider")
    assign = Button(label=label, data=press(Verb.CHOOSE_RIDER, delivery.uuid), style=Style.MAIN)
    link = Button(label=say.label("Customer link"), data=press(Verb.CUSTOMER_LINK, delivery.uuid))
    return ((link,),) if assigning else ((assign,), (link,))
