"""Texts for dispatchers when a job does not reach its rider here."""

from collections.abc import Mapping

from bot.domain.person import Standing
from bot.fleet import Delivery
from bot.texts.callbacks import Verb
from bot.texts.message import Message, Style
from bot.texts.names import phone_of, rider_name
from bot.texts.order_lines import phone_line
from bot.texts.words import Words, phrase

_WHY: Mapping[Standing, str] = {
    Standing.STOPPED: phrase(
        "📵 {rider} does not get <b>order {order}</b> here: the bot is stopped."
    ),
    Standing.BLOCKED: phrase(
        "📵 {rider} does not get <b>order {order}</b> here: the bot is blocked."
    ),
}


def not_got(say: Words, delivery: Delivery, standing: Standing) -> Message:
    name = delivery.rider.name if delivery.rider else ""
    another = say.button(
        "Give to another rider", Verb.CHOOSE_RIDER, delivery.uuid, style=Style.MAIN
    )
    return Message.of(
        say(_WHY[standing], rider=name, order=delivery.order_number),
        phone_line(say, phone_of(delivery.rider)),
        say("Call, or give it to somebody else."),
        rows=((another,),),
    )


def not_got_for_groups(say: Words, delivery: Delivery) -> Message:
    """Tell a group, with the rider's first name and without the phone number."""
    name, order = rider_name(delivery), delivery.order_number
    another = say.button(
        "Give to another rider", Verb.CHOOSE_RIDER, delivery.uuid, style=Style.MAIN
    )
    return Message.of(
        say("📵 {rider} does not get <b>order {order}</b> here.", rider=name, order=order),
        say("Call, or give it to somebody else."),
        rows=((another,),),
    )
