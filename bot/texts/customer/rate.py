"""Texts about stars for a delivery: the request, the thanks, and the line for dispatchers."""

from collections.abc import Sequence

from bot.domain.limits import RATED_WITHIN
from bot.fleet import Delivery
from bot.texts.callbacks import Verb, press
from bot.texts.customer.tip import tip_row
from bot.texts.html import OWN_WORDS, Html, escaped
from bot.texts.message import Ask, Button, FixedMessage, Message, Row
from bot.texts.names import party_name, rider_name
from bot.texts.words import Words

MOST = 5

WHAT_WENT_WRONG = FixedMessage(
    "I am sorry to hear that. What went wrong?",
    "I pass your words on to the dispatchers. /cancel if you would rather not say.",
    ask=Ask.REPLY,
    hint="What went wrong?",
)
PASSED_ON = FixedMessage("Thank you. The dispatchers have it now.")


def stars_row(delivery: str, given: int = 0) -> Row:
    """Make the buttons with the stars, and mark the one that was pressed."""
    return tuple(
        Button(
            label=f"● {stars} ⭐" if stars == given else f"{stars} ⭐",
            data=press(Verb.RATE, delivery, tokens=(stars,)),
        )
        for stars in range(1, MOST + 1)
    )


def ask(say: Words, delivery: Delivery, given: int = 0) -> Message:
    return Message.of(
        say("How was the delivery of <b>order {order}</b>?", order=delivery.order_number),
        rows=(stars_row(delivery.uuid, given),),
    )


def thanks(say: Words, delivery: Delivery, given: int, *, can_tip: bool) -> Message:
    """Show the stars, which can be changed, and below them the button for a tip."""
    return Message.of(
        say("✅ Order {order} was delivered.", order=delivery.order_number),
        say.many(
            "You gave <b>{count} star</b>. Thank you! You can change it for a day.",
            "You gave <b>{count} stars</b>. Thank you! You can change it for a day.",
            count=given,
        ),
        rows=(stars_row(delivery.uuid, given), tip_row(say, delivery) if can_tip else ()),
    )


def nothing_to_rate(say: Words) -> Message:
    return Message.of(
        say.many(
            "Nothing was delivered to you in the last {count} day."
            " /track shows what is on the way.",
            "Nothing was delivered to you in the last {count} days."
            " /track shows what is on the way.",
            count=RATED_WITHIN.days,
        )
    )


def not_delivered(say: Words, order: str) -> Message:
    """Answer alike for other people's orders, unfinished orders, and orders that do not exist."""
    return Message.of(
        say(
            "I find no order {order} that was delivered to you. /rate asks for the latest.",
            order=order,
        )
    )


def complaint(say: Words, delivery: Delivery, party: str, given: int, words: str) -> Message:
    head = say.many(
        "⭐ Order {order}, rider {rider}: {count} star of {most}.",
        "⭐ Order {order}, rider {rider}: {count} stars of {most}.",
        count=given,
        order=delivery.order_number,
        rider=rider_name(delivery),
        most=MOST,
    )
    text = escaped(words, OWN_WORDS)
    name = party_name(delivery, party)
    if not name:
        return Message.of(head, say("The sender: “{words}”", words=text))
    return Message.of(head, say("{name}: “{words}”", name=name, words=text))


def line(say: Words, given: Sequence[int]) -> Html:
    """Show the stars that customers gave, on a dispatcher's card."""
    shown = say.listed(f"{stars}/{MOST}" for stars in given)
    return say("⭐ {stars}", stars=shown)
