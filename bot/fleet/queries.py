"""Queries: the records that a list should hold.

The value of a required parameter without a wish depends on how the service reads the contract:
each query returns its requests for a given reading (`service_profile`).
"""

from datetime import date, timedelta
from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field

from bot.fleet.endpoints import Body
from bot.fleet.pagination import SWEEP_PAGE
from bot.fleet.service_profile import ListReading
from bot.fleet.values import RequestFields
from bot.fleet.vocabulary import FilterToken
from bot.identifiers import RiderUuid

_DAY = timedelta(days=1)
_YES_NO = {True: "1", False: "0"}
_EVER = date(2000, 1, 1), date(2099, 12, 31)


class Period(StrEnum):
    """The `filter` of the delivery list (contract: Endpoints, 5): which dates are meant."""

    ALL = "all"
    TODAY = "today"
    YESTERDAY = "yesterday"
    CREATED_AT = "created_at"
    ASSIGNED_AT = "assigned_at"
    DROPOFF_AT = "dropoff_at"
    SCHEDULE_DATE = "schedule_date"


class HistoryPeriod(StrEnum):
    """The `filter` of a rider's history (contract: Endpoints, 10)."""

    ALL = "all"
    TODAY = "today"
    YESTERDAY = "yesterday"


class Grouping(StrEnum):
    """The `group_by` of the delivery list (contract: Endpoints, 5)."""

    SENDER_CITY = "sender_city"
    RECEIVER_CITY = "receiver_city"


class CreationMode(StrEnum):
    AUTOMATED = "automated"
    MANUAL = "manual"
    VIA_BOOKING = "via booking"
    IMPORTED = "imported"


class PagedQuery(RequestFields):
    """Which page is wanted; pages are counted from 1."""

    page: Annotated[int, Field(ge=1)] = 1
    per_page: Annotated[int, Field(ge=1)] = 20

    def paging(self) -> Body:
        return {"paginate": "1", "per_page": str(self.per_page)}


class DeliveryQuery(PagedQuery):
    """Which deliveries to list (contract: Endpoints, 5); without a `status`, all of them.

    `start` and `end` bound the date that `period` names; `schedule_date` is one day. What the
    contract calls optional is sent only where it is wished.
    """

    status: FilterToken | None = None
    rider_uuid: RiderUuid | None = None
    period: Period = Period.ALL
    start: date | None = None
    end: date | None = None
    creation_mode: CreationMode | None = None
    search: str | None = None
    group_by: Grouping | None = None
    tag_id: str | None = None
    partner_id: str | None = None
    scheduled: bool | None = None
    schedule_date: date | None = None
    search_all_locations: bool | None = None
    delivery_in_all_locations: bool | None = None

    @classmethod
    def created(cls, since: date, until: date, status: FilterToken | None = None) -> Self:
        """Return the query for deliveries created between two days, in large pages.

        The zone of the service's days is unknown, so it adds a day on either side.
        """
        return cls(
            status=status,
            per_page=SWEEP_PAGE,
            period=Period.CREATED_AT,
            start=since - _DAY,
            end=until + _DAY,
        )

    def requests(self, reading: ListReading) -> list[Body]:
        """Return the parameters of each request that it takes to ask for this."""
        first, last = _EVER if reading.wide_dates else (None, None)
        start, end = self.start or first, self.end or last
        # The contract requires a status, and names no value that means all of them.
        in_turn = reading.in_turn and self.status is None
        return [
            {
                "creation_mode": self.creation_mode.value if self.creation_mode else None,
                "search": self.search or None,
                "group_by": self.group_by.value if self.group_by else None,
                "tag_id": self.tag_id,
                "partner_id": self.partner_id,
                "scheduled": _flag(self.scheduled),
                "schedule_date": self.schedule_date.isoformat() if self.schedule_date else None,
                "search_all_locations": _flag(self.search_all_locations),
                "delivery_in_all_locations": _flag(self.delivery_in_all_locations),
                **self.paging(),
                "filter": self.period.value,
                "start_date": start.isoformat() if start else reading.blank,
                "end_date": end.isoformat() if end else reading.blank,
                "delivery_status": status.value if status else reading.blank,
                "rider_id": self.rider_uuid or reading.rider_id,
            }
            for status in (FilterToken if in_turn else (self.status,))
        ]


class RiderQuery(PagedQuery):
    """Which riders to list (contract: Endpoints, 8); None means both.

    The contract names no values for the three switches; `1` and `0` are those of `paginate`.
    """

    active: bool | None = None
    with_ongoing: bool = True
    pending_invites: bool | None = None

    def requests(self, reading: ListReading) -> list[Body]:
        """Return the parameters of each request that it takes to ask for this."""
        both = (True, False) if reading.in_turn else (None,)
        return [
            {
                **self.paging(),
                "active": _flag(active) or reading.blank,
                "get_ongoing_deliveries": _flag(self.with_ongoing),
                "pending_invites": _flag(invited) or reading.blank,
            }
            for invited in (both if self.pending_invites is None else (self.pending_invites,))
            for active in (both if self.active is None else (self.active,))
        ]


class HistoryQuery(PagedQuery):
    """Which part of a rider's history to list (contract: Endpoints, 10)."""

    period: HistoryPeriod = HistoryPeriod.ALL
    start: date | None = None
    end: date | None = None

    def parameters(self) -> Body:
        """Return the parameters; the bounds are optional here, and not sent without a wish."""
        return {
            **self.paging(),
            "filter": self.period.value,
            "start_date": self.start.isoformat() if self.start else None,
            "end_date": self.end.isoformat() if self.end else None,
        }


def _flag(wish: bool | None) -> str | None:
    return None if wish is None else _YES_NO[wish]
