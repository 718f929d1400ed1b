"""A rider's own history: how much, for what, and one delivery a line."""

from collections.abc import Sequence

from bot.fleet import Delivery, Money, Page, Period
from bot.texts.callbacks import Verb, press
from bot.texts.delivered import delivered
from bot.texts.message import FixedMessage, Message
from bot.texts.words import Words, phrase

_HEADLINES = {
    Period.TODAY: phrase("📖 <b>Delivered today: {count}</b>"),
    Period.YESTERDAY: phrase("📖 <b>Delivered yesterday: {count}</b>"),
    Period.ALL: phrase("📖 <b>Delivered in all: {count}</b>"),
}

_NOTHING = {
    Period.TODAY: phrase("You have delivered nothing yet today."),
    Period.YESTERDAY: phrase("You delivered nothing yesterday."),
    Period.ALL: phrase("You have delivered nothing yet."),
}


HOW_TO_ASK = FixedMessage(
    "Write <code>/history today</code>, <code>yesterday</code> or <code>all</code>."
)


def history(
    say: Words, period: Period, page: Page[Delivery], fees: Sequence[Money], *, is_whole: bool
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
