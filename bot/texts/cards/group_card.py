"""The card in a group of dispatchers: which order it is, how it stands, and who rides."""

from collections.abc import Sequence

from bot.fleet import Delivery
from bot.store.handovers import StreetHandover
from bot.texts.callbacks import Verb
from bot.texts.cards import parts
from bot.texts.html import Html
from bot.texts.message import Message, Rows
from bot.texts.moments import clock_time
from bot.texts.names import rider_name
from bot.texts.order_lines import for_everybody
from bot.texts.words import Words


def group_card(
    say: Words,
    delivery: Delivery,
    *,
    told: Sequence[Html] = (),
    handover: StreetHandover | None = None,
    can_take: bool = False,
) -> Message:
    """Show a delivery where many people read: first names, and a street without a door.

    `told` is what people and alarms say of it. `can_take`: who dispatches may ride, too.
    """
    return Message.of(
        parts.headline(say, delivery),
        for_everybody(say, delivery),
        parts.rider(say, delivery, rider_name(delivery)),
        parts.handover(say, delivery, handover) if handover else Html(),
        _created(say, delivery),
        *told,
        rows=_rows(say, delivery, can_take=can_take),
    )


def _created(say: Words, delivery: Delivery) -> Html:
    if delivery.created_at is None:
        return Html()
    return say("🕑 Created {time}", time=clock_time(delivery.created_at))


def _rows(say: Words, delivery: Delivery, *, can_take: bool) -> Rows:
    details = say.button("Details", Verb.SHOW, delivery.uuid)
    if not delivery.state.is_open:
        return ((details,),)
    return (
        (parts.assign_button(say, delivery),),
        parts.take_row(say, delivery, can_take),
        (details,),
    )
