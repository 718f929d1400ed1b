"""A rider's history: their deliveries, the fees of these, and the rider's earnings."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta, tzinfo
from decimal import Decimal

from bot.actions.context import Context
from bot.actions.rider import earnings
from bot.base.days import LONG_AGO, Days, day_of
from bot.domain.earnings import Earned, EarningSums
from bot.fleet import Delivery, HistoryQuery, Money, State
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.texts import pagination
from bot.texts.delivered import DeliveredPart, DeliveredWork, HistoryDays

_PER_PAGE = 50
_MOST_PAGES = 20
"""The most pages of the service's list that are read; older deliveries are left out."""
_A_PAGE = 10
"""The deliveries on one page in the chat."""
_BY_DAY = timedelta(days=14)
"""A history of this many days and one more, or longer, is added up by week."""


@dataclass(frozen=True, slots=True)
class RiderHistory:
    """The deliveries of a period, newest first.

    It lacks the oldest ones if it is not `is_whole`. `parts` are its days or weeks, newest first.
    """

    deliveries: list[Delivery]
    is_whole: bool
    earned: Mapping[DeliveryUuid, Earned]
    parts: list[DeliveredPart]
    today: date

    @property
    def fees(self) -> list[Money]:
        """The sum of the fees, currency by currency."""
        return total(delivery.fee for delivery in self.deliveries)

    def page(self, number: int) -> DeliveredWork:
        """Return one page, with the sums of all pages."""
        return DeliveredWork(
            page=pagination.cut(self.deliveries, number, _A_PAGE),
            fees=self.fees,
            earned=self.earned,
            earnings=EarningSums.of(self.earned.values()),
            parts=self.parts,
            is_whole=self.is_whole,
            today=self.today,
        )


async def of_rider(context: Context, rider: RiderUuid, asked: HistoryDays) -> RiderHistory:
    """Read a rider's deliveries of the days that were asked for, in the business's zone.

    The zone in which the fleet service counts its days is unknown, so ask it for more days.

    Raises:
        FleetError: the fleet service did not answer.
    """
    listed: list[Delivery] = []
    dates = asked.dates(context.today)
    days = Days(dates.first, dates.last, context.identity.zone) if dates else None
    start, end = days.in_any_zone if days else (None, None)
    first = HistoryQuery(start=start, end=end, per_page=_PER_PAGE)
    is_whole = False
    for number in range(1, _MOST_PAGES + 1):
        page = await context.fleet.rider_history(rider, first.model_copy(update={"page": number}))
        listed += page.items
        if is_whole := number >= page.last_page:
            break
    # The service's history may also list deliveries under way and failed ones.
    done = [
        delivery
        for delivery in listed
        if delivery.state is State.DELIVERED and (days is None or delivery.dropoff_at in days)
    ]
    done.sort(key=lambda delivery: delivery.dropoff_at or LONG_AGO, reverse=True)
    earned = await earnings.of(context, done, rider)
    parts = _parts(done, earned, days, context.identity.zone)
    return RiderHistory(done, is_whole, earned, parts, context.today)


def _parts(
    done: Iterable[Delivery],
    earned: Mapping[DeliveryUuid, Earned],
    days: Days | None,
    zone: tzinfo,
) -> list[DeliveredPart]:
    """Add up by day, or by week if the period is long; weeks begin on Mondays (ISO 8601)."""
    if days is not None and days.is_one:
        return []
    by_week = days is None or days.last - days.first >= _BY_DAY
    of_part: defaultdict[date, list[Delivery]] = defaultdict(list)
    for one in done:
        if one.dropoff_at is not None:
            day = day_of(one.dropoff_at, zone)
            of_part[day - timedelta(days=day.weekday()) if by_week else day].append(one)
    return [
        DeliveredPart(
            first=first,
            is_week=by_week,
            count=len(theirs),
            earnings=EarningSums.of(earned[one.uuid] for one in theirs),
        )
        for first, theirs in sorted(of_part.items(), reverse=True)
    ]


def total(amounts: Iterable[Money | None]) -> list[Money]:
    """Add amounts up per currency; leave out those that are not numbers."""
    sums: dict[str | None, Decimal] = {}
    for money in amounts:
        if money is not None and money.amount is not None:
            sums[money.currency] = sums.get(money.currency, Decimal()) + money.amount
    return [
        Money(text=f"{amount:f}", amount=amount, currency=currency)
        for currency, amount in sums.items()
    ]
