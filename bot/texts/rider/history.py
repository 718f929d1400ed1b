"""A rider's own history: how much, for what, and one delivery a line."""

from collections.abc import Sequence

from bot.fleet import Delivery, HistoryPeriod, Money, Page
from bot.texts.callbacks import Verb, press
from bot.texts.delivered import delivered
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
    "Write <code>/history today</code>, <code>yesterday</code> or <code>all</code>."
)


def history(
    say: Words,
    period: HistoryPeriod,
    page: Page[Delivery],
    fees: Sequence[Money],
    *,
    is_whole: bool,
) -> Message:
    """Show one page of what the reader has delivered, and the fees of all pages."""
    headline = _HEADLINES[period] if page.total else _NOTHING[period]
    return delivered(
        say,
        say(headline, count=page.total),
        period,
        page,
        fees,
        is_whole=is_whole,
        turn=lambda period, number: press(Verb.HISTORY, tokens=(period.value, number)),
    )
