"""The requests that only ask, variant by variant (contract: Endpoints 4, 5, 8, 9, 10, 12)."""

from collections.abc import Collection

from tests.contract.contract import (
    CREATION_MODES,
    FILTERS,
    GROUPINGS,
    HISTORY_FILTERS,
)
from tests.contract.rows import Row, endpoint

_GET = endpoint("GET", "/deliveries/get/")
_LIST = endpoint("GET", "/deliveries")
_RIDERS = endpoint("GET", "/riders")
_RIDER = endpoint("GET", "/riders/get/")
_HISTORY = endpoint("GET", "/riders/delivery/history/")
_BOOKING = endpoint("GET", "/booking-inbound/")

TODAY = frozenset(
    {"pending", "bare", "awaiting", "accepted", "transit", "delivered", "cancelled", "declined"}
)
YESTERDAY = frozenset({"old", "old_delivered"})
CARRIED = frozenset({"old_delivered", "awaiting", "accepted", "transit", "delivered"})
_ALL = TODAY | YESTERDAY

_GETS = [Row(f"a delivery, {name}", _GET, "get", at=f"{{{name}}}") for name in sorted(_ALL)]


# Lists of deliveries

_QUERY = {
    "paginate": "1",
    "per_page": "50",
    "filter": "all",
    "start_date": "",
    "end_date": "",
    "delivery_status": "",
    "rider_id": "",
}


def _listed(
    name: str, finds: Collection[str] | None, perhaps: Collection[str] = (), **query: str
) -> Row:
    found = None if finds is None else frozenset(finds)
    return Row(name, _LIST, "list", query=_QUERY | query, finds=found, perhaps=frozenset(perhaps))


_WITH_STATUS = {
    "pending": {"pending", "bare", "old"},
    "awaiting_pickup": {"awaiting"},
    "in_transit": {"transit"},
    "delivered": {"delivered", "old_delivered"},
    "cancelled": {"cancelled"},
    "declined": {"declined"},
}
_ON_YESTERDAY: dict[str, Collection[str] | None] = {
    "all": YESTERDAY,
    "created_at": YESTERDAY,
    "assigned_at": {"old_delivered"},
    "dropoff_at": {"old_delivered"},
    # The contract has no field for a scheduled day.
    "schedule_date": None,
}
_WITH_FILTER: dict[str, Collection[str]] = {"today": TODAY, "yesterday": YESTERDAY}
_WITH_MODE: dict[str, Collection[str]] = {"manual": _ALL}
_LISTS = [
    _listed("no wishes", _ALL),
    _listed("all on one page", _ALL, paginate="0", per_page=""),
    _listed("short pages", None, per_page="3"),
    _listed("a later page", None, per_page="3", page="2"),
    _listed("dates", YESTERDAY, start_date="2026-03-01", end_date="2026-03-01"),
    _listed("a rider", CARRIED, rider_id="{rider}"),
    _listed("search", {"pending"}, search="{pending_number}"),
    _listed("tag_id", None, tag_id="7"),
    _listed("scheduled", None, scheduled="1", schedule_date="2026-03-02"),
    _listed("search_all_locations", None, search_all_locations="true"),
    _listed("delivery_in_all_locations", None, delivery_in_all_locations="true"),
    _listed("partner_id", None, partner_id="7"),
    *(
        # No token is for accepted deliveries, so they may be among any.
        _listed(f"delivery_status {token}", finds, {"accepted"}, delivery_status=token)
        for token, finds in _WITH_STATUS.items()
    ),
    *(_listed(f"filter {wish}", _WITH_FILTER.get(wish, _ALL), filter=wish) for wish in FILTERS[:3]),
    *(
        _listed(
            f"filter {wish} with dates",
            _ON_YESTERDAY[wish],
            filter=wish,
            start_date="2026-03-01",
            end_date="2026-03-01",
        )
        for wish in FILTERS
        if wish not in _WITH_FILTER
    ),
    *(
        _listed(f"creation_mode {mode}", _WITH_MODE.get(mode, ()), creation_mode=mode)
        for mode in CREATION_MODES
    ),
    *(_listed(f"group_by {place}", _ALL, group_by=place) for place in GROUPINGS),
]

# Riders

_RIDER_QUERY = {
    "paginate": "1",
    "per_page": "",
    "active": "",
    "get_ongoing_deliveries": "",
    "pending_invites": "",
}
_EVERYBODY = frozenset({"rider", "idle", "resting", "invited"})


def _riders(name: str, finds: Collection[str], perhaps: Collection[str] = (), **query: str) -> Row:
    return Row(
        name,
        _RIDERS,
        "rider list",
        query=_RIDER_QUERY | query,
        finds=frozenset(finds),
        perhaps=frozenset(perhaps),
    )


_RIDER_LISTS = [
    _riders("no wishes", _EVERYBODY),
    _riders("all on one page", _EVERYBODY, paginate="0"),
    _riders("active", {"rider", "idle"}, active="1"),
    # Whether somebody invited counts as active or not is not in the contract.
    _riders("not active", {"resting"}, {"invited"}, active="0"),
    _riders("with ongoing deliveries", _EVERYBODY, get_ongoing_deliveries="1"),
    _riders("without ongoing deliveries", _EVERYBODY, get_ongoing_deliveries="0"),
    _riders("pending invites", {"invited"}, pending_invites="1"),
    _riders("no pending invites", {"rider", "idle", "resting"}, pending_invites="0"),
]
_RIDER_GETS = [
    Row(f"a rider, {name}", _RIDER, "rider detail", at=f"{{{name}}}") for name in sorted(_EVERYBODY)
]

_HISTORY_QUERY = {"paginate": "1", "per_page": "50", "filter": "all"}
_YESTERDAYS = {"start_date": "2026-03-01", "end_date": "2026-03-01"}
_IN_HISTORY = {"all": CARRIED, "today": CARRIED & TODAY, "yesterday": CARRIED & YESTERDAY}


def _history(name: str, finds: Collection[str], at: str = "{rider}", **query: str) -> Row:
    # Whether a history already holds what is still on its way is not in the contract.
    done = frozenset(finds) & {"delivered", "old_delivered"}
    query = _HISTORY_QUERY | query
    return Row(name, _HISTORY, "history", at, query, finds=done, perhaps=CARRIED & frozenset(finds))


_HISTORIES = [
    *(_history(f"filter {wish}", _IN_HISTORY[wish], filter=wish) for wish in HISTORY_FILTERS),
    _history("dates", CARRIED & YESTERDAY, **_YESTERDAYS),
    _history("empty dates", CARRIED, start_date="", end_date=""),
    _history("all on one page", CARRIED, paginate="0", per_page=""),
    _history("a rider without any", (), at="{idle}"),
]

_BOOKINGS = [Row("a business's link", _BOOKING, "booking link", at="{link_code}")]

READS = [*_GETS, *_LISTS, *_RIDER_LISTS, *_RIDER_GETS, *_HISTORIES, *_BOOKINGS]
