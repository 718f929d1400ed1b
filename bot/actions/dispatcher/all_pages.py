"""Reading a list of the fleet service from its first page to its last."""

from collections.abc import AsyncIterator

from bot.fleet import Delivery, DeliveryQuery, FleetClient, Page
from bot.fleet.paging import SWEEP_PAGE, all_pages


def all_listed(fleet: FleetClient, query: DeliveryQuery) -> AsyncIterator[Delivery]:
    """Yield every delivery that a query finds, whatever page it asks for.

    Raises:
        FleetError: the fleet service did not answer; what was yielded until then is right.
    """

    async def page(number: int) -> Page[Delivery]:
        wanted = query.model_copy(update={"page": number, "per_page": SWEEP_PAGE})
        return (await fleet.list_deliveries(wanted)).page

    return all_pages(page)
