"""Texts about a delivery's price and payment."""

from collections.abc import Sequence

from bot.fleet import Delivery
from bot.texts.customer.track import MOST
from bot.texts.html import Html
from bot.texts.message import Message
from bot.texts.money import amount
from bot.texts.words import Words


def prices(say: Words, deliveries: Sequence[Delivery], *, is_sender: bool) -> Message:
    """Tell the price of each of these deliveries; a receiver may wonder about the goods, too."""
    return Message.of(
        *(_price(say, delivery) for delivery in deliveries[-MOST:]),
        say("These are the latest {most}. For another one, write its number, too.", most=MOST)
        if len(deliveries) > MOST
        else Html(),
        Html() if is_sender else say("The sender can tell you what the goods cost."),
    )


def _price(say: Words, delivery: Delivery) -> Html:
    order, fee = delivery.order_number, delivery.fee
    if fee is None:
        return Html()
    if fee.amount == 0:
        return say("💳 Order {order}: nothing to pay for the delivery.", order=order)
    price = amount(say, fee)
    if delivery.paid:
        return say(
            "💳 Order {order}: {fee} for the delivery, already paid.", order=order, fee=price
        )
    if delivery.paid is False and delivery.state.is_open:
        return say("💳 Order {order}: {fee} to pay for the delivery.", order=order, fee=price)
    return say("💳 Order {order}: {fee} for the delivery.", order=order, fee=price)
