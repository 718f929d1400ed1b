"""Query parameters: the required ones must be there, and empty means no wish."""

from datetime import date, timedelta, tzinfo
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, BeforeValidator, Field

from bot.service.request_bodies.fields import Clean, Day, DayText, Flag, FlagText, Quantity, or_none
from bot.service.rules.lists import (
    BEGINNING,
    DATE_COLUMNS,
    DAYS_BACK,
    FILTERED_STATES,
    MAX_PAGE_SIZE,
    MAX_UNPAGED,
    ONLY_WITH_DATE,
    PAGE_SIZE,
)
from bot.service.store.searches import (
    HISTORY_DAY,
    DeliverySearch,
    RiderSearch,
    Schedule,
    Slice,
    Window,
)
from bot.service.vocabulary import (
    CityGrouping,
    CreationMode,
    DateFilter,
    HistoryFilter,
    StatusFilter,
)

_Empty = Literal[""]
_Unused = Annotated[str, Field(description="Taken, and changes nothing.")]

_Flag = Annotated[Flag | None, BeforeValidator(or_none, json_schema_input_type=FlagText | _Empty)]
_Day = Annotated[Day | None, BeforeValidator(or_none, json_schema_input_type=DayText | _Empty)]
_Count = Annotated[
    Quantity | None, BeforeValidator(or_none, json_schema_input_type=Quantity | _Empty)
]
_Filter = Annotated[
    DateFilter | None, BeforeValidator(or_none, json_schema_input_type=DateFilter | _Empty)
]
_HistoryFilter = Annotated[
    HistoryFilter | None, BeforeValidator(or_none, json_schema_input_type=HistoryFilter | _Empty)
]
_StatusFilter = Annotated[
    StatusFilter | None, BeforeValidator(or_none, json_schema_input_type=StatusFilter | _Empty)
]
_Rider = Annotated[UUID | None, BeforeValidator(or_none, json_schema_input_type=UUID | _Empty)]
_Grouping = Annotated[
    CityGrouping | None,
    BeforeValidator(or_none, json_schema_input_type=CityGrouping | _Empty),
    Field(description="Changes nothing: the city of an address is not known."),
]
_CreationMode = Annotated[
    CreationMode | None, BeforeValidator(or_none, json_schema_input_type=CreationMode | _Empty)
]


class _PageQuery(BaseModel):
    paginate: _Flag
    per_page: _Count
    page: _Count = 1

    @property
    def part(self) -> Slice:
        # The same envelope, with everything on one page.
        if self.paginate is False:
            return Slice(self.page or 1, MAX_UNPAGED)
        size = min(self.per_page or PAGE_SIZE, MAX_PAGE_SIZE)
        return Slice(self.page or 1, size)


class DeliveryQuery(_PageQuery):
    """The delivery list's parameters (contract: Endpoints, 5)."""

    filter: _Filter
    start_date: _Day
    end_date: _Day
    delivery_status: _StatusFilter
    rider_id: _Rider
    creation_mode: _CreationMode = None
    search: Clean = ""
    group_by: _Grouping = None
    tag_id: _Unused = ""
    scheduled: _Flag = None
    schedule_date: _Day = None
    search_all_locations: Annotated[_Flag, Field(description="Changes nothing.")] = None
    partner_id: _Unused = ""
    delivery_in_all_locations: _Unused = ""

    def search_on(self, today: date, zone: tzinfo) -> DeliverySearch:
        status = self.delivery_status
        column = DATE_COLUMNS.get(self.filter or DateFilter.ALL, "created_at")
        return DeliverySearch(
            states=FILTERED_STATES[status] if status else None,
            rider_uuid=str(self.rider_id) if self.rider_id else None,
            creation_mode=self.creation_mode,
            text=self.search or None,
            window=_window(self.filter, today, zone, (self.start_date, self.end_date), column),
            schedule=Schedule(
                on=self.schedule_date,
                # Scheduled is what has its day still to come.
                after=today if self.scheduled else None,
                until=today if self.scheduled is False else None,
            ),
        )


class HistoryQuery(_PageQuery):
    """A rider history's parameters (contract: Endpoints, 10); the bounds may be left out."""

    filter: _HistoryFilter
    start_date: _Day = None
    end_date: _Day = None

    def window_on(self, today: date, zone: tzinfo) -> Window | None:
        wish = DateFilter(self.filter) if self.filter else None
        return _window(wish, today, zone, (self.start_date, self.end_date), HISTORY_DAY)


class RiderQuery(_PageQuery):
    """The rider list's parameters (contract: Endpoints, 8)."""

    active: _Flag
    get_ongoing_deliveries: _Flag
    pending_invites: _Flag

    @property
    def search(self) -> RiderSearch:
        return RiderSearch(active=self.active, pending_invite=self.pending_invites)


class CommissionQuery(BaseModel):
    """Which commissions are listed: of what was delivered from `since` up to `until`."""

    since: AwareDatetime
    until: AwareDatetime
    rider_uuid: _Rider = None


def _window(
    wish: DateFilter | None,
    today: date,
    zone: tzinfo,
    bounds: tuple[date | None, date | None],
    column: str,
) -> Window | None:
    first, last = bounds
    if wish and wish in DAYS_BACK:
        first = last = today - timedelta(days=DAYS_BACK[wish])
    # Without bounds these select whatever has the date at all.
    elif wish in ONLY_WITH_DATE:
        first = first or BEGINNING
    return Window(column, first, last, zone) if first or last else None
