"""The card in a group of dispatchers: which order, how it stands, and whose first name rides."""

from collections.abc import Sequence

from bot.fleet import Delivery
from bot.texts.callbacks import Verb, press
from bot.texts.html import Html
from bot.texts.message import Button, Message, Rows, Style
from bot.texts.moments import clock_time
from bot.texts.names import first_name
from bot.texts.states import state_label
from bot.texts.words import Words


def group_card(say: Words, delivery: Delivery, *, alarms: Sequence[Html] = ()) -> Message:
    """Show a delivery where many people read: nothing of the customers is in it."""
    return Message.of(
        say(
            "📦 <b>Order {order}</b> · {state}",
            order=delivery.order_number,
            state=state_label(say, delivery),
        ),
        _rider(say, delivery),
        _created(say, delivery),
        *alarms,
        rows=_rows(say, delivery),
    )


def _rider(say: Words, delivery: Delivery) -> Html:
    if delivery.rider is None:
        return say("🛵 No rider yet") if delivery.state.is_open else Html()
    return say("🛵 {name}", name=first_name(delivery.rider.name))


def _created(say: Words, delivery: Delivery) -> Html:
    if delivery.created_at is None:
        return Html()
    return say("🕑 Created {time}", time=clock_time(delivery.created_at))


def _rows(say: Words, delivery: Delivery) -> Rows:
    details = say.button("Details", Verb.SHOW, delivery.uuid)
    if not delivery.state.is_open:
        return ((details,),)
    label = say.label("Assign") if delivery.rider is None else say.label("Give to another rider")
    assign = Button(label=label, data=press(Verb.CHOOSE_RIDER, delivery.uuid), style=Style.MAIN)
    return ((assign,), (details,))
