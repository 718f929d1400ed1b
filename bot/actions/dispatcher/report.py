"""The report: every delivery of some days is read, and counted in the business's time zone."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from statistics import median

from bot.actions.context import Context
from bot.actions.rider import history
from bot.fleet import Delivery, DeliveryQuery, Period, State
from bot.fleet.paging import SWEEP_PAGE
from bot.store import failed_attempts, ratings
from bot.texts.dispatcher.report import Figures, RiderFigures
from bot.texts.dispatcher.report_chart import Bars

MOST = 5000
"""Deliveries; more are not read for a report."""

_DAY = timedelta(days=1)
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


class TooLarge(Exception):
    """There are more deliveries in these days than a report reads."""


@dataclass(frozen=True, slots=True)
class Days:
    """From one day of a zone to another, both included."""

    first: date
    last: date
    zone: tzinfo

    @property
    def begin(self) -> datetime:
        return datetime.combine(self.first, time.min, self.zone).astimezone(UTC)

    @property
    def end(self) -> datetime:
        return datetime.combine(self.last + _DAY, time.min, self.zone).astimezone(UTC)

    @property
    def is_one(self) -> bool:
        return self.first == self.last

    def __contains__(self, moment: datetime | None) -> bool:
        return moment is not None and self.begin <= moment < self.end


@dataclass(frozen=True, slots=True)
class Report:
    figures: Figures
    bars: list[Bars]
    deliveries: list[Delivery]


async def count(context: Context, first: date, last: date) -> Report:
    """Read and count.

    Raises:
        TooLarge: there are more than `MOST` deliveries.
        FleetError: the fleet service did not answer.
    """
    days = Days(first, last, context.identity.zone)
    found: dict[str, Delivery] = {}
    for period in (Period.CREATED_AT, Period.DROPOFF_AT):
        await _read(context, days, period, found)
    newest = sorted(found.values(), key=lambda one: one.created_at or _LONG_AGO, reverse=True)
    stars = await context.database.read(ratings.average_by_rider, days.begin, days.end)
    failed = await context.database.read(failed_attempts.count, days.begin, days.end)
    return Report(_figures(days, newest, stars, failed), list(_bars(days, newest)), newest)


async def _read(context: Context, days: Days, period: Period, found: dict[str, Delivery]) -> None:
    """Add what was created or delivered in these days.

    In which zone the service counts its days is not known, so a day more on either side is asked.
    """
    query = DeliveryQuery(
        per_page=SWEEP_PAGE, period=period, start=days.first - _DAY, end=days.last + _DAY
    )
    async for delivery in context.fleet.deliveries(query):
        if delivery.created_at in days or _was_delivered(delivery, days):
            found[delivery.uuid] = delivery
        if len(found) > MOST:
            raise TooLarge


def _was_delivered(delivery: Delivery, days: Days) -> bool:
    return delivery.state is State.DELIVERED and delivery.dropoff_at in days


def _figures(
    days: Days, deliveries: list[Delivery], stars: dict[str, float], failed: int
) -> Figures:
    created = [one for one in deliveries if one.created_at in days]
    delivered = [one for one in deliveries if _was_delivered(one, days)]
    return Figures(
        first=days.first,
        last=days.last,
        created=len(created),
        states=Counter(one.state for one in created),
        failed_attempts=failed,
        delivered=len(delivered),
        fees=history.total(one.fee for one in delivered),
        median=_median(delivered),
        riders=_riders(delivered, stars),
    )


def _median(delivered: Iterable[Delivery]) -> timedelta | None:
    times = [
        (one.dropoff_at - one.pickup_at).total_seconds()
        for one in delivered
        if one.dropoff_at and one.pickup_at and one.dropoff_at >= one.pickup_at
    ]
    return timedelta(seconds=median(times)) if times else None


def _riders(delivered: Iterable[Delivery], stars: dict[str, float]) -> list[RiderFigures]:
    by_rider: defaultdict[str, list[Delivery]] = defaultdict(list)
    for one in delivered:
        if one.rider is not None:
            by_rider[one.rider.uuid or one.rider.name].append(one)
    listed = [
        RiderFigures(
            name=next((one.rider.name for one in theirs if one.rider), ""),
            delivered=len(theirs),
            fees=history.total(one.fee for one in theirs),
            stars=stars.get(uuid),
        )
        for uuid, theirs in by_rider.items()
    ]
    return sorted(listed, key=lambda rider: (-rider.delivered, rider.name.casefold()))


def _bars(days: Days, deliveries: list[Delivery]) -> Iterator[Bars]:
    """Count by the hour of a single day, or else by the day."""
    created = Counter(_place(days, one.created_at) for one in deliveries)
    delivered = Counter(
        _place(days, one.dropoff_at) for one in deliveries if _was_delivered(one, days)
    )
    for place in _places(days):
        number = place if isinstance(place, int) else place.day
        yield Bars(number, (created[place], delivered[place]))


def _place(days: Days, moment: datetime | None) -> int | date | None:
    if moment is None or moment not in days:
        return None
    local = moment.astimezone(days.zone)
    return local.hour if days.is_one else local.date()


def _places(days: Days) -> Iterator[int | date]:
    if days.is_one:
        yield from range(24)
        return
    for number in range((days.last - days.first).days + 1):
        yield days.first + number * _DAY
