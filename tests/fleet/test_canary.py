"""A canary server, somewhere else, counts what reaches it: nothing ever does."""

from collections.abc import AsyncIterator

import pytest

from bot.fleet import DeliveryQuery, HistoryQuery, NotFound, RiderQuery, StatusToken, Unreadable
from tests.fleet.conftest import Connect
from tests.fleet.methods import EDIT, METHODS
from tests.fleet.stand_in import DELIVERY, RIDER, Asked, StandIn, answer, envelope, success


@pytest.fixture
async def canary() -> AsyncIterator[StandIn]:
    async with StandIn(success({"uuid": DELIVERY})) as elsewhere:
        yield elsewhere


LINKS = {
    "another host": "http://{canary}/api/v1{path}?page=2",
    "another scheme": "https://{canary}/api/v1{path}?page=2",
    "no scheme": "//{canary}/api/v1{path}?page=2",
    "another path": "http://{service}/api/v1/riders/change_status/x?page=2",
    "our host as a name": "http://{service}@{canary}/api/v1{path}?page=2",
    "our host as a password": "http://x:{service}@{canary}/api/v1{path}?page=2",
    "our host at the beginning": "http://{service}.{canary}/api/v1{path}?page=2",
    "a backslash": "http://{canary}\\@{service}/api/v1{path}?page=2",
    "a new line": "http://{service}/api/v1{path}?page=2\r\nhost: {canary}",
    "a tab": "ht\ttp://{canary}/api/v1{path}?page=2",
    "no URL": "http://[{canary}",
    "a file": "file:///etc/passwd",
    "another page": "http://{service}/api/v1{path}?page=7",
}


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("name", METHODS)
async def test_no_method_follows_a_redirect_to_another_host(
    name: str, status: int, canary: StandIn, connect: Connect
) -> None:
    async with StandIn(answer(status, location=canary.url)) as service:
        with pytest.raises(Unreadable):
            await METHODS[name](connect(service))
        assert len(service.asked) == 1
    assert canary.asked == []


@pytest.mark.parametrize("name", METHODS)
async def test_no_method_follows_a_redirect_to_another_path(name: str, connect: Connect) -> None:
    async with StandIn(answer(307, location="/api/v1/elsewhere")) as service:
        with pytest.raises(Unreadable):
            await METHODS[name](connect(service))
        assert len(service.asked) == 1


@pytest.mark.parametrize("link", LINKS.values(), ids=LINKS.keys())
async def test_of_a_link_to_the_next_page_nothing_is_ever_asked(
    link: str, canary: StandIn, connect: Connect
) -> None:
    def listed(asked: Asked) -> bytes:
        path = asked.path.removeprefix("/api/v1")
        number = int(asked.query.get("page", "1"))
        hosts = {"canary": f"127.0.0.1:{canary.port}", "service": f"127.0.0.1:{service.port}"}
        urls = dict.fromkeys(
            ("first_page_url", "last_page_url", "next_page_url", "prev_page_url", "path"),
            link.format(path=path, **hosts),
        )
        return success({**envelope([{"uuid": RIDER}], number, 2), **urls})

    async with StandIn(listed) as service:
        fleet = connect(service)
        await fleet.list_deliveries(DeliveryQuery())
        await fleet.list_riders(RiderQuery())
        await fleet.rider_history(RIDER, HistoryQuery())
        [rider async for rider in fleet.riders(RiderQuery())]
        pages = [(asked.path, asked.query.get("page", "1")) for asked in service.asked]
    assert pages == [
        ("/api/v1/deliveries", "1"),
        ("/api/v1/riders", "1"),
        (f"/api/v1/riders/delivery/history/{RIDER}", "1"),
        ("/api/v1/riders", "1"),
        ("/api/v1/riders", "2"),
    ]
    assert canary.asked == []


CRAFTED = {
    "a host": "//{canary}/x",
    "a whole URL": "http://{canary}/x",
    "a host as a name": "@{canary}/x",
    "a host after our port": ":80@{canary}/x",
    "backslashes": "\\\\{canary}\\x",
    "the floor above": "../../../../{canary}",
    "the floor above, quoted": "%2e%2e%2f%2e%2e%2f{canary}",
    "the floor above, quoted twice": "%252e%252e%252f{canary}",
    "half quoted": ".%2e/{canary}",
    "a question": "x?next=http://{canary}/",
    "a fragment": "x#http://{canary}/",
    "a header": "x\r\nhost: {canary}\r\n\r\nGET / HTTP/1.1",
    "a line": "x\nhost: {canary}",
    "a new request": "x HTTP/1.1\r\nhost: {canary}\r\n\r\n",
    "a nought": "x\x00{canary}",
    "a parameter": ";{canary}",
    "dots in other letters": "\u2024\u2024/{canary}",
    "a slash in other letters": "\u2215{canary}",
}


@pytest.mark.parametrize("crafted", CRAFTED.values(), ids=CRAFTED.keys())
async def test_a_crafted_id_or_code_reaches_nobody(
    crafted: str, canary: StandIn, connect: Connect
) -> None:
    odd = crafted.format(canary=f"127.0.0.1:{canary.port}")
    async with StandIn(success({"uuid": DELIVERY})) as service:
        fleet = connect(service)
        for asking in (
            fleet.get_delivery(odd),
            fleet.update_delivery(odd, EDIT),
            fleet.assign(odd, [DELIVERY]),
            fleet.get_rider(odd),
            fleet.rider_history(odd, HistoryQuery()),
            fleet.change_rider_status(odd),
            fleet.get_booking_link(odd),
        ):
            with pytest.raises(NotFound):
                await asking
        assert service.asked == []
    assert canary.asked == []


@pytest.mark.parametrize("crafted", CRAFTED.values(), ids=CRAFTED.keys())
async def test_a_crafted_id_within_a_body_or_query_stays_there(
    crafted: str, canary: StandIn, connect: Connect
) -> None:
    odd = crafted.format(canary=f"127.0.0.1:{canary.port}")
    async with StandIn(success({"data": []})) as service:
        fleet = connect(service)
        await fleet.list_deliveries(DeliveryQuery(rider_uuid=odd, search=odd))
        with pytest.raises(Unreadable):
            await fleet.update_status(odd, StatusToken.ACCEPTED)
        listed, moved = service.asked
    assert (listed.path, listed.query["rider_id"], listed.query["search"]) == (
        "/api/v1/deliveries",
        odd,
        odd,
    )
    assert (moved.path, moved.form[0]) == (
        "/api/v1/deliveries/update_status",
        ("delivery_uuid", odd),
    )
    assert canary.asked == []
