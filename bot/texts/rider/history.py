"""A rider's own history: how much, for what, and one delivery a line."""

from collections.abc import Sequence

from bot.fleet import Delivery, HistoryPeriod, Money, Page
from bot.texts.callbacks import Verb, press
from bot.texts.delivered import HistoryDays, delivered
from bot.texts.html import Html
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
    "Write <code>/history today</code>, <code>yesterday</code> or <code>all</code>,"
    " or days: <code>/history 2026-02-01 to 2026-02-07</code>."
)


def history(
    say: Words,
    asked: HistoryDays,
    page: Page[Delivery],
    fees: Sequence[Money],
    *,
    is_whole: bool,
) -> Message:
    """Show one page of what the reader has delivered, and the fees of all pages."""
    return delivered(
        say,
        _headline(say, asked, page.total),
        asked,
        page,
        fees,
        is_whole=is_whole,
        turn=lambda other, number: press(Verb.HISTORY, tokens=(other.token, number)),
    )


def _headline(say: Words, asked: HistoryDays, count: int) -> Html:
    if asked.days is None:
        return say((_HEADLINES if count else _NOTHING)[asked.period], count=count)
    days = asked.days.written(say)
    return say("📖 <b>Delivered {days}: {count}</b>", days=days, count=count)
