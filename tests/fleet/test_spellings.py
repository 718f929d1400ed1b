"""Lists are asked for as a service spells them, which is learned from what it refuses."""

from collections.abc import Callable, Mapping
from datetime import date
from math import ceil

import pytest

from bot.fleet import (
    DeliveryQuery,
    FleetClient,
    HistoryQuery,
    NewDelivery,
    NewItem,
    NewReceiver,
    Origin,
    Period,
    Refused,
    RiderQuery,
    Wire,
)
from bot.fleet.service_profile import Profile
from tests.fleet.conftest import Connect
from tests.fleet.stand_in import KEY, RIDER, Asked, StandIn, as_json, success

Takes = Callable[[str], bool]
FROM = date(2026, 3, 1)


def refused(*names: str) -> bytes:
    errors = {name: [f"The selected {name} is invalid."] for name in names}
    return as_json({"status": "error", "message": "Invalid.", "errors": errors}, 422)


def uuid(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012}"


class Choosy:
    """Has 53 deliveries and as many riders; takes only some values, and pages that are not long."""

    def __init__(
        self,
        takes: Mapping[str, Takes] | None = None,
        *,
        most: int = 1000,
        turned_by: str = "page",
        refusal: bytes | None = None,
    ) -> None:
        self._takes = takes or {}
        self._most, self._turned_by, self._refusal = most, turned_by, refusal

    def __call__(self, asked: Asked) -> bytes:
        said = asked.query
        wrong = [name for name, takes in self._takes.items() if not takes(said.get(name, "1"))]
        if int(said["per_page"]) > self._most:
            wrong.append("per_page")
        if wrong:
            return self._refusal or refused(*wrong)
        return self._page(asked.path, said)

    def _page(self, path: str, said: Mapping[str, str]) -> bytes:
        size, number = int(said["per_page"]), int(said.get(self._turned_by, "1"))
        last = ceil(53 / size)
        shown = range((number - 1) * size + 1, min(number * size, 53) + 1)
        is_rider = path.endswith("/riders")
        records = [{"uuid": uuid(each), "status": "Pending", "active": True} for each in shown]
        link = f"https://elsewhere.example{path}?per_page={size}&{self._turned_by}={number + 1}"
        page = {
            "data": records,
            "current_page": number,
            "last_page": last,
            "total": 53,
            "next_page_url": link if number < last else None,
        }
        if "history" in path:
            return success(page)
        return success({"riders" if is_rider else "deliveries": page})


ALL = {uuid(number) for number in range(1, 54)}


async def whole_lists(fleet: FleetClient) -> list[set[str]]:
    """All that a service gives, list by list."""
    history = fleet.rider_deliveries(RIDER, HistoryQuery(per_page=50))
    return [
        {one.uuid async for one in fleet.deliveries(DeliveryQuery(per_page=50))},
        {one.uuid for one in await fleet.all_riders()},
        {one.uuid async for one in history},
    ]


@pytest.mark.parametrize("most", [5, 7, 10, 25, 30, 49])
async def test_lists_are_whole_of_a_service_that_gives_short_pages_alone(
    connect: Connect, most: int
):
    async with StandIn(Choosy(most=most)) as service:
        fleet = connect(service)
        assert await whole_lists(fleet) == [ALL, ALL, ALL]
        before = len(service.asked)
        await whole_lists(fleet)
        sizes = {int(asked.query["per_page"]) for asked in service.asked[before:]}
    assert max(sizes) <= most  # it is remembered


@pytest.mark.parametrize("most", [3, 5, 10, 25])
@pytest.mark.parametrize("size", [8, 20, 50])
async def test_a_page_holds_what_it_holds_of_a_service_with_long_ones(
    connect: Connect, most: int, size: int
):
    if most < 5 and size > most:
        return  # that few are never asked for
    async with StandIn(Choosy(most=most)) as service:
        fleet = connect(service)
        for number in (1, 2, 3):
            page = (await fleet.list_deliveries(DeliveryQuery(page=number, per_page=size))).page
            wanted = range((number - 1) * size + 1, min(number * size, 53) + 1)
            assert [one.uuid for one in page.items] == [uuid(each) for each in wanted]
            assert (page.number, page.total) == (number, 53)
            assert page.last_page >= ceil(53 / size)


async def test_a_long_page_that_is_refused_without_a_word_is_tried_once_as_a_short_one(
    connect: Connect,
):
    silent = as_json({"message": "No."}, 422)
    async with StandIn(Choosy(most=12, refusal=silent)) as service:
        assert await whole_lists(connect(service)) == [ALL, ALL, ALL]


async def test_the_setting_says_how_long_pages_are():
    async with StandIn(Choosy(most=10)) as service:
        profile = Profile(page_size=10)
        async with FleetClient(Wire(service.url, KEY), profile) as fleet:
            assert await whole_lists(fleet) == [ALL, ALL, ALL]
        assert {asked.query["per_page"] for asked in service.asked} == {"10"}


