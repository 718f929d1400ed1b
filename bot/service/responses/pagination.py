"""The pagination envelope, with links that work (contract: Pagination envelope)."""

from collections.abc import Sequence
from typing import Generic, Self, TypeVar

from pydantic import Field
from starlette.datastructures import URL

from bot.service.responses.fields import Shape
from bot.service.responses.shapes import HistoryDelivery, ListedDelivery, ListedRider
from bot.service.store.searches import Slice

_NEIGHBOURS = 3
"""Page links to either side of the current one; a list of thousands of pages helps nobody."""

Record = TypeVar("Record", bound=Shape)


class PageLink(Shape):
    """One link of a page's navigation."""

    url: str | None
    label: str
    active: bool


class _Page(Shape, Generic[Record]):
    current_page: int
    data: list[Record]
    first_page_url: str
    first: int = Field(serialization_alias="from", description="0 on an empty page, like `to`.")
    last_page: int
    last_page_url: str
    links: list[PageLink]
    next_page_url: str | None
    path: str
    per_page: int
    prev_page_url: str | None
    to: int
    total: int

    @classmethod
    def at(cls, url: URL, part: Slice, total: int, records: Sequence[Record]) -> Self:
        """Wrap one page. Links repeat every query parameter of `url`, with another `page`."""
        # Only the number differs, which comes last: a query is encoded once for all links.
        start = str(url.include_query_params(page=""))
        last = max(1, -(-total // part.size))
        previous = f"{start}{part.page - 1}" if part.page > 1 else None
        following = f"{start}{part.page + 1}" if part.page < last else None
        near = range(max(1, part.page - _NEIGHBOURS), min(last, part.page + _NEIGHBOURS) + 1)
        return cls(
            current_page=part.page,
            data=list(records),
            first_page_url=f"{start}1",
            first=part.offset + 1 if records else 0,
            last_page=last,
            last_page_url=f"{start}{last}",
            links=[
                PageLink(url=previous, label="&laquo; Previous", active=False),
                *(
                    PageLink(url=f"{start}{page}", label=str(page), active=page == part.page)
                    for page in near
                ),
                PageLink(url=following, label="Next &raquo;", active=False),
            ],
            next_page_url=following,
            path=str(url.replace(query="")),
            per_page=part.size,
            prev_page_url=previous,
            to=part.offset + len(records) if records else 0,
            total=total,
        )


class DeliveriesPage(_Page[ListedDelivery]):
    """One page of deliveries, newest first."""


class RidersPage(_Page[ListedRider]):
    """One page of riders, newest first."""


class HistoryPage(_Page[HistoryDelivery]):
    """One page of a rider's deliveries, newest first."""
