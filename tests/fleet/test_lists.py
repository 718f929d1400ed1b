"""Lists: pages, what is open, reads that are tried again."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.fleet import (
    Delivery,
    DeliveryQuery,
    FilterToken,
    HistoryQuery,
    KeyRefused,
    Page,
    Refused,
    RiderQuery,
    State,
    StatusToken,
    Unavailable,
    Unreadable,
    open_deliveries,
)
from bot.fleet.pagination import page_of_joined, pages_up_to
from bot.texts.pagination import cut
from tests.fleet.conftest import Connect
from tests.fleet.stand_in import (
    CLOSE,
    DELIVERY,
    OTHER_DELIVERY,
    RIDER,
    Asked,
    StandIn,
    answer,
    as_json,
    envelope,
    success,
)


def uuid(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012}"


def delivery(number: int, status: str, **more: object) -> dict[str, object]:
    return {"uuid": uuid(number), "status": status, **more}


class Town:
    """A fleet service with deliveries, two of them per page."""

    def __init__(self, *deliveries: dict[str, object], riders: list[object] | None = None) -> None:
        self.deliveries = list(deliveries)
        self.riders = riders or []

    def __call__(self, asked: Asked) -> bytes:
        path = asked.path.removeprefix("/api/v1")
        if path.startswith("/deliveries/get/"):
            found = [each for each in self.deliveries if path.endswith(str(each["uuid"]))]
            return success(found[0]) if found else as_json({"message": "Not found."}, 422)
        if path.startswith("/riders/delivery/history/"):
            return success(self._page(self.deliveries, asked))
        if path == "/riders":
            return success({"riders": self._page(self.riders, asked)})
        token = asked.query["delivery_status"]
        labels = {"pending": "Pending", "awaiting_pickup": "Awaiting-Pickup"}
        label = labels.get(token, token.replace("_", " ").title())
        wanted = [each for each in self.deliveries if not token or each["status"] == label]
        counts = {"overall_user_in_transit_deliveries": 4}
        return success({"delivery_counts": counts, "deliveries": self._page(wanted, asked)})

    def _page(self, records: list[object], asked: Asked) -> dict[str, object]:
        number = int(asked.query.get("page", "1"))
        last = max(1, -(-len(records) // 2))
        return envelope(records[(number - 1) * 2 : number * 2], number, last)


def carried(number: int, status: str) -> dict[str, object]:
    return {"uuid": uuid(number), "status": status, "delivery_fee": "NGN 1,500.00"}


async def test_every_open_delivery_is_met_once_the_accepted_ones_too(connect: Connect) -> None:
    town = Town(
        *(delivery(number, "Pending") for number in range(1, 6)),
        delivery(6, "Awaiting-Pickup"),
        delivery(7, "Order Accepted", note="full shape"),
        delivery(8, "In Transit"),
        delivery(9, "Delivered"),
        delivery(10, "Failed"),
        riders=[
            {"uuid": RIDER, "rider_ongoing_deliveries": [carried(6, "Awaiting Pickup")]},
            {"uuid": uuid(98), "rider_ongoing_deliveries": None},
            {
                "uuid": uuid(99),
                "rider_ongoing_deliveries": [
                    carried(7, "Order Accepted"),
                    carried(8, "Order Accepted"),  # picked up a moment later
                    carried(9, "Delivered"),
                    carried(10, "Failed"),
                    carried(11, "Order Accepted"),
                ],
            },
        ],
    )
    async with StandIn(town) as service:
        found = [each async for each in open_deliveries(connect(service))]
        fetched = [asked.path for asked in service.asked if "/get/" in asked.path]
    assert [each.uuid for each in found] == [uuid(n) for n in (1, 2, 3, 4, 5, 6, 7, 8, 10)]
    assert found[6].note == "full shape"
    assert [path[-2:] for path in fetched] == ["07", "08", "10", "11"]


async def test_what_a_caller_knows_already_is_not_fetched(connect: Connect) -> None:
    async def is_known(listed: Delivery) -> bool:
        return listed.uuid == uuid(7)

    ongoing = [carried(7, "Order Accepted"), carried(8, "Order Accepted")]
    town = Town(
        delivery(7, "Order Accepted"),
        delivery(8, "Order Accepted"),
        riders=[{"uuid": RIDER, "rider_ongoing_deliveries": ongoing}],
    )
    async with StandIn(town) as service:
        found = [each.uuid async for each in open_deliveries(connect(service), is_known=is_known)]
        fetched = [asked.path[-2:] for asked in service.asked if "/get/" in asked.path]
    assert (found, fetched) == ([uuid(8)], ["08"])


async def test_a_service_that_cannot_turn_pages_is_noticed(connect: Connect) -> None:
    always_first = success({"riders": envelope([{"uuid": RIDER}], number=1, last=2)})
    async with StandIn(always_first) as service:
        with pytest.raises(Unreadable, match="page 2"):
            await connect(service).all_riders()


async def test_an_empty_page_ends_a_list_however_long_it_claims_to_be(connect: Connect) -> None:
    pages = [envelope([{"uuid": RIDER}], 1, 10**9), envelope([], 2, 10**9)]
    async with StandIn(*(success({"riders": page}) for page in pages)) as service:
        assert len(await connect(service).all_riders()) == 1


async def test_a_list_without_an_end_is_given_up(connect: Connect) -> None:
    def endless(asked: Asked) -> bytes:
        number = int(asked.query.get("page", "1"))
        return success({"riders": envelope([{"uuid": RIDER}], number, number + 1)})

    async with StandIn(endless) as service:
        with pytest.raises(Unreadable, match="does not end"):
            await connect(service).all_riders()
        assert len(service.asked) == 1000


@pytest.mark.parametrize(
    "raw",
    [
        {"deliveries": [{"uuid": DELIVERY}], "delivery_counts": None},
        [{"uuid": DELIVERY}],
        {"data": [{"uuid": DELIVERY}]},
        {"deliveries": {"data": [{"uuid": DELIVERY}, {"uuid": "nonsense"}, None, 7]}},
        {"deliveries": {"data": [{"uuid": DELIVERY.upper()}], "last_page": "1", "total": "1"}},
    ],
    ids=["bare array", "array alone", "envelope alone", "odd records", "numbers as text"],
)
async def test_a_delivery_list_is_read_in_every_form(raw: object, connect: Connect) -> None:
    async with StandIn(success(raw)) as service:
        page = (await connect(service).list_deliveries(DeliveryQuery())).page
    assert [each.uuid for each in page.items] == [DELIVERY]
    assert (page.number, page.last_page, page.total) == (1, 1, 1)


@pytest.mark.parametrize("raw", [[], {"deliveries": []}, {"deliveries": None}, {"data": []}])
async def test_an_empty_list_is_a_page_without_records(raw: object, connect: Connect) -> None:
    async with StandIn(success(raw)) as service:
        page = (await connect(service).list_deliveries(DeliveryQuery())).page
    assert (page.items, page.total) == ((), 0)


@pytest.mark.parametrize("raw", [None, "x", 7, {}, {"deliveries": "x"}, {"data": {"a": 1}}])
async def test_what_is_no_list_is_unreadable(raw: object, connect: Connect) -> None:
    async with StandIn(success(raw)) as service:
        fleet = connect(service)
        with pytest.raises(Unreadable):
            await fleet.list_deliveries(DeliveryQuery())
        with pytest.raises(Unreadable):
            await fleet.list_riders(RiderQuery())
        with pytest.raises(Unreadable):
            await fleet.rider_history(RIDER, HistoryQuery())


async def test_a_link_to_a_next_page_stands_in_for_a_missing_last_page(connect: Connect) -> None:
    raw = {"data": [{"uuid": DELIVERY}], "current_page": 3, "next_page_url": "https://x.example/"}
    async with StandIn(success(raw)) as service:
        page = (await connect(service).list_deliveries(DeliveryQuery(page=3))).page
    assert (page.number, page.last_page) == (3, 4)


async def test_a_last_page_counts_also_without_links(connect: Connect) -> None:
    raw = {"data": [{"uuid": DELIVERY}], "last_page": 3, "total": 41}
    async with StandIn(success(raw)) as service:
        page = (await connect(service).list_deliveries(DeliveryQuery())).page
    assert (page.number, page.last_page, page.total) == (1, 3, 41)


async def test_get_finds_its_delivery_in_a_list(connect: Connect) -> None:
    records = [{"uuid": OTHER_DELIVERY}, {"uuid": DELIVERY, "order_number": "7"}]
    async with StandIn(success({"deliveries": envelope(records)})) as service:
        assert (await connect(service).get_delivery(DELIVERY)).order_number == "7"


async def test_a_refused_empty_status_is_asked_for_status_by_status(connect: Connect) -> None:
    town = Town(
        delivery(1, "Pending", created_at="2026-03-01T08:00:00.000000Z"),
        delivery(2, "Delivered", created_at="2026-03-03T08:00:00.000000Z"),
        delivery(3, "In Transit", created_at="2026-03-02T08:00:00.000000Z"),
        delivery(4, "Cancelled"),
    )
    async with StandIn(insists_on_a_status(town)) as service:
        listed = await connect(service).list_deliveries(DeliveryQuery())
        tokens = [asked.query["delivery_status"] for asked in service.asked]
    assert tokens == ["", *(token.value for token in FilterToken)]
    assert [each.uuid for each in listed.page.items] == [uuid(2), uuid(3), uuid(1), uuid(4)]
    assert (listed.page.number, listed.page.last_page, listed.page.total) == (1, 1, 4)
    assert listed.counts.in_transit == 4


def insists_on_a_status(town: Town) -> Callable[[Asked], bytes]:
    def strict(asked: Asked) -> bytes:
        if not asked.query["delivery_status"]:
            return as_json({"errors": {"delivery_status": ["Required."]}}, 422)
        return town(asked)

    return strict


async def test_pages_are_those_of_one_list_also_where_each_status_is_asked_for(
    connect: Connect,
) -> None:
    statuses = [
        "Pending",
        "Delivered",
        "Delivered",
        "Cancelled",
        "Delivered",
        "Pending",
        "Delivered",
    ]
    newest_first = [
        delivery(number, status, created_at=f"2026-03-{20 - number}T08:00:00.000000Z")
        for number, status in enumerate(statuses, 1)
    ]
    async with StandIn(insists_on_a_status(Town(*newest_first))) as service:
        client = connect(service)
        pages = [
            (await client.list_deliveries(DeliveryQuery(page=number, per_page=2))).page
            for number in (1, 2, 3, 4)
        ]
        before = len(service.asked)
        await client.list_deliveries(DeliveryQuery(page=99, per_page=2))
        asked_for = [asked.query["delivery_status"] for asked in service.asked[before:]]
    shown = [[each.uuid[-1] for each in page.items] for page in pages]
    assert shown == [["1", "2"], ["3", "4"], ["5", "6"], ["7"]]
    assert [page.number for page in pages] == [1, 2, 3, 4]
    assert pages[-1].last_page == 4
    assert asked_for.count("delivered") == 2  # nothing is asked for behind the last page
    assert len(asked_for) == len(FilterToken) + 1


@given(
    st.lists(st.lists(st.integers(0, 60), max_size=7), min_size=1, max_size=4), st.integers(1, 4)
)
async def test_in_whatever_order_lists_are_each_record_is_on_one_page_of_them_joined(
    ages: list[list[int]], size: int
):
    lists = [[(place, at, age) for at, age in enumerate(each)] for place, each in enumerate(ages)]

    async def page(number: int) -> Page[tuple[int, int, int]]:
        upto = [await pages_up_to(partial(_part, each, size), number) for each in lists]
        return page_of_joined(
            [[part.page for part in parts] for parts in upto], number, size, name=str, born=_born
        )

    first = await page(1)
    rest = [await page(number) for number in range(2, 30)]
    met = [record for each in (first, *rest) for record in each.items]
    assert sorted(met) == sorted(record for each in lists for record in each)
    assert all(len(each.items) <= size for each in (first, *rest))
    if all(each == sorted(each, reverse=True) for each in ages):
        assert [age for _, _, age in met] == sorted(
            (a for each in ages for a in each), reverse=True
        )


@dataclass(frozen=True)
class _Part:
    page: Page[tuple[int, int, int]]


async def _part(records: list[tuple[int, int, int]], size: int, number: int) -> _Part:
    return _Part(cut(records, number, size))


def _born(record: tuple[int, int, int]) -> datetime:
    return datetime(2026, 3, 1, tzinfo=UTC) + timedelta(days=record[2])


async def test_a_refusal_of_every_status_is_a_refusal(connect: Connect) -> None:
    async with StandIn(as_json({"message": "No."}, 422)) as service:
        with pytest.raises(Refused, match=r"No\."):
            await connect(service).list_deliveries(DeliveryQuery())
        assert len(service.asked) == 5  # one in each reading


async def test_the_rider_list_comes_with_its_sums(connect: Connect) -> None:
    raw = {
        "total_number_of_riders": 3,
        "total_active_riders": "2",
        "total_deactivated_riders": 1,
        "total_number_of_fulfilled_orders": 40,
        "total_revenue": 1500.5,
        "riders": envelope([{"uuid": RIDER, "name": "Chidi"}]),
    }
    async with StandIn(success(raw)) as service:
        listed = await connect(service).list_riders(RiderQuery())
    totals = listed.totals
    assert (totals.riders, totals.active, totals.deactivated) == (3, 2, 1)
    assert totals.fulfilled_orders == 40
    assert totals.revenue
    assert totals.revenue.text == "1500.5"
    assert [rider.name for rider in listed.page.items] == ["Chidi"]


FOUND = success({"uuid": DELIVERY, "status": "Pending"})


@pytest.mark.parametrize("failure", [answer(500), answer(429, retry_after="0"), CLOSE])
async def test_a_read_is_tried_again(failure: bytes, connect: Connect) -> None:
    async with StandIn(failure, failure, FOUND) as service:
        found = await connect(service, attempts=3).get_delivery(DELIVERY)
        assert (found.state, len(service.asked)) == (State.PENDING, 3)


async def test_an_id_that_is_refused_is_asked_for_once_more_in_capitals(connect: Connect) -> None:
    async with StandIn(answer(422)) as service:
        with pytest.raises(Refused):
            await connect(service, attempts=3).get_delivery(DELIVERY)
        paths = [each.target.rpartition("/")[2] for each in service.asked]
    assert paths == [DELIVERY, DELIVERY.upper()]


async def test_ids_are_written_as_the_service_writes_them(connect: Connect) -> None:
    async with StandIn(success({"uuid": DELIVERY.upper(), "status": "Pending"})) as service:
        client = connect(service)
        assert (await client.get_delivery(DELIVERY)).uuid == DELIVERY
        await client.update_status(DELIVERY, StatusToken.ACCEPTED)
        await client.get_delivery(DELIVERY)
    *_, change, again = service.asked
    assert DELIVERY.upper() in change.body.decode()
    assert again.target.endswith(DELIVERY.upper())


async def test_what_people_write_tells_nothing_of_how_ids_are_written(connect: Connect) -> None:
    raw = {"note": DELIVERY.upper(), "uuid": DELIVERY, "customer_name": OTHER_DELIVERY.upper()}
    async with StandIn(success(raw)) as service:
        client = connect(service)
        for _ in range(2):
            await client.get_delivery(DELIVERY)
    assert all(each.target.endswith(DELIVERY) for each in service.asked)


async def test_a_list_asked_by_a_status_gives_it_to_labels_that_nobody_knows(
    connect: Connect,
) -> None:
    label = {"uuid": DELIVERY, "status": "On the road"}
    raw = {"deliveries": {"data": [label], "last_page": 1}}
    async with StandIn(success(raw)) as service:
        query = DeliveryQuery(status=FilterToken.IN_TRANSIT)
        (one,) = (await connect(service).list_deliveries(query)).page.items
    assert one.state is State.IN_TRANSIT
    known = {"uuid": DELIVERY.replace("0", "1"), "status": "Pending"}
    passed_over = {"deliveries": {"data": [label, known], "last_page": 1}}
    async with StandIn(success(passed_over)) as service:
        first, _ = (await connect(service).list_deliveries(query)).page.items
    assert first.state is State.UNKNOWN


async def test_a_status_that_is_set_is_the_state_whatever_its_label(connect: Connect) -> None:
    async with StandIn(success({"uuid": DELIVERY, "status": "Done and dusted"})) as service:
        moved = await connect(service).update_status(DELIVERY, StatusToken.DELIVERED)
    assert (moved.state, moved.label) == (State.DELIVERED, "Done and dusted")


@pytest.mark.parametrize("count", [1, 2, 3, 5])
async def test_a_full_page_without_an_end_is_no_short_list(count: int, connect: Connect) -> None:
    records = [{"uuid": uuid(number)} for number in range(count)]
    async with StandIn(success({"deliveries": {"data": records}})) as service:
        asked = connect(service).list_deliveries(DeliveryQuery(per_page=3))
        if count == 3:
            with pytest.raises(Unreadable, match="whether more follow"):
                await asked
        else:
            assert len((await asked).page.items) == count


async def test_an_envelope_may_tell_of_its_pages_apart_and_count_its_records(
    connect: Connect,
) -> None:
    records = {"3": {"uuid": uuid(1)}, "5": {"uuid": uuid(2)}}
    raw = {"deliveries": {"data": records, "meta": {"last_page": 4, "total": 14}}}
    async with StandIn(success(raw)) as service:
        page = (await connect(service).list_deliveries(DeliveryQuery(per_page=2))).page
    assert (len(page.items), page.last_page, page.total) == (2, 4, 14)


async def test_a_read_is_tried_only_as_often_as_configured(connect: Connect) -> None:
    async with StandIn(answer(500)) as service:
        with pytest.raises(Unavailable):
            await connect(service, attempts=2).get_delivery(DELIVERY)
        assert len(service.asked) == 2


@pytest.mark.parametrize(
    ("final", "error"),
    [
        (answer(401), KeyRefused),
        (answer(302), Unreadable),
        (answer(503, retry_after="60"), Unavailable),
    ],
)
async def test_what_another_try_cannot_help_is_not_tried_again(
    final: bytes, error: type[Exception], connect: Connect
) -> None:
    async with StandIn(final) as service:
        with pytest.raises(error):
            await connect(service, attempts=3).get_delivery(DELIVERY)
        assert len(service.asked) == 1


async def test_a_riders_ongoing_deliveries_name_the_rider(connect: Connect) -> None:
    raw = {
        "uuid": RIDER,
        "name": "Chidi",
        "phone_code": "+234",
        "phone_number": "0803",
        "active": 1,
        "created_at": "2026-03-01T08:00:00.000000Z",
        "number_of_ongoing_deliveries": "2",
        "total_revenue_by_rider": "NGN 12,000.00",
        "ongoing_deliveries": [
            delivery(1, "In Transit", created_at="2026-03-01T08:00:00.000000Z"),
            delivery(2, "Order Accepted", rider_info={"uuid": uuid(9), "name": "Dayo"}),
        ],
    }
    async with StandIn(success(raw)) as service:
        rider = await connect(service).get_rider(RIDER)
    assert (rider.active, rider.ongoing_count, rider.phone_code) == (True, 2, "234")
    assert rider.ongoing[0].rider == rider.summary()
    assert rider.ongoing[0].created_at == datetime(2026, 3, 1, 8, tzinfo=UTC)
    assert rider.ongoing[1].rider
    assert rider.ongoing[1].rider.name == "Dayo"
