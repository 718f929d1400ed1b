"""What dispatchers read of a shop that cannot have an order ready, and what they write to it."""

from bot.fleet import Delivery
from bot.texts.callbacks import Verb
from bot.texts.html import Html
from bot.texts.message import Ask, FixedMessage, Message, Rows
from bot.texts.names import phone_of, sender_name
from bot.texts.order_lines import phone_line
from bot.texts.words import Words

WORDS_ONLY = FixedMessage("I can only pass on words here. /cancel if not now.")
PASSED_ON = FixedMessage("✔️ The shop reads it.")


def for_dispatcher(say: Words, delivery: Delivery, trouble: str) -> Message:
    """Tell a dispatcher loudly, with the shop's number to call."""
    return Message.of(
        say(
            "⚠️ <b>Order {order}</b>: {shop} says: {trouble}",
            order=delivery.order_number,
            shop=sender_name(delivery),
            trouble=trouble,
        ),
        phone_line(say, phone_of(delivery.sender)),
        rows=_help(say, delivery),
    )


def for_group(say: Words, delivery: Delivery, trouble: str) -> Message:
    """Tell a group of dispatchers, without a name and a number."""
    return Message.of(
        say(
            "⚠️ <b>Order {order}</b>: the shop says: {trouble}",
            order=delivery.order_number,
            trouble=trouble,
        ),
        rows=_help(say, delivery),
    )


def _help(say: Words, delivery: Delivery) -> Rows:
    write = say.button("💬 Message the shop", Verb.MESSAGE_SHOP, delivery.uuid)
    cancel = say.button("Cancel the delivery", Verb.CANCEL_DELIVERY, delivery.uuid)
    return ((write,), (cancel,))


def ask_for_words(say: Words, order: str, *, in_group: bool) -> Message:
    return Message.of(
        say("What should the shop read about order {order}?", order=order),
        say("Everybody in its group reads it.") if in_group else Html(),
        ask=Ask.REPLY,
        hint=say.label("Your message"),
    )


def for_shop(say: Words, order: str, words: str) -> Message:
    return Message.of(
        say("💬 <b>Order {order}</b>, from the dispatcher:", order=order),
        say("“{words}”", words=words),
    )


def nobody_there(say: Words, order: str) -> Message:
    return Message.of(say("Nobody of the shop of order {order} is here. Please call.", order=order))
