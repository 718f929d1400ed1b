"""Lists that are longer than one page, or that the service hands out in parts only."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import TypeVar

from bot.fleet.errors import Unreadable
from bot.fleet.shapes import Delivery, DeliveryPage, Page

T = TypeVar("T")

SWEEP_PAGE = 50
"""Records per page where all pages are wanted; the contract names no largest size."""

MAX_PAGES = 1000
"""Pages after which a list that does not end is given up."""

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


async def all_pages(fetch: Callable[[int], Awaitable[Page[T]]]) -> AsyncIterator[T]:
    """Yield the records of page 1 and all that follow it.

    Raises `Unreadable` for a list without an end.
    """
    for number in range(1, MAX_PAGES + 1):
        page = await fetch(number)
        for item in page.items:
            yield item
        if not page.items or number >= page.last_page:
            return
    raise Unreadable("The list of the fleet service does not end.")


def check_number(page: Page[T], asked: int) -> None:
    """Raise `Unreadable` where another page came than was asked for.

    A service that does not know how to turn pages would otherwise look like a short list.
    """
    if page.number != asked:
        raise Unreadable(f"The fleet service was asked for page {asked} and gave {page.number}.")


def merge(parts: Sequence[DeliveryPage], number: int) -> DeliveryPage:
    """Join the same page of several lists, newest deliveries first."""
    pages = [part.page for part in parts]
    unique = {delivery.uuid: delivery for page in pages for delivery in page.items}
    page = Page[Delivery](
        items=tuple(sorted(unique.values(), key=_creation, reverse=True)),
        number=number,
        last_page=max(page.last_page for page in pages),
        total=sum(page.total for page in pages),
    )
    return DeliveryPage(page=page, counts=parts[0].counts)


def _creation(delivery: Delivery) -> datetime:
    return delivery.created_at or _LONG_AGO
