"""Alarms about states that last too long: told loudly once, and shown on the card meanwhile."""

from datetime import datetime

from bot.fleet import Delivery
from bot.store.alarms import AlarmKind
from bot.texts.callbacks import Verb
from bot.texts.html import Html
from bot.texts.message import Button, Message, Style
from bot.texts.moments import clock_time
from bot.texts.names import rider_name
from bot.texts.words import Words, phrase

_LINES = {
    AlarmKind.NO_RIDER: phrase("⏰ Waiting for a rider since {time}"),
    AlarmKind.NOT_ACCEPTED: phrase("⏰ Not accepted by the rider since {time}"),
    AlarmKind.LONG_ON_THE_WAY: phrase("⏰ On the way since {time}"),
    AlarmKind.NOT_HANDED_OVER: phrase("⏰ Hand-over not confirmed since {time}"),
}

_HEADINGS = {
    AlarmKind.NO_RIDER: phrase("⏰ Too long without a rider: {orders}"),
    AlarmKind.NOT_ACCEPTED: phrase("⏰ Not accepted by the rider: {orders}"),
    AlarmKind.LONG_ON_THE_WAY: phrase("⏰ Long on the way: {orders}"),
    AlarmKind.NOT_HANDED_OVER: phrase("⏰ Hand-over not confirmed: {orders}"),
}

_SOLVED = {
    AlarmKind.NO_RIDER: phrase("✅ Solved: nothing waits too long for a rider any more."),
    AlarmKind.NOT_ACCEPTED: phrase("✅ Solved: no rider keeps anything unaccepted any more."),
    AlarmKind.LONG_ON_THE_WAY: phrase("✅ Solved: nothing is on the way for too long any more."),
    AlarmKind.NOT_HANDED_OVER: phrase("✅ Solved: no hand-over waits to be confirmed any more."),
}


def card_line(say: Words, kind: AlarmKind, since: datetime) -> Html:
    # Missing webhooks are an alarm, too, but concern no single card.
    return say(_LINES[kind], time=clock_time(since)) if kind in _LINES else Html()


def no_rider(say: Words, delivery: Delivery, since: datetime) -> Message:
    assign = say.button("Assign", Verb.CHOOSE_RIDER, delivery.uuid, style=Style.MAIN)
    return Message.of(
        say(
            "⏰ Order {order} has been waiting for a rider since {time}.",
            order=delivery.order_number,
            time=clock_time(since),
        ),
        rows=((assign,), (_details(say, delivery),)),
    )


def not_accepted(say: Words, delivery: Delivery, since: datetime) -> Message:
    another = say.button(
        "Give to another rider", Verb.CHOOSE_RIDER, delivery.uuid, style=Style.MAIN
    )
    return Message.of(
        say(
            "⏰ {rider} has not accepted order {order} since {time}.",
            rider=_rider(say, delivery),
            order=delivery.order_number,
            time=clock_time(since),
        ),
        say("Call, or give it to somebody else."),
        rows=((another,), (_details(say, delivery),)),
    )


def long_on_the_way(say: Words, delivery: Delivery, since: datetime) -> Message:
    return Message.of(
        say(
            "⏰ Order {order} has been on the way with {rider} since {time}.",
            order=delivery.order_number,
            rider=_rider(say, delivery),
            time=clock_time(since),
        ),
        say("Ask whether everything is all right. The phone numbers are on the private card."),
        rows=((_details(say, delivery),),),
    )


def not_handed_over(say: Words, delivery: Delivery, since: datetime) -> Message:
    handed = say.button("🤝 Handed over", Verb.HANDED_OVER, delivery.uuid, style=Style.MAIN)
    return Message.of(
        say(
            "⏰ {rider} has not confirmed since {time} to have the parcel of order {order}.",
            order=delivery.order_number,
            rider=_rider(say, delivery),
            time=clock_time(since),
        ),
        say("Ask whether the two riders have met. Their numbers are on the private card."),
        rows=((handed,), (_details(say, delivery),)),
    )


def silent_webhooks(say: Words, since: datetime) -> Message:
    return Message.of(
        say(
            "📡 Deliveries change, but the fleet service has reported nothing since {time}.",
            time=clock_time(since),
        ),
        say("I look for changes myself every few minutes, so cards are late, but not wrong."),
        say("/health shows more. At the fleet service, check the address of the webhooks."),
    )


def heading(say: Words, kind: AlarmKind, count: int) -> Html:
    """Return the heading that counts the orders with the same trouble."""
    return Html(f"<b>{say(_HEADINGS[kind], orders=count)}</b>")


def solved(say: Words, kind: AlarmKind) -> Message:
    return Message.of(say(_SOLVED[kind]))


def _rider(say: Words, delivery: Delivery) -> Html:
    return say.value(rider_name(delivery)) if delivery.rider else say("the rider")


def _details(say: Words, delivery: Delivery) -> Button:
    return say.button("Details", Verb.SHOW, delivery.uuid)
