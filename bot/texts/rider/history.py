"""A rider's own history: how much, what it has brought, and one delivery a line."""

from bot.fleet import HistoryPeriod
from bot.texts.callbacks import Verb, press
from bot.texts.delivered import DeliveredWork, HistoryDays, delivered
from bot.texts.message import FixedMessage, Message
from bot.texts.words import Words, phrase

_HEADLINES = {
    HistoryPeriod.TODAY: phrase("📖 <b>Delivered today: {count}</b>"),
    HistoryPeriod.YESTERDAY: phrase("📖 <b>Delivered yesterday: {count}</b>"),
    HistoryPeriod.ALL: phrase("📖 <b>Delivered in all: {count}</b>"),
}

_NOTHING = {
    HistoryPeriod.TODAY: phrase("You have delivered nothing yet today."),
    HistoryPeriod.YESTERDAY: phrase("You delivered nothing yesterday."),
    HistoryPeriod.ALL: phrase("You have delivered nothing yet."),
}


HOW_TO_ASK = FixedMessage(
    "Write <code>/history today</code>, <code>yesterday</code>, <code>week</code> or"
    " <code>all</code>, or days: <code>/history 2026-02-01 to 2026-02-07</code>."
)


def history(say: Words, asked: HistoryDays, work: DeliveredWork) -> Message:
    """Show one page of what the reader has delivered, and the sums of all pages."""
    count = work.page.total
    if asked.days:
        days = asked.days.written(say)
        headline = say("📖 <b>Delivered {days}: {count}</b>", days=days, count=count)
    else:
        headline = say((_HEADLINES if count else _NOTHING)[asked.period], count=count)
    return delivered(
        say,
        headline,
        asked,
        work,
        turn=lambda other, number: press(Verb.HISTORY, tokens=(other.token, number)),
    )
