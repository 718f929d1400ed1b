"""What dispatchers are asked back when they have said something in their own words."""

from collections.abc import Sequence

from bot.texts.callbacks import Verb
from bot.texts.message import Message, Row
from bot.texts.words import Words

_MOST = 6


def for_whom(say: Words, riders: Sequence[tuple[int, str]]) -> Message:
    """Offer to send what was written to riders: (Telegram's user id, name)."""
    if not riders:
        return Message.of(
            say("They cannot be reached here, so I have sent nothing. /rider shows the number.")
        )
    return Message.of(say("💬 Shall I send that?"), rows=_to_riders(say, riders))


def what_is_meant(say: Words, riders: Sequence[tuple[int, str]]) -> Message:
    """Ask what was meant, with riders who are at work to whom it may be written."""
    find = say.button("🔎 Look for it", Verb.FIND_DRAFT)
    order = say.button("📦 Make an order of it", Verb.ORDER_DRAFT)
    return Message.of(
        say("I am not sure what to do with that. What is it?"),
        say("/help shows what you can do."),
        rows=(*_to_riders(say, riders), (find, order)),
    )


def something_else_open(say: Words) -> Message:
    return Message.of(
        say("I am not sure what to do with that, and something else is not finished yet."),
        say("Go on with it, or leave it with /cancel and write this again."),
    )


def _to_riders(say: Words, riders: Sequence[tuple[int, str]]) -> tuple[Row, ...]:
    return tuple(
        (say.button("💬 Send to {name}", Verb.SEND_DRAFT, tokens=(user_id,), name=name),)
        for user_id, name in riders[:_MOST]
    )


def sent(say: Words, name: str) -> Message:
    return Message.of(say("✔️ Sent to {name}.", name=name))


def too_late(say: Words) -> Message:
    return Message.of(say("That was too long ago. Please write it again."))
