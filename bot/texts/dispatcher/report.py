"""The report on the work of some days, in words. Chart and table have separate modules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from babel.numbers import format_decimal

from bot.domain.cash import Cash, CashSums, EntryKind
from bot.domain.earnings import EarningSums
from bot.fleet import Money, State
from bot.identifiers import RiderUuid
from bot.texts import earnings
from bot.texts.callbacks import Verb
from bot.texts.cash import for_goods
from bot.texts.days import written_day
from bot.texts.html import Html, dotted, joined
from bot.texts.message import File, FixedMessage, Message, Picture
from bot.texts.money import amount, amounts
from bot.texts.reasons import why
from bot.texts.words import Words, phrase

COUNTING = FixedMessage("📊 One moment, I am counting…")
HOW_TO_ASK = FixedMessage(
    "Write <code>/report</code> for today, <code>/report week</code> for the last 7 days,"
    " or a date: <code>/report 2026-03-14</code>"
)
GIVEN_UP = FixedMessage(
    "❌ There is no report: the fleet service does not answer. Please try again later."
)


@dataclass(frozen=True, slots=True)
class RiderFigures:
    """One rider's deliveries; `stars` is the average of what customers gave.

    If the rider's uuid is unknown, `rider` is their name.
    """

    rider: RiderUuid
    name: str
    delivered: int
    fees: Sequence[Money]
    stars: float | None
    earnings: EarningSums


@dataclass(frozen=True, slots=True)
class MoneyFigures:
    """A rider's payments at doors, hand-ins and earnings, in one currency.

    Without a name, these are the sums of all riders.
    """

    name: str
    sums: CashSums
    earnings: EarningSums


@dataclass(frozen=True, slots=True)
class HoursFigures:
    """How long one rider was on duty; `is_marked` if a shift in it has no known end."""

    rider: RiderUuid
    name: str
    worked: timedelta
    is_marked: bool

    @property
    def written(self) -> str:
        """Hours and minutes, as `9:05`."""
        minutes = int(self.worked / timedelta(minutes=1))
        return f"{minutes // 60}:{minutes % 60:02}"


_CASH: Mapping[EntryKind, str] = {
    EntryKind.COLLECTED: phrase("💵 collected: {amount}"),
    EntryKind.TRANSFER: phrase("💳 by transfer: {amount}"),
    EntryKind.UNPAID: phrase("⚠️ not paid: {amount}"),
    EntryKind.HANDED_IN: phrase("🤝 handed in: {amount}"),
}
CASH_KINDS = tuple(_CASH)
"""The kinds of cash entries in the report, in their order."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures from one day to another, both included, in the business's time zone.

    `created` deliveries were created in these days, and `states` counts their present states. The
    other figures are about deliveries that arrived in these days, whenever they were created;
    `median` is the time from pickup to drop-off. The cash in `money` was recorded in these days,
    and its earnings are from the deliveries that arrived in them.
    """

    first: date
    last: date
    created: int
    states: Mapping[State, int]
    failed_attempts: int
    delivered: int
    fees: Sequence[Money]
    median: timedelta | None
    riders: Sequence[RiderFigures]
    hours: Sequence[HoursFigures] = ()
    money: Sequence[MoneyFigures] = ()
    money_of_all: Sequence[MoneyFigures] = ()


_STATES: Mapping[State, str] = {
    State.DELIVERED: phrase("✅ delivered: {count}"),
    State.IN_TRANSIT: phrase("🛵 on the way: {count}"),
    State.FAILED: phrase("⚠️ attempt failed: {count}"),
    State.ACCEPTED: phrase("👍 accepted by a rider: {count}"),
    State.AWAITING_PICKUP: phrase("🕓 waiting for pickup: {count}"),
    State.PENDING: phrase("🆕 waiting for a rider: {count}"),
    State.CANCELLED: phrase("❌ cancelled: {count}"),
    State.DECLINED: phrase("❌ declined: {count}"),
    State.UNKNOWN: phrase("❔ in another state: {count}"),
}

PERIODS: Mapping[str, str] = {
    "day": phrase("Today"),
    "yesterday": phrase("Yesterday"),
    "week": phrase("7 days"),
}
"""The buttons of the report, by the period that they send."""


def report(say: Words, figures: Figures) -> Message:
    """Show all figures, the riders with most deliveries first."""
    days = written_day(say, figures.first)
    if figures.first != figures.last:
        days = say("{first} to {last}", first=days, last=written_day(say, figures.last))
    hours = [
        dotted(
            say.value(each.name),
            Html(f"🕒 {each.written}"),
            say("⚠️ no end was said") if each.is_marked else Html(),
        )
        for each in figures.hours
    ]
    # The total of cash comes first, then each rider who has any.
    cash = [_cash_line(say, each) for each in (*figures.money_of_all, *figures.money)]
    periods = [say.button(text, Verb.REPORT, tokens=(name,)) for name, text in PERIODS.items()]
    return Message.of(
        say("📊 <b>Report · {days}</b>", days=days),
        say("<b>Created: {count}</b>", count=figures.created),
        *(
            say(text, count=figures.states[state])
            for state, text in _STATES.items()
            if figures.states.get(state)
        ),
        say("<b>Delivered in this time: {count}</b>", count=figures.delivered),
        say("💰 Delivery fees: {fees}", fees=amounts(say, figures.fees))
        if figures.fees
        else Html(),
        _median(say, figures.median),
        say("⚠️ Failed attempts: {count}", count=figures.failed_attempts),
        say("<b>Riders</b>") if figures.riders else Html(),
        *(_rider_line(say, rider) for rider in figures.riders),
        say("<b>Hours on duty</b>") if hours else Html(),
        *hours,
        say("<b>Cash</b>") if any(cash) else Html(),
        *cash,
        rows=(tuple(periods),),
    )


def _median(say: Words, median: timedelta | None) -> Html:
    if median is None:
        return Html()
    # Less than half a minute would show as zero.
    minutes = max(1, round(median / timedelta(minutes=1)))
    return say.many(
        "⏱ Typical: {count} minute from pickup to the door.",
        "⏱ Typical: {count} minutes from pickup to the door.",
        count=minutes,
    )


def _rider_line(say: Words, rider: RiderFigures) -> Html:
    stars = Html()
    if rider.stars is not None:
        average = format_decimal(round(rider.stars, 1), format="0.0", locale=say.locale)
        stars = say("⭐️ {stars}", stars=average)
    return dotted(
        say.value(rider.name),
        say("{count} delivered", count=rider.delivered),
        amounts(say, rider.fees),
        stars,
        earnings.line(say, rider.earnings),
    )


def _cash_line(say: Words, of: MoneyFigures) -> Html:
    kinds = []
    for kind, text in _CASH.items():
        cash = of.sums.of(kind)
        if not cash.hundredths:
            continue
        # Only collected cash shows how much of it is for the goods.
        of_it = Cash(of.sums.goods if kind is EntryKind.COLLECTED else 0, of.sums.currency)
        written = say(text, amount=amount(say, cash.money))
        kinds.append(joined([written, for_goods(say, of_it)], ", "))
    name = say.value(of.name) if of.name else say("<b>In all</b>")
    return dotted(name, *kinds) if kinds else Html()


def chart(say: Words, picture: bytes, *, by_hour: bool) -> Message:
    """Show the chart; its words stand below it, for in it there are only numbers."""
    axis = say("Across: the hour of the day.") if by_hour else say("Across: the day of the month.")
    return Message.of(
        say("Light bars: created. Dark bars: delivered."), axis, attachment=Picture(content=picture)
    )


def table(say: Words, content: bytes, figures: Figures) -> Message:
    name = f"deliveries-{figures.first.isoformat()}-{figures.last.isoformat()}.csv"
    return Message.of(
        say("Every delivery of the report, for a spreadsheet."),
        attachment=File(name=name, content=content),
    )


def money_table(say: Words, content: bytes, figures: Figures) -> Message:
    name = f"money-{figures.first.isoformat()}-{figures.last.isoformat()}.csv"
    return Message.of(
        say("Cash, earnings and hours of the report by rider, for a spreadsheet."),
        attachment=File(name=name, content=content),
    )


def too_many(say: Words, most: int) -> Message:
    return Message.of(
        say(
            "That is more than {most} deliveries, too many to count in a chat. Ask for single"
            " days.",
            most=format_decimal(most, locale=say.locale),
        )
    )


def refused(say: Words, reason: str) -> Message:
    return Message.of(say("❌ There is no report."), why(say, reason))
