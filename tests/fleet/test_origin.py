"""The key goes to one origin, and no request goes anywhere else."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trustme
from starlette.responses import JSONResponse

from bot.base.http.server import Server
from bot.fleet import (
    DeliveryQuery,
    FleetClient,
    NotFound,
    NotSent,
    RiderQuery,
    StatusToken,
    Unreadable,
    Wire,
)
from bot.fleet.endpoints import Encoding, Endpoint
from tests.fleet.conftest import Connect
from tests.fleet.stand_in import DELIVERY, KEY, RIDER, StandIn, answer, envelope, success

ASK_ONCE = """
import asyncio, sys
from bot.fleet import FleetClient, Wire

async def main(url, delivery):
    async with FleetClient(Wire(url, "key")) as fleet:
        await fleet.get_delivery(delivery)

asyncio.run(main(*sys.argv[1:]))
"""
CRAFTED_UUIDS = [
    "",
    "..",
    "../../riders",
    f"../get/{DELIVERY}",
    f"{DELIVERY}/../../riders",
    f"{DELIVERY}?x=1",
    f"{DELIVERY}#",
    f"{DELIVERY}\n",
    f" {DELIVERY}",
    "%2e%2e%2friders",
    "//elsewhere.example/x",
    "http://elsewhere.example/",
    "{" + DELIVERY + "}",
    DELIVERY.replace("-", ""),
    DELIVERY.replace("0", "０"),
]
CRAFTED_CODES = [
    "",
    ".",
    "..",
    "../../riders",
    "..%2f..%2friders",
    "a/b",
    "a\\b",
    "a?b",
    "a#b",
    "a b",
    "a\x00b",
    "é",
    "x" * 201,
    "code\n",
]


@pytest.fixture
async def canary() -> AsyncIterator[StandIn]:
    async with StandIn(success({"uuid": DELIVERY})) as elsewhere:
        yield elsewhere


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_to_another_host_is_not_followed(
    status: int, canary: StandIn, connect: Connect
) -> None:
    async with StandIn(answer(status, location=canary.url)) as service:
        fleet = connect(service)
        with pytest.raises(Unreadable):
            await fleet.get_delivery(DELIVERY)
        with pytest.raises(Unreadable):
            await fleet.update_status(DELIVERY, StatusToken.ACCEPTED)
    assert canary.asked == []


async def test_links_to_the_next_page_are_never_followed(canary: StandIn, connect: Connect) -> None:
    first = {**envelope([{"uuid": RIDER}], 1, 2), "next_page_url": f"{canary.url}/riders?page=2"}
    second = envelope([{"uuid": DELIVERY}], 2, 2)
    async with StandIn(success({"riders": first}), success({"riders": second})) as service:
        riders = connect(service).riders(RiderQuery())
        assert [rider.uuid async for rider in riders] == [RIDER, DELIVERY]
        assert [asked.path for asked in service.asked] == ["/api/v1/riders"] * 2
        assert service.asked[1].query == {**service.asked[0].query, "page": "2"}
    assert canary.asked == []


@pytest.mark.parametrize("crafted", CRAFTED_UUIDS)
async def test_a_crafted_id_is_not_found_without_being_asked(
    crafted: str, connect: Connect
) -> None:
    async with StandIn(success({"uuid": DELIVERY})) as service:
        fleet = connect(service)
        for ask in (fleet.get_delivery, fleet.get_rider, fleet.change_rider_status):
            with pytest.raises(NotFound):
                await ask(crafted)
        with pytest.raises(NotFound):
            await fleet.assign(crafted, [DELIVERY])
        assert service.asked == []


@pytest.mark.parametrize("crafted", CRAFTED_CODES)
async def test_a_crafted_link_code_is_not_found_without_being_asked(
    crafted: str, connect: Connect
) -> None:
    async with StandIn(success({})) as service:
        with pytest.raises(NotFound):
            await connect(service).get_booking_link(crafted)
        assert service.asked == []


async def test_another_origin_gets_no_request_even_from_within(canary: StandIn) -> None:
    elsewhere = Endpoint("GET", f"@{canary.url.removeprefix('http://')}", Encoding.QUERY)
    wire = Wire("http://127.0.0.1:1", KEY)
    with pytest.raises(NotSent, match="not the configured"):
        await wire.ask(elsewhere)
    assert canary.asked == []


async def test_the_key_and_the_base_path_are_in_every_request(connect: Connect) -> None:
    async with StandIn(success({"uuid": DELIVERY})) as service:
        fleet = connect(service)
        await fleet.get_delivery(DELIVERY)
        await fleet.update_status(DELIVERY, StatusToken.ACCEPTED)
        assert [asked.headers["x-api-key"] for asked in service.asked] == [KEY, KEY]
        assert [asked.target for asked in service.asked] == [
            f"/api/v1/deliveries/get/{DELIVERY}",
            "/api/v1/deliveries/update_status",
        ]


async def test_a_slash_at_the_end_of_the_base_url_changes_nothing() -> None:
    async with StandIn(success({"uuid": DELIVERY})) as service:
        async with FleetClient(Wire(service.url + "/", KEY)) as fleet:
            await fleet.get_delivery(DELIVERY)
        assert service.asked[0].target == f"/api/v1/deliveries/get/{DELIVERY}"


async def test_proxies_of_the_environment_are_not_used(canary: StandIn) -> None:
    async with StandIn(success({"uuid": DELIVERY})) as service:
        environment = {"HTTP_PROXY": canary.url, "ALL_PROXY": canary.url, "PYTHONPATH": "."}
        program = await asyncio.create_subprocess_exec(
            sys.executable, "-c", ASK_ONCE, service.url, DELIVERY, env=environment
        )
        assert await program.wait() == 0
        assert len(service.asked) == 1
    assert canary.asked == []


@pytest.mark.parametrize(
    "base_url",
    [
        "http://fleet.example/api/v1",
        "http://10.0.0.1/api/v1",
        "http://127.0.0.1.example.com/api/v1",
        "http://localhost.example/api/v1",
        "ftp://127.0.0.1/api/v1",
        "fleet.example/api/v1",
        "/api/v1",
        "",
        "https:///api/v1",
        "https://key@fleet.example/api/v1",
        "https://fleet.example/api/v1?x=1",
        "https://fleet.example/api/v1#x",
        "https://fleet.example:port/api/v1",
    ],
)
def test_an_unsafe_base_url_is_refused(base_url: str) -> None:
    with pytest.raises(ValueError, match="fleet service"):
        Wire(base_url, KEY)


@pytest.mark.parametrize("base_url", ["http://localhost/a", "http://[::1]:8/a", "https://x.y/a"])
async def test_a_safe_base_url_is_taken(base_url: str) -> None:
    await Wire(base_url, KEY).aclose()


@pytest.mark.parametrize("key", ["", "two words", "line\nfeed", "schlüssel", "nul\x00"])
def test_a_key_that_no_header_can_carry_is_refused_and_not_repeated(key: str) -> None:
    with pytest.raises(ValueError, match="API key") as caught:
        Wire("https://fleet.example/api/v1", key)
    assert not key or key not in str(caught.value)


async def test_https_is_checked_against_the_given_roots(tmp_path: Path) -> None:
    authority, certificate, roots = trustme.CA(), tmp_path / "server.pem", tmp_path / "ca.pem"
    authority.issue_cert("127.0.0.1").private_key_and_cert_chain_pem.write_to_path(certificate)
    authority.cert_pem.write_to_path(roots)
    app = JSONResponse({"status": "success", "data": {"deliveries": []}})
    async with Server(app, certfile=certificate) as server:
        trusting = FleetClient(Wire(server.url, KEY, ca_file=roots))
        async with trusting as fleet:
            assert (await fleet.list_deliveries(DeliveryQuery())).page.items == ()
        async with FleetClient(Wire(server.url, KEY), read_attempts=1) as fleet:
            with pytest.raises(NotSent, match="CERTIFICATE_VERIFY_FAILED"):
                await fleet.list_deliveries(DeliveryQuery())
