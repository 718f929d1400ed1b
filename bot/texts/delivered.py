"""A rider's past deliveries, as the rider and a dispatcher see them: a page, and all sums."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from bot.domain.earnings import NOTHING, Earned, EarningSums
from bot.fleet import Delivery, HistoryPeriod, Money, Page
from bot.identifiers import DeliveryUuid
from bot.texts import earnings, pagination
from bot.texts.days import DaySpan, span_of, written_day
from bot.texts.html import Html, dotted
from bot.texts.message import Button, Message, Row
from bot.texts.moments import clock_time, day
from bot.texts.money import amount, amounts
from bot.texts.words import Words, phrase

PERIODS: Mapping[str, HistoryPeriod] = {
    "today": HistoryPeriod.TODAY,
    "yesterday": HistoryPeriod.YESTERDAY,
    "all": HistoryPeriod.ALL,
}
_PARTS = 14


@dataclass(frozen=True, slots=True)
class HistoryDays:
    """The days of a history: a period of the contract, or `days`."""

    period: HistoryPeriod = HistoryPeriod.TODAY
    days: DaySpan | None = None

    def dates(self, today: date) -> DaySpan | None:
        """Return the first and the last day; `None` for any day."""
        return self.days if self.period is HistoryPeriod.ALL else span_of(self.period, today)

    @classmethod
    def last_week(cls, today: date) -> "HistoryDays":
        return cls(HistoryPeriod.ALL, span_of("week", today))

    @property
    def token(self) -> str:
        """The days as a button carries them."""
        return self.days.token if self.days else self.period.value

    @classmethod
    def read(cls, token: str) -> "HistoryDays":
        """Read the days that a button carries; today if the token holds none."""
        if token in PERIODS:
            return cls(PERIODS[token])
        days = DaySpan.read(token)
        return cls(HistoryPeriod.ALL, days) if days else cls()

    @classmethod
    def said(cls, text: str, today: date) -> "HistoryDays | None":
        """Read typed days, in English; `None` if the text means no days."""
        if text in PERIODS or not text:
            return cls.read(text)
        days = span_of(text, today)
        return cls(HistoryPeriod.ALL, days) if days else None


_LABELS = {
    HistoryPeriod.TODAY: phrase("Today"),
    HistoryPeriod.YESTERDAY: phrase("Yesterday"),
    HistoryPeriod.ALL: phrase("All"),
}


@dataclass(frozen=True, slots=True)
class DeliveredPart:
    """The deliveries of one day, or of the week that begins with it: their count and earnings."""

    first: date
    is_week: bool
    count: int
    earnings: EarningSums


@dataclass(frozen=True, slots=True)
class DeliveredWork:
    """One page of a rider's past deliveries, and the sums of all pages.

    Without `is_whole` there are more deliveries than were counted.
    """

    page: Page[Delivery]
    fees: Sequence[Money]
    earned: Mapping[DeliveryUuid, Earned]
    earnings: EarningSums
    parts: Sequence[DeliveredPart]
    is_whole: bool
    today: date


def delivered(
    say: Words,
    headline: Html,
    asked: HistoryDays,
    work: DeliveredWork,
    *,
    turn: Callable[[HistoryDays, int], str],
    below: Row = (),
) -> Message:
    """Show one page, and the sums of all pages; `turn` makes the data of the buttons for others."""
    # Only the first page has the sums of days and weeks; the other pages go on with lines.
    parts = work.parts if work.page.number == 1 else ()
    other_days = {HistoryDays(period): label for period, label in _LABELS.items()}
    other_days[HistoryDays.last_week(work.today)] = phrase("7 days")
    other_days.pop(asked, None)
    return Message.of(
        headline,
        say("💰 Delivery fees in total: {fees}", fees=amounts(say, work.fees))
        if work.fees
        else Html(),
        earnings.line(say, work.earnings),
        Html() if work.is_whole else say("Only the newest are counted: there are more."),
        *(_part(say, part) for part in parts[:_PARTS]),
        *(_line(say, one, asked, work) for one in work.page.items),
        pagination.page_line(say, work.page),
        rows=(
            *pagination.page_buttons(say, work.page, lambda number: turn(asked, number)),
            tuple(
                Button(label=say.label(label), data=turn(days, 1))
                for days, label in other_days.items()
            ),
            below,
        ),
    )


def _part(say: Words, part: DeliveredPart) -> Html:
    """Tell the count and earnings of one day or week."""
    first = written_day(say, part.first)
    day = say("Week of {day}", day=first) if part.is_week else first
    count = say("{count} delivered", count=part.count)
    brought = earnings.amounts(say, part.earnings)
    return Html(f"🗓 {dotted(day, count, brought)}")


def _line(say: Words, delivery: Delivery, asked: HistoryDays, work: DeliveredWork) -> Html:
    moment = delivery.dropoff_at
    # Within one day, show each delivery's time; over several days, show its day.
    written = day if asked.period is HistoryPeriod.ALL else clock_time
    when = written(moment) if moment else Html()
    fee = amount(say, delivery.fee) if delivery.fee else Html()
    brought = earnings.of_one(say, work.earned.get(delivery.uuid, NOTHING))
    return dotted(when, say.value(delivery.order_number), fee, brought)
