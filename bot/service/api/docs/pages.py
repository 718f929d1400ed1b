"""The pagination envelope (contract: Pagination envelope)."""

from typing import Annotated

from pydantic import Field

from bot.service.api.docs.deliveries import ListedDelivery
from bot.service.api.docs.parts import Described
from bot.service.api.docs.riders import HistoryDelivery, ListedRider


class PageLink(Described):
    """One link of a page's navigation."""

    url: str | None
    label: str
    active: bool


class _Page(Described):
    current_page: int
    first_page_url: str
    last_page_url: str
    next_page_url: str | None
    prev_page_url: str | None
    last_page: int
    per_page: int
    total: int
    first: Annotated[int, Field(alias="from", description="0 on an empty page, like `to`.")]
    to: int
    path: str
    links: list[PageLink]


class DeliveriesPage(_Page):
    """One page of deliveries, newest first."""

    data: list[ListedDelivery]


class RidersPage(_Page):
    """One page of riders, newest first."""

    data: list[ListedRider]


class HistoryPage(_Page):
    """One page of a rider's deliveries, newest first."""

    data: list[HistoryDelivery]
