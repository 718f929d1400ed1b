"""Messages between customers and riders through the bot, without phone numbers or surnames."""

from collections.abc import Sequence

from bot.domain.limits import ANSWERED_WITHIN, RELAYED_AN_HOUR
from bot.fleet import Delivery
from bot.texts.callbacks import TO_STAFF, Verb, press
from bot.texts.html import OWN_WORDS, Html, escaped
from bot.texts.message import Ask, Attachment, Button, FixedMessage, Message, Rows, Style, column
from bot.texts.moments import minutes
from bot.texts.names import party_name, rider_name
from bot.texts.words import Words, phrase

LONGEST = OWN_WORDS
"""The most characters of one message."""

TOO_LATE = FixedMessage("That was too long ago. Please write it again.")
ONLY_WORDS_AND_PICTURES = FixedMessage("Please send words, a photo or a voice message, or /cancel.")


def ask_for_rider(say: Words, delivery: Delivery) -> Message:
    name = rider_name(delivery) or say("the rider")
    return _asked(say, delivery, name)


def ask_for_customer(say: Words, delivery: Delivery, party: str) -> Message:
    name = party_name(delivery, party) or say("the sender")
    return _asked(say, delivery, name)


def _asked(say: Words, delivery: Delivery, name: str) -> Message:
    order = delivery.order_number
    question = say("💬 Order {order}: what shall I tell {name}?", order=order, name=name)
    hint = say("Words, a photo or a voice message; never a code. /cancel if not now.")
    return Message.of(question, hint, ask=Ask.REPLY, hint=say.label("Your message"))


def write_button(say: Words, delivery: str, *, to_rider: bool) -> Button:
    """Return the button to write to the rider of a parcel, or else to the dispatchers."""
    if to_rider:
        return say.button("💬 Message the rider", Verb.MESSAGE_RIDER, delivery)
    return say.button("💬 Message us", Verb.WRITE, delivery, tokens=(TO_STAFF,))


def may_be_sent(say: Words, delivery: Delivery, party: str, words: str) -> Message:
    """Offer a rider to send these words to the customer."""
    name, order = party_name(delivery, party), delivery.order_number
    send = say.button("💬 Send to {name}", Verb.SEND_TO_CUSTOMER, delivery.uuid, name=name)
    return Message.of(
        say("💬 Order {order}: shall I tell {name} this?", order=order, name=name),
        say.quoted(words),
        rows=((send,),),
    )


def from_customer(say: Words, delivery: Delivery, party: str, user_id: int, words: str) -> Message:
    name = party_name(delivery, party)
    order = delivery.order_number
    head = (
        say("💬 Message from {name}, the customer of <b>order {order}</b>:", name=name, order=order)
        if name
        else say("💬 Message from the sender of <b>order {order}</b>:", order=order)
    )
    reply = press(Verb.MESSAGE_CUSTOMER, delivery.uuid, tokens=(user_id,))
    return _brought(say, head, words, reply)


def from_rider(say: Words, delivery: Delivery, words: str, *, on_page: bool = False) -> Message:
    """Show a customer a rider's words; a reader on a page answers there, and not by a button."""
    name = rider_name(delivery) or say("the rider")
    head = say(
        "💬 Message from {name}, the rider of <b>order {order}</b>:",
        name=name,
        order=delivery.order_number,
    )
    if on_page:
        return Message.of(head, escaped(words, OWN_WORDS) if words else Html())
    return _brought(say, head, words, press(Verb.MESSAGE_RIDER, delivery.uuid))


def _brought(say: Words, head: Html, words: str, reply: str) -> Message:
    button = Button(label=say.label("💬 Reply"), data=reply, style=Style.MAIN)
    return Message.of(
        head,
        escaped(words, OWN_WORDS) if words else Html(),
        say(
            "Tap <b>Reply</b>, or just write within {span}: I pass it on.",
            span=minutes(say, ANSWERED_WITHIN),
        ),
        rows=((button,),),
    )


def with_attachment(message: Message, attachment: Attachment | None) -> Message:
    """Put an attachment above the words."""
    return message.model_copy(update={"attachment": attachment})


def sent_to_rider(say: Words, delivery: Delivery) -> Message:
    return Message.of(say("✔️ Sent to {name}.", name=rider_name(delivery) or say("the rider")))


def sent_to_customer(say: Words, delivery: Delivery, party: str) -> Message:
    return Message.of(
        say("✔️ Sent to {name}.", name=party_name(delivery, party) or say("the sender"))
    )


def over(say: Words, order: str) -> Message:
    return Message.of(
        say("Order {order} is over, or somebody else has it now.", order=order),
        say("Questions? Write here, and a person reads it."),
    )


def not_here(say: Words, order: str) -> Message:
    return Message.of(
        say("Order {order}: they cannot be reached here now.", order=order),
        say("Questions? Write here, and a person reads it."),
    )


def too_many(say: Words) -> Message:
    return Message.of(
        say.many(
            "That was {count} message within an hour; I pass on no more of them for now.",
            "Those were {count} messages within an hour; I pass on no more of them for now.",
            count=RELAYED_AN_HOUR,
        ),
        say("If it is urgent, please ask the dispatcher."),
    )


def too_long(say: Words) -> Message:
    return Message.of(
        say("That is too long. Please write at most {most} characters.", most=LONGEST)
    )


def customer_buttons(say: Words, delivery: Delivery, contacts: Sequence[tuple[str, int]]) -> Rows:
    """Make the buttons with which a rider writes to customers: (party, Telegram's user id)."""
    buttons = []
    for party, user_id in contacts:
        name = party_name(delivery, party)
        label = phrase("💬 Message {name}") if name else phrase("💬 Message the sender")
        write = say.button(
            label, Verb.MESSAGE_CUSTOMER, delivery.uuid, tokens=(user_id,), name=name
        )
        buttons.append(write)
    return column(buttons)
