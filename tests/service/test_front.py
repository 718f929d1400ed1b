"""Under which names the service has pages, what goes with each answer, and who speaks for whom."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from bot.base.http.server import Server
from bot.service.app import make_server
from tests.service.fleet import KEY, Fleet, running, settings_at
from tests.support.clock import ManualClock

PAGES = ["/operator/login", "/development/join/nobody", "/development/api/v1/docs", "/metrics"]


async def asked(fleet: Fleet, path: str, *hosts: str) -> httpx.Response:
    headers = httpx.Headers([("host", host) for host in hosts])
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(fleet.service.asgi), base_url="https://fleet.example"
    ) as http:
        request = http.build_request("GET", path)
        request.headers = headers
        return await http.send(request)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(
    "host", ["fleet.example", "FLEET.example:443", "127.0.0.1:8080", "localhost", "[::1]:8080"]
)
async def test_pages_are_shown_under_our_own_names(fleet: Fleet, path: str, host: str):
    assert (await asked(fleet, path, host)).status_code != 421


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(
    "hosts",
    [
        ("attacker.example",),
        ("fleet.example.attacker.example",),
        ("attacker.example:443",),
        ("fleet.example@attacker.example",),
        ("xfleet.example",),
        ("127.0.0.1.attacker.example",),
        ("192.168.7.7",),
        ("[::ffff:7f00:1]",),
        ("",),
        (),
        ("fleet.example", "attacker.example"),
        ("[fleet.example",),
    ],
)
async def test_under_any_other_name_there_are_none(fleet: Fleet, path: str, hosts: tuple[str, ...]):
    answer = await asked(fleet, path, *hosts)
    assert answer.status_code == 421
    assert "web.public_url" in answer.text
    assert "<input" not in answer.text


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/development/api/v1/riders"])
async def test_programs_ask_by_any_name(fleet: Fleet, path: str):
    assert (await asked(fleet, path, "fleet:8080")).status_code != 421


async def test_metrics_with_a_token_are_for_those_who_have_it_by_any_name(
    folder: Path, certificates: Path, clock: ManualClock
):
    settings = settings_at(folder, certificates, metrics_token="canary-for-metrics")
    assert "canary-for-metrics" not in repr(settings)
    async with running(settings, clock) as fleet:
        assert (await asked(fleet, "/metrics", "fleet:8080")).status_code == 401
        for authorization, status in (("Bearer wrong", 401), ("Bearer canary-for-metrics", 200)):
            answer = await fleet.http.get(
                "https://fleet:8080/metrics", headers={"authorization": authorization}
            )
            assert answer.status_code == status


@pytest.mark.parametrize(
    "path",
    [
        *PAGES,
        "/healthz",
        "/nowhere",
        "/development/api/v1/riders",
        "/development/api/v1/openapi.json",
        "/development/operator/v1/docs",
    ],
)
async def test_each_answer_says_that_it_is_what_it_says_and_is_framed_by_nobody(
    fleet: Fleet, path: str
):
    headers = (await asked(fleet, path, "fleet.example")).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["referrer-policy"] in {"no-referrer", "same-origin"}
    assert headers["strict-transport-security"] == "max-age=31536000"


async def test_where_it_is_plain_http_no_browser_is_told_to_use_another(fleet: Fleet):
    fleet.service.public_url = "http://127.0.0.1:8080"
    answer = await asked(fleet, "/operator/login", "127.0.0.1:8080")
    assert "strict-transport-security" not in answer.headers
    assert (await asked(fleet, "/operator/login", "fleet.example")).status_code == 421


# Proxies


async def _who_asks(request: Request) -> PlainTextResponse:
    return PlainTextResponse(request.client.host if request.client else "")


@asynccontextmanager
async def from_address(address: str) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.AsyncHTTPTransport(local_address=address)
    async with httpx.AsyncClient(transport=transport, trust_env=False) as http:
        yield http


@pytest.mark.parametrize(
    ("proxies", "proxy", "is_believed"),
    [
        (["127.0.0.0/24"], "127.0.0.2", True),
        (["127.0.0.2"], "127.0.0.2", True),
        (["127.0.0.1"], "127.0.0.2", False),
        ([], "127.0.0.1", False),
    ],
)
async def test_a_proxy_that_is_trusted_says_for_whom_it_asks(
    proxies: list[str], proxy: str, is_believed: bool
):
    app = Route("/", _who_asks).app
    server = Server(app, trusted_proxies=proxies)
    async with server, from_address(proxy) as http:
        answer = await http.get(server.url, headers={"x-forwarded-for": "203.0.113.7"})
    assert answer.text == ("203.0.113.7" if is_believed else proxy)


async def test_a_proxy_that_nobody_named_is_told_of(fleet: Fleet, caplog: pytest.LogCaptureFixture):
    server = make_server(fleet.service.asgi)
    caplog.set_level(logging.WARNING)
    async with server, from_address("127.0.0.2") as http:
        said = {"x-forwarded-for": "203.0.113.7", "x-api-key": KEY}
        await asyncio.gather(*(http.get(f"{server.url}/readyz", headers=said) for _ in range(5)))
    (told,) = [each.getMessage() for each in caplog.records if "trusted_proxies" in each.msg]
    assert "127.0.0.2" in told
