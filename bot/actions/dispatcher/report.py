"""The report: read every delivery of some days, and count in the business's time zone."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from operator import attrgetter
from statistics import median

from bot.actions.context import Context
from bot.actions.dispatcher import cash, lookup
from bot.actions.rider import duty, earnings, history
from bot.base.database.transaction import Transaction
from bot.base.days import Days, day_of
from bot.domain.cash import CashSums, EntryKind
from bot.domain.earnings import Earned, EarningSums
from bot.domain.shift import worked
from bot.fleet import Delivery, DeliveryQuery, Period, State
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import cash as ledger
from bot.store import door_amounts, failed_attempts, ratings
from bot.texts.dispatcher.report import (
    CASH_KINDS,
    Figures,
    HoursFigures,
    MoneyFigures,
    RiderFigures,
)
from bot.texts.dispatcher.report_chart import Bars

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Report:
    figures: Figures
    bars: list[Bars]
    deliveries: list[Delivery]
    earned: Mapping[DeliveryUuid, Earned]
    goods: Mapping[DeliveryUuid, int]


async def count(context: Context, first: date, last: date) -> Report:
    """Read the deliveries from `first` to `last`, and count them.

    Raises:
        TooMany: there are more than `lookup.MOST` deliveries.
        FleetError: the fleet service did not answer.
    """
    days = Days(first, last, context.identity.zone)
    # A parcel delivered in these days may have been created before them, so query both dates.
    created = await lookup.of_days(context, DeliveryQuery(period=Period.CREATED_AT), days)
    delivered = await lookup.of_days(context, DeliveryQuery(period=Period.DROPOFF_AT), days)
    delivered = [one for one in delivered if one.state is State.DELIVERED]
    newest = lookup.newest_first([*created, *delivered])
    done = [one for one in newest if _was_delivered(one, days)]
    earned = await earnings.of(context, done)
    stars = await context.database.read(ratings.average_by_rider, days.begin, days.end)
    failed = await context.database.read(failed_attempts.count, days.begin, days.end)
    await cash.look_up_names(context)
    riders = _riders(done, stars, earned)
    money = await context.database.read(_money, context, days, riders)
    figures = _figures(days, newest, riders, failed)
    hours = await context.database.read(_hours, context, days)
    figures = replace(figures, hours=hours, money=money, money_of_all=_together(money))
    goods = await context.database.read(door_amounts.goods_of_all)
    return Report(figures, list(_bars(days, newest)), newest, earned, goods)


def _hours(tx: Transaction, context: Context, days: Days) -> list[HoursFigures]:
    """Return how long each rider was on duty in these days, at most up to now."""
    end = min(days.end, context.clock.now())
    listed = [
        HoursFigures(
            rider,
            cash.name_of(tx, context, rider),
            worked(theirs, days.begin, end),
            any(each.was_forgotten for each in theirs),
        )
        for rider, theirs in duty.worked_in(tx, days.begin, end).items()
    ]
    return sorted(listed, key=lambda one: one.name.casefold())


def _money(
    tx: Transaction, context: Context, days: Days, riders: Iterable[RiderFigures]
) -> list[MoneyFigures]:
    """Return the cash and the earnings of each rider by currency; omit riders without either."""
    figures: dict[tuple[RiderUuid, str], MoneyFigures] = {}
    for each in riders:
        for currency in each.earnings.currencies:
            nothing = CashSums(each.rider, currency, {})
            figures[each.rider, currency] = MoneyFigures(each.name, nothing, each.earnings)
    for sums in ledger.sums_between(tx, days.begin, days.end):
        former = figures.get((sums.rider, sums.currency))
        if former is not None:
            figures[sums.rider, sums.currency] = replace(former, sums=sums)
        elif any(map(sums.by_kind.get, CASH_KINDS)):
            name = cash.name_of(tx, context, sums.rider)
            figures[sums.rider, sums.currency] = MoneyFigures(name, sums, EarningSums())
    order = attrgetter("sums.rider", "sums.currency")
    return sorted(figures.values(), key=lambda one: (one.name.casefold(), *order(one)))


def _together(listed: Sequence[MoneyFigures]) -> list[MoneyFigures]:
    """Return the sums over all riders, by currency."""
    by_currency: defaultdict[str, list[MoneyFigures]] = defaultdict(list)
    for one in listed:
        by_currency[one.sums.currency].append(one)
    figures = []
    for currency, theirs in sorted(by_currency.items()):
        by_kind: Counter[EntryKind] = Counter()
        for one in theirs:
            by_kind.update(one.sums.by_kind)
        goods = sum(one.sums.goods for one in theirs)
        commissions = sum(one.earnings.commissions.get(currency, 0) for one in theirs)
        tips = sum(one.earnings.tips.get(currency, 0) for one in theirs)
        sums = CashSums(RiderUuid(""), currency, by_kind, goods)
        earned = EarningSums({currency: commissions}, {currency: tips})
        figures.append(MoneyFigures("", sums, earned))
    return figures


def _was_delivered(delivery: Delivery, days: Days) -> bool:
    return delivery.state is State.DELIVERED and delivery.dropoff_at in days


def _figures(
    days: Days, deliveries: list[Delivery], riders: list[RiderFigures], failed: int
) -> Figures:
    created = [one for one in deliveries if one.created_at in days]
    delivered = [one for one in deliveries if _was_delivered(one, days)]
    seconds = [
        (one.dropoff_at - one.pickup_at).total_seconds()
        for one in delivered
        if one.dropoff_at and one.pickup_at and one.dropoff_at >= one.pickup_at
    ]
    return Figures(
        first=days.first,
        last=days.last,
        created=len(created),
        states=Counter(one.state for one in created),
        failed_attempts=failed,
        delivered=len(delivered),
        fees=history.total(one.fee for one in delivered),
        median=timedelta(seconds=median(seconds)) if seconds else None,
        riders=riders,
    )


def _riders(
    delivered: Iterable[Delivery], stars: dict[str, float], earned: Mapping[DeliveryUuid, Earned]
) -> list[RiderFigures]:
    by_rider: defaultdict[str, list[Delivery]] = defaultdict(list)
    for one in delivered:
        if one.rider is not None:
            by_rider[one.rider.uuid or one.rider.name].append(one)
    listed = [
        RiderFigures(
            rider=RiderUuid(uuid),
            name=next((one.rider.name for one in theirs if one.rider), ""),
            delivered=len(theirs),
            fees=history.total(one.fee for one in theirs),
            stars=stars.get(uuid),
            earnings=EarningSums.of(earned[one.uuid] for one in theirs),
        )
        for uuid, theirs in by_rider.items()
    ]
    return sorted(listed, key=lambda rider: (-rider.delivered, rider.name.casefold()))


def _bars(days: Days, deliveries: list[Delivery]) -> Iterator[Bars]:
    """Yield the counts per hour of a single day, or else per day."""
    created = Counter(_place(days, one.created_at) for one in deliveries)
    delivered = Counter(
        _place(days, one.dropoff_at) for one in deliveries if _was_delivered(one, days)
    )
    number_of_days = (days.last - days.first).days + 1
    places: Iterable[int | date] = (
        range(24) if days.is_one else (days.first + n * _DAY for n in range(number_of_days))
    )
    for place in places:
        number = place if isinstance(place, int) else place.day
        yield Bars(number, (created[place], delivered[place]))


def _place(days: Days, moment: datetime | None) -> int | date | None:
    if moment is None or moment not in days:
        return None
    return moment.astimezone(days.zone).hour if days.is_one else day_of(moment, days.zone)
