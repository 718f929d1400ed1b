"""History: what a rider has delivered, the fees of it, and what it has brought them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from decimal import Decimal

from bot.actions.context import Context
from bot.actions.rider import earnings
from bot.base.days import Days, day_of
from bot.domain.earnings import Earned, EarningSums
from bot.fleet import Delivery, HistoryQuery, Money, State
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.texts import pagination
from bot.texts.delivered import DeliveredPart, DeliveredWork, HistoryDays

_PER_PAGE = 50
_MOST_PAGES = 20
_A_PAGE = 10
_BY_DAY = timedelta(days=14)
"""A history that is longer is added up by week."""
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class RiderHistory:
    """What was delivered in a period, newest first; without what was too long ago to be read.

    `parts` are its days, or its weeks, newest first.
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
    """Read what a rider has delivered in the business's days.

    In which zone the fleet service counts its days is not known, so it is asked for more of them.

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
    # A history may name, too, what is under way and what came to nothing.
    done = [
        delivery
        for delivery in listed
        if delivery.state is State.DELIVERED and (days is None or delivery.dropoff_at in days)
    ]
    done.sort(key=lambda delivery: delivery.dropoff_at or _LONG_AGO, reverse=True)
    earned = await earnings.of(context, done, rider)
    parts = _parts(done, earned, days, context.identity.zone)
    return RiderHistory(done, is_whole, earned, parts, context.today)


def _parts(
    done: Iterable[Delivery],
    earned: Mapping[DeliveryUuid, Earned],
    days: Days | None,
    zone: tzinfo,
) -> list[DeliveredPart]:
    """Add up by day, or where the time is long by week; weeks begin on Mondays (ISO 8601)."""
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
    """Add amounts up, each currency by itself; what is not a number is left out."""
    sums: dict[str | None, Decimal] = {}
    for money in amounts:
        if money is not None and money.amount is not None:
            sums[money.currency] = sums.get(money.currency, Decimal()) + money.amount
    return [
        Money(text=f"{amount:f}", amount=amount, currency=currency)
        for currency, amount in sums.items()
    ]
