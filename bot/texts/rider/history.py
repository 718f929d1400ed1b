"""A rider's own history: how much, for what, and one delivery a line."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bot.fleet import Delivery, Money, Page, Period
from bot.texts import paging
from bot.texts.callbacks import Verb, press
from bot.texts.html import Html, joined
from bot.texts.message import Button, FixedMessage, Message, Row
from bot.texts.moments import clock_time, day
from bot.texts.money import amount
from bot.texts.words import Words, phrase

PERIODS: Mapping[str, Period] = MappingProxyType(
    {"today": Period.TODAY, "yesterday": Period.YESTERDAY, "all": Period.ALL}
)
"""What can be typed and pressed."""

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

_LABELS = {
    Period.TODAY: phrase("Today"),
    Period.YESTERDAY: phrase("Yesterday"),
    Period.ALL: phrase("All"),
}

HOW_TO_ASK = FixedMessage(
    "Write <code>/history today</code>, <code>yesterday</code> or <code>all</code>."
)


def history(
    say: Words, period: Period, page: Page[Delivery], fees: Sequence[Money], *, is_whole: bool
) -> Message:
    """Show one page of what the reader has delivered, and the fees of all pages."""
    together = joined((amount(say, money) for money in fees), " + ")
    return Message.of(
        say(_HEADLINES[period], count=page.total) if page.total else say(_NOTHING[period]),
        say("💰 Delivery fees together: {fees}", fees=together) if fees else Html(),
        Html() if is_whole else say("Only the newest are counted: there are more."),
        *(_line(say, delivery, period) for delivery in page.items),
        paging.page_line(say, page),
        rows=(
            *paging.page_buttons(say, page, lambda number: _press(period, number)),
            _periods(say, period),
        ),
    )


def _line(say: Words, delivery: Delivery, period: Period) -> Html:
    moment = delivery.dropoff_at
    when = (day if period is Period.ALL else clock_time)(moment) if moment else Html()
    fee = amount(say, delivery.fee) if delivery.fee else Html()
    return joined([when, say.value(delivery.order_number), fee], " · ")


def _periods(say: Words, shown: Period) -> Row:
    others = [period for period in PERIODS.values() if period is not shown]
    return tuple(Button(label=say.label(_LABELS[p]), data=_press(p, 1)) for p in others)


def _press(period: Period, number: int) -> str:
    return press(Verb.HISTORY, tokens=(period.value, number))
