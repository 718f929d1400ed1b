"""What is asked of a large service again and again."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.benchmarks.filling import NOW, Filler
from tests.service.fleet import ALL_DELIVERIES, ALL_RIDERS

_HISTORY = {"paginate": "1", "per_page": "", "filter": ""}


@dataclass(frozen=True)
class Question:
    """One request. `by_text` says that it looks into texts, which no index helps with."""

    name: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    by_text: bool = False


def _list(name: str, *, by_text: bool = False, **query: str) -> Question:
    return Question(f"list: {name}", "/deliveries", ALL_DELIVERIES | query, by_text)


def questions(filler: Filler) -> list[Question]:
    """Return what is asked of a database that this filler has filled."""
    rider, today = filler.riders[0], NOW.date().isoformat()
    history = f"/riders/delivery/history/{rider}"
    return [
        _list("all"),
        _list("all, 100 a page", per_page="100"),
        _list("pending", delivery_status="pending"),
        _list("awaiting pickup", delivery_status="awaiting_pickup"),
        _list("delivered", delivery_status="delivered"),
        _list("cancelled", delivery_status="cancelled"),
        _list("declined (none)", delivery_status="declined"),
        _list("a rider's", rider_id=rider),
        _list("a rider's, delivered", rider_id=rider, delivery_status="delivered"),
        _list("manual", creation_mode="manual"),
        _list("imported (none)", creation_mode="imported"),
        _list("today", filter="today"),
        _list("dropped off today", filter="dropoff_at", start_date=today, end_date=today),
        _list("assigned today", filter="assigned_at", start_date=today, end_date=today),
        _list("scheduled today", filter="schedule_date", start_date=today, end_date=today),
        _list("a number", search="1042", by_text=True),
        _list("a name", search="customer 77", by_text=True),
        Question("get a delivery", f"/deliveries/get/{filler.a_delivery}"),
        Question("riders", "/riders", ALL_RIDERS),
        Question(
            "riders and what they carry", "/riders", ALL_RIDERS | {"get_ongoing_deliveries": "1"}
        ),
        Question("get a rider", f"/riders/get/{rider}"),
        Question("history", history, _HISTORY),
        Question("history: today", history, _HISTORY | {"filter": "today"}),
    ]