FLAGS = ("active", "get_ongoing_deliveries", "pending_invites", "paginate")
SPELLINGS: Mapping[str, Mapping[str, Takes]] = {
    "true and false": dict.fromkeys(FLAGS, {"true", "false"}.__contains__),
    "true, false or nothing": dict.fromkeys(FLAGS, {"true", "false", ""}.__contains__),
    "yes and no": dict.fromkeys(FLAGS, {"yes", "no", ""}.__contains__),
    "active, inactive or all": {"active": {"active", "inactive", "all"}.__contains__},
    "active or inactive": {"active": {"active", "inactive"}.__contains__},
    "one of them in words": {"get_ongoing_deliveries": {"true", "false"}.__contains__},
}


@pytest.mark.parametrize("takes", SPELLINGS.values(), ids=SPELLINGS)
async def test_flags_are_spelt_as_they_are_taken(connect: Connect, takes: Mapping[str, Takes]):
    async with StandIn(Choosy(takes)) as service:
        fleet = connect(service)
        assert {one.uuid for one in await fleet.all_riders()} == ALL
        before = len(service.asked)
        await fleet.list_riders(RiderQuery())
        said = [asked.query for asked in service.asked[before:]]
    assert all(takes[name](each[name]) for each in said for name in takes)


async def test_everybody_is_called_all_where_nobody_is_refused(connect: Connect):
    takes = {"rider_id": lambda said: said in {"all", RIDER}}
    async with StandIn(Choosy(takes)) as service:
        fleet = connect(service)
        assert (await fleet.list_deliveries(DeliveryQuery())).page.total == 53
        await fleet.list_deliveries(DeliveryQuery(rider_uuid=RIDER))
        assert service.asked[-1].query["rider_id"] == RIDER


@pytest.mark.parametrize("day_first", [True, False])
async def test_days_are_written_as_they_are_taken(connect: Connect, *, day_first: bool):
    written = {"01-03-2026", ""} if day_first else {"2026-03-01", ""}
    takes = dict.fromkeys(("start_date", "end_date"), written.__contains__)
    query = DeliveryQuery(period=Period.CREATED_AT, start=FROM, end=FROM)
    async with StandIn(Choosy(takes)) as service:
        fleet = connect(service)
        for _ in range(2):
            assert (await fleet.list_deliveries(query)).page.total == 53
        history = HistoryQuery(start=FROM, end=FROM)
        assert (await fleet.rider_history(RIDER, history)).total == 53
        assert len(service.asked) == 5 if day_first else 3


NEW = NewDelivery(
    creation_date=FROM,
    fee=1500,
    sender=Origin(name="Ada", address="1 Marina", phone_code="234", phone_number="08040000001"),
    receivers=(
        NewReceiver(
            name="Bola",
            address="5 Allen Avenue",
            phone_code="234",
            phone_number="08030000001",
            items=(NewItem(description="Rice", quantity=1, value=1000),),
        ),
    ),
)


async def test_an_order_whose_day_alone_is_refused_is_made_with_the_day_written_otherwise(
    connect: Connect,
):
    def takes_day_first(asked: Asked) -> bytes:
        if b"01-03-2026" in asked.body:
            return success({"uuid": uuid(1), "status": "Pending"})
        return refused("creation_date")

    async with StandIn(takes_day_first) as service:
        fleet = connect(service)
        for _ in range(2):
            assert [one.uuid for one in await fleet.create_delivery(NEW)] == [uuid(1)]
        assert len(service.asked) == 3


@pytest.mark.parametrize("named", [("sender_phone",), ("creation_date",), ()])
async def test_an_order_that_is_refused_is_never_sent_without_an_end(
    connect: Connect, named: tuple[str, ...]
):
    async with StandIn(refused(*named)) as service:
        with pytest.raises(Refused):
            await connect(service).create_delivery(NEW)
        assert len(service.asked) == (2 if "creation_date" in named else 1)


@pytest.mark.parametrize("turned_by", ["p", "page_number", "pageNo"])
async def test_pages_are_turned_by_what_the_link_to_the_next_one_says(
    connect: Connect, turned_by: str
):
    async with StandIn(Choosy(turned_by=turned_by)) as service:
        assert await whole_lists(connect(service)) == [ALL, ALL, ALL]
        fleet = connect(service)  # one that has seen no first page yet
        page = (await fleet.list_deliveries(DeliveryQuery(page=2, per_page=20))).page
        assert [one.uuid for one in page.items] == [uuid(each) for each in range(21, 41)]


async def test_who_refuses_everything_by_name_is_asked_a_bounded_number_of_times(connect: Connect):
    async with StandIn(refused("active", "per_page", "page")) as service:
        fleet = connect(service)
        for most in (60, 12):
            before = len(service.asked)
            with pytest.raises(Refused):
                await fleet.all_riders()
            assert len(service.asked) - before <= most
