"""The card in a group of dispatchers: the order, its state and its rider."""

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
    """Show a delivery to many readers: with first names, and a street without a door.

    `told` are lines of people and alarms about it. `can_take`: a dispatcher may ride, too.
    """
    details = say.button("Details", Verb.SHOW, delivery.uuid)
    rows: Rows = ((details,),)
    if delivery.state.is_open:
        assign = parts.assign_button(say, delivery)
        rows = ((assign,), parts.take_row(say, delivery, can_take), (details,))
    return Message.of(
        parts.headline(say, delivery),
        for_everybody(say, delivery),
        parts.rider(say, delivery, rider_name(delivery)),
        parts.handover(say, delivery, handover) if handover else Html(),
        say("🕑 Created {time}", time=clock_time(delivery.created_at))
        if delivery.created_at
        else Html(),
        *told,
        rows=rows,
    )
