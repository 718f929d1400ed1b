"""History: what a rider has delivered, and the fees of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

from bot.fleet import Delivery, FleetClient, HistoryQuery, Money, State
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


async def of_rider(fleet: FleetClient, rider: RiderUuid, asked: HistoryDays) -> RiderHistory:
    """Read what a rider has delivered.

    Raises:
        FleetError: the fleet service did not answer.
    """
    listed: list[Delivery] = []
    first = HistoryQuery(
        period=asked.period,
        start=asked.days.first if asked.days else None,
        end=asked.days.last if asked.days else None,
        per_page=_PER_PAGE,
    )
    for number in range(1, _MOST_PAGES + 1):
        page = await fleet.rider_history(rider, first.model_copy(update={"page": number}))
        listed += page.items
        if number >= page.last_page:
            return RiderHistory(_delivered(listed), is_whole=True)
    return RiderHistory(_delivered(listed), is_whole=False)


def _delivered(listed: Iterable[Delivery]) -> list[Delivery]:
    """Leave out what a history may name, too: what is under way, and what came to nothing."""
    done = [delivery for delivery in listed if delivery.state is State.DELIVERED]
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
