"""What a rider has delivered, as the rider and a dispatcher see it: a page, and its fees."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from bot.fleet import Delivery, HistoryPeriod, Money, Page
from bot.texts import paging
from bot.texts.days import DaySpan, span_of
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
_DAYS_BACK: Mapping[HistoryPeriod, int] = {HistoryPeriod.TODAY: 0, HistoryPeriod.YESTERDAY: 1}


@dataclass(frozen=True, slots=True)
class HistoryDays:
    """Which days of a history are meant: a period of the contract, or `days`."""

    period: HistoryPeriod = HistoryPeriod.TODAY
    days: DaySpan | None = None

    def dates(self, today: date) -> DaySpan | None:
        """Return from when to when it was; `None` is no matter when."""
        if self.period not in _DAYS_BACK:
            return self.days
        day = today - timedelta(days=_DAYS_BACK[self.period])
        return DaySpan(day, day)

    @property
    def token(self) -> str:
        """What a button carries of it."""
        return self.days.token if self.days else self.period.value

    @classmethod
    def read(cls, token: str) -> "HistoryDays":
        """Read back what a button carries; what none does is today."""
        if token in PERIODS:
            return cls(PERIODS[token])
        days = DaySpan.read(token)
        return cls(HistoryPeriod.ALL, days) if days else cls()

    @classmethod
    def said(cls, text: str, today: date) -> "HistoryDays | None":
        """Read what was typed, in English; `None` for what means no days."""
        if text in PERIODS or not text:
            return cls.read(text)
        days = span_of(text, today)
        return cls(HistoryPeriod.ALL, days) if days else None


_LABELS = {
    HistoryPeriod.TODAY: phrase("Today"),
    HistoryPeriod.YESTERDAY: phrase("Yesterday"),
    HistoryPeriod.ALL: phrase("All"),
}


def delivered(
    say: Words,
    headline: Html,
    asked: HistoryDays,
    page: Page[Delivery],
    fees: Sequence[Money],
    *,
    is_whole: bool,
    turn: Callable[[HistoryDays, int], str],
    below: Row = (),
) -> Message:
    """Show one page, and the fees of all pages; `turn` is what the buttons for others send."""
    together = joined((amount(say, money) for money in fees), " + ")
    others = [other for other in map(HistoryDays, PERIODS.values()) if other != asked]
    return Message.of(
        headline,
        say("💰 Delivery fees in total: {fees}", fees=together) if fees else Html(),
        Html() if is_whole else say("Only the newest are counted: there are more."),
        *(_line(say, delivery, asked) for delivery in page.items),
        paging.page_line(say, page),
        rows=(
            *paging.page_buttons(say, page, lambda number: turn(asked, number)),
            tuple(
                Button(label=say.label(_LABELS[one.period]), data=turn(one, 1)) for one in others
            ),
            below,
        ),
    )


def _line(say: Words, delivery: Delivery, asked: HistoryDays) -> Html:
    moment = delivery.dropoff_at
    when = (day if asked.period is HistoryPeriod.ALL else clock_time)(moment) if moment else Html()
    fee = amount(say, delivery.fee) if delivery.fee else Html()
    return joined([when, say.value(delivery.order_number), fee], " · ")
