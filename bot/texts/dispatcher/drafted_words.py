"""What dispatchers are asked back when they have said something in their own words."""

from collections.abc import Sequence

from bot.parsing.phones import readable
from bot.texts.callbacks import Verb
from bot.texts.message import Message, Rows, column
from bot.texts.order_lines import phone_line
from bot.texts.words import Words

_MOST = 6


def for_whom(say: Words, riders: Sequence[tuple[int, str]]) -> Message:
    """Offer to send what was written to riders: (Telegram's user id, name)."""
    if not riders:
        return Message.of(
            say("📵 Not sent: they are not here now. /rider shows the number to call.")
        )
    return Message.of(say("💬 Shall I send that?"), rows=_to_people(say, riders))


def tell_customer(say: Words, customers: Sequence[tuple[int, str, str]], words: str) -> Message:
    """Offer to send words to customers: (Telegram's user id, order number, name)."""
    rows = _to_people(say, [(user_id, name) for user_id, _, name in customers])
    asked = (
        say("💬 Order {order}: shall I tell {name} this?", order=order, name=name)
        for _, order, name in customers[:_MOST]
    )
    return Message.of(*asked, say.quoted(words), rows=rows)


def customer_not_here(say: Words, order: str, name: str, number: str, code: str) -> Message:
    return Message.of(
        say(
            "{name} of order {order} does not write here: nothing was sent.", name=name, order=order
        ),
        phone_line(say, readable(number, code)),
    )


def what_is_meant(say: Words, riders: Sequence[tuple[int, str]]) -> Message:
    """Ask what was meant, with riders who are at work to whom it may be written."""
    find = say.button("🔎 Search", Verb.FIND_DRAFT)
    order = say.button("📦 New order", Verb.ORDER_DRAFT)
    return Message.of(
        say("What shall I do with that?"),
        say("/help shows what you can do."),
        rows=(*_to_people(say, riders), (find, order)),
    )


def something_else_open(say: Words) -> Message:
    return Message.of(
        say("✋ Finish what is open first, or leave it with /cancel. Then write this again."),
    )


def _to_people(say: Words, people: Sequence[tuple[int, str]]) -> Rows:
    return column(
        say.button("💬 Send to {name}", Verb.SEND_DRAFT, tokens=(user_id,), name=name)
        for user_id, name in people[:_MOST]
    )


def sent(say: Words, name: str) -> Message:
    return Message.of(say("✔️ Sent to {name}.", name=name))


def too_late(say: Words) -> Message:
    return Message.of(say("That was too long ago. Please write it again."))
