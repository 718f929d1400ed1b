"""Ready when? The question to a shop about an order, its one-tap answers, and its lines."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from bot.domain.known_delivery import DeliveryRow
from bot.domain.limits import READY_MINUTES, READY_MUCH_LATER
from bot.store.ready_times import ReadyTime, Trouble
from bot.texts.callbacks import Verb
from bot.texts.html import Html
from bot.texts.message import Ask, Button, FixedMessage, Message, Row, column
from bot.texts.moments import clock_time
from bot.texts.words import Words, phrase

NOW, A_TIME, LATER, PROBLEM = "0", "time", "later", "problem"
"""Answers of a button besides a number of minutes and a trouble."""

_NOTHING = "nothing"
"""The answer that only deletes its message."""

TROUBLES: Mapping[Trouble, str] = {
    Trouble.OUT_OF_STOCK: phrase("📭 Out of stock"),
    Trouble.CLOSED: phrase("🔒 Closed"),
    Trouble.TOO_LATE: phrase("🌙 Too late for today"),
}

NO_TIME = FixedMessage("Please write a time in the coming hours, such as 19:20.")
OVER = FixedMessage("This order does not wait at the shop any more.")
PROBLEM_BUTTON = phrase("⚠️ Problem")


def minutes_row(say: Words, verb: Verb, delivery: str, minutes: Iterable[int]) -> Row:
    return tuple(
        say.button("{count} min", verb, delivery, tokens=(count,), count=count) for count in minutes
    )


def now_button(say: Words, verb: Verb, delivery: str) -> Button:
    return say.button("✅ Now", verb, delivery, tokens=(NOW,))


def time_button(say: Words, verb: Verb, delivery: str) -> Button:
    return say.button("🕐 A time", verb, delivery, tokens=(A_TIME,))


def times(say: Words, row: DeliveryRow) -> Message:
    """Offer the times again, to a shop with several orders on one card or with another answer."""
    chosen = Verb.READY_CHOSEN
    first = (now_button(say, chosen, row.uuid),)
    minutes = minutes_row(say, chosen, row.uuid, READY_MINUTES)
    a_time = (time_button(say, chosen, row.uuid),)
    problem = (say.button(PROBLEM_BUTTON, chosen, row.uuid, tokens=(PROBLEM,)),)
    return _asked(say, row, first, minutes, a_time, problem)


def much_later(say: Words, row: DeliveryRow) -> Message:
    """Offer more minutes in a group, where no time can be typed."""
    return _asked(say, row, minutes_row(say, Verb.READY_CHOSEN, row.uuid, READY_MUCH_LATER))


def troubles(say: Words, row: DeliveryRow) -> Message:
    answers = column(
        say.button(label, Verb.READY_CHOSEN, row.uuid, tokens=(trouble,))
        for trouble, label in TROUBLES.items()
    )
    return Message.of(
        say("⚠️ Order {order}: what is wrong?", order=row.order_number),
        rows=(*answers, _leave(say, row)),
    )


def _asked(say: Words, row: DeliveryRow, *rows: Row) -> Message:
    asked = say("🍳 Order {order}: ready when?", order=row.order_number)
    return Message.of(asked, rows=(*rows, _leave(say, row)))


def _leave(say: Words, row: DeliveryRow) -> Row:
    return (say.button("Cancel", Verb.READY_CHOSEN, row.uuid, tokens=(_NOTHING,)),)


def ask_for_time(say: Words, row: DeliveryRow) -> Message:
    """Ask for a time of day, in a private chat."""
    return Message.of(
        say("🍳 At what time is order {order} ready?", order=row.order_number),
        ask=Ask.REPLY,
        hint=say.label("Such as 19:20"),
    )


def answer_line(say: Words, said: ReadyTime) -> Html:
    """Show a shop its answer, and who has given it."""
    name = said.said_name or "?"
    trouble = trouble_words(say, said.trouble)
    if trouble:
        return say("{trouble} · {name}. The dispatcher knows.", trouble=trouble, name=name)
    if said.ready_at is None:
        return Html()
    return say("✅ Ready at {time} · {name}", time=clock_time(said.ready_at), name=name)


def ready_line(say: Words, row: DeliveryRow, now: datetime) -> Html:
    """Show people who work here when an order is ready, or which trouble the shop has with it."""
    trouble = trouble_words(say, row.trouble)
    if trouble:
        return say("🍳 The shop says: {trouble}", trouble=trouble)
    if row.ready_at is None:
        return Html()
    if row.ready_at <= now:
        return say("🍳 Ready now")
    return say("🍳 Ready {time}", time=clock_time(row.ready_at))


def trouble_words(say: Words, trouble: str | None) -> str:
    """Return the shop's trouble with an order in a few words; empty if it has none."""
    return say.label(TROUBLES[Trouble(trouble)]) if trouble else ""


def ready_later(say: Words, row: DeliveryRow, ready_at: datetime) -> Message:
    """Tell a rider that an order will be ready later than they were told."""
    return Message.of(
        say(
            "🍳 Order {order} is ready later: {time}.",
            order=row.order_number,
            time=clock_time(ready_at),
        )
    )
