"""The report: every delivery of some days is read, and counted in the business's time zone."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from statistics import median

from bot.actions.context import Context
from bot.actions.dispatcher import cash, lookup
from bot.actions.rider import history
from bot.base.database.transaction import Transaction
from bot.base.days import Days, day_of
from bot.domain.cash import CashSums, EntryKind
from bot.fleet import Delivery, DeliveryQuery, Period, State
from bot.identifiers import RiderUuid
from bot.store import cash as ledger
from bot.store import failed_attempts, ratings
from bot.texts.dispatcher.report import CashFigures, Figures, RiderFigures
from bot.texts.dispatcher.report_chart import Bars

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Report:
    figures: Figures
    bars: list[Bars]
    deliveries: list[Delivery]


async def count(context: Context, first: date, last: date) -> Report:
    """Read and count.

    Raises:
        TooMany: there are more than `lookup.MOST` deliveries.
        FleetError: the fleet service did not answer.
    """
    days = Days(first, last, context.identity.zone)
    created = await lookup.of_days(context, DeliveryQuery(period=Period.CREATED_AT), days)
    delivered = await lookup.of_days(context, DeliveryQuery(period=Period.DROPOFF_AT), days)
    newest = lookup.newest_first([*created, *filter(_is_delivered, delivered)])
    stars = await context.database.read(ratings.average_by_rider, days.begin, days.end)
    failed = await context.database.read(failed_attempts.count, days.begin, days.end)
    await cash.look_up_names(context)
    money = await context.database.read(_cash, context, days)
    figures = replace(
        _figures(days, newest, stars, failed), cash=money, cash_of_all=_together(money)
    )
    return Report(figures, list(_bars(days, newest)), newest)


def _cash(tx: Transaction, context: Context, days: Days) -> list[CashFigures]:
    listed = [
        CashFigures(cash.name_of(tx, context, sums.rider), sums)
        for sums in ledger.sums_between(tx, days.begin, days.end)
    ]
    return sorted(listed, key=lambda one: (one.name.casefold(), one.sums.rider, one.sums.currency))


def _together(listed: Iterable[CashFigures]) -> list[CashFigures]:
    """Return what all riders come to, by currency."""
    by_currency: defaultdict[str, Counter[EntryKind]] = defaultdict(Counter)
    for one in listed:
        by_currency[one.sums.currency].update(one.sums.by_kind)
    nobody = RiderUuid("")
    return [
        CashFigures("", CashSums(nobody, currency, by_kind))
        for currency, by_kind in sorted(by_currency.items())
    ]


def _is_delivered(delivery: Delivery) -> bool:
    return delivery.state is State.DELIVERED


def _was_delivered(delivery: Delivery, days: Days) -> bool:
    return _is_delivered(delivery) and delivery.dropoff_at in days


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
    return moment.astimezone(days.zone).hour if days.is_one else day_of(moment, days.zone)


def _places(days: Days) -> Iterator[int | date]:
    if days.is_one:
        yield from range(24)
        return
    for number in range((days.last - days.first).days + 1):
        yield days.first + number * _DAY
