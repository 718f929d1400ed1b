"""History: what a rider has delivered, and the fees of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

from bot.actions.context import Context
from bot.base.days import Days
from bot.fleet import Delivery, HistoryQuery, Money, State
from bot.identifiers import RiderUuid
from bot.texts.delivered import HistoryDays

_PER_PAGE = 50
_MOST_PAGES = 20
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class RiderHistory:
    """What was delivered in a period, newest first; without what was too long ago to be read."""

    deliveries: list[Delivery]
    is_whole: bool

    @property
    def fees(self) -> list[Money]:
        """The sum of the fees, currency by currency."""
        return total(delivery.fee for delivery in self.deliveries)


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
    return RiderHistory(_delivered(listed, days), is_whole)


def _delivered(listed: Iterable[Delivery], days: Days | None) -> list[Delivery]:
    """Leave out what a history may name, too: what is under way, and what came to nothing."""
    done = [
        delivery
        for delivery in listed
        if delivery.state is State.DELIVERED and (days is None or delivery.dropoff_at in days)
    ]
    return sorted(done, key=lambda delivery: delivery.dropoff_at or _LONG_AGO, reverse=True)


def total(amounts: Iterable[Money | None]) -> list[Money]:
    """Add amounts up, each currency by itself; what is no number is left out."""
    sums: dict[str | None, Decimal] = {}
    for money in amounts:
        if money is not None and money.amount is not None:
            sums[money.currency] = sums.get(money.currency, Decimal()) + money.amount
    return [
        Money(text=f"{amount:f}", amount=amount, currency=currency)
        for currency, amount in sums.items()
    ]
