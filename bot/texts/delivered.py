"""What a rider has delivered, as the rider and a dispatcher see it: a page, and its fees."""

from collections.abc import Callable, Mapping, Sequence

from bot.fleet import Delivery, HistoryPeriod, Money, Page
from bot.texts import paging
from bot.texts.html import Html, joined
from bot.texts.message import Button, Message, Row
from bot.texts.moments import clock_time, day
from bot.texts.money import amount
from bot.texts.words import Words, phrase

PERIODS: Mapping[str, HistoryPeriod] = {
    "today": HistoryPeriod.TODAY,
    "yesterday": HistoryPeriod.YESTERDAY,
    "all": HistoryPeriod.ALL,
}
"""What can be typed and pressed."""

_LABELS = {
    HistoryPeriod.TODAY: phrase("Today"),
    HistoryPeriod.YESTERDAY: phrase("Yesterday"),
    HistoryPeriod.ALL: phrase("All"),
}


def delivered(
    say: Words,
    headline: Html,
    period: HistoryPeriod,
    page: Page[Delivery],
    fees: Sequence[Money],
    *,
    is_whole: bool,
    turn: Callable[[HistoryPeriod, int], str],
    below: Row = (),
) -> Message:
    """Show one page, and the fees of all pages; `turn` is what the buttons for others send."""
    together = joined((amount(say, money) for money in fees), " + ")
    others = [other for other in PERIODS.values() if other is not period]
    return Message.of(
        headline,
        say("💰 Delivery fees in total: {fees}", fees=together) if fees else Html(),
        Html() if is_whole else say("Only the newest are counted: there are more."),
        *(_line(say, delivery, period) for delivery in page.items),
        paging.page_line(say, page),
        rows=(
            *paging.page_buttons(say, page, lambda number: turn(period, number)),
            tuple(Button(label=say.label(_LABELS[one]), data=turn(one, 1)) for one in others),
            below,
        ),
    )


def _line(say: Words, delivery: Delivery, period: HistoryPeriod) -> Html:
    moment = delivery.dropoff_at
    when = (day if period is HistoryPeriod.ALL else clock_time)(moment) if moment else Html()
    fee = amount(say, delivery.fee) if delivery.fee else Html()
    return joined([when, say.value(delivery.order_number), fee], " · ")
