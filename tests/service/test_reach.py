"""Which addresses webhooks may go to: at setting, and again when they are connected to."""

import asyncio
import ipaddress
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import httpx
import pytest

from bot.service.operations.webhook_administration import get_webhook, set_webhook
from bot.service.reach import OUT_OF_REACH, ReachTransport, WebhookReach, check_webhook_url
from tests.service.fleet import running, settings_at
from tests.service.receiver import Receiver
from tests.service.workshop import Workshop
from tests.support.clock import ManualClock

LOOPBACK = ("127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1")
OWN = ("10.1.2.3", "172.16.0.1", "192.168.0.1", "100.64.0.1", "fc00::1", "::ffff:10.0.0.1")
NOBODYS = (
    *("169.254.169.254", "fe80::1", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe"),
    *("0.0.0.1", "::", "224.0.0.1", "ff02::1", "ff0e::1", "240.0.0.1", "255.255.255.255"),
    *("192.0.2.1", "198.18.0.1", "2001:db8::1", "2002:7f00:1::", "fec0::1", "::127.0.0.1"),
    *("0.0.0.2", "fe80::1%eth0", "64:ff9b:1::7f00:1", "2001:0:7f00:1::1", "::ffff:0:127.0.0.1"),
    *("168.63.129.16", "100.100.100.200", "fd00:ec2::254", "192.88.99.1", "3fff::1"),
)
INTERNET = ("1.1.1.1", "2606:4700:4700::1111", "64:ff9b::101:101", "::ffff:1.1.1.1")


@pytest.mark.parametrize("address", [*LOOPBACK, *OWN, *NOBODYS])
def test_what_is_not_of_the_internet_is_out_of_reach(address: str):
    assert not WebhookReach().permits(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", INTERNET)
def test_the_internet_is_within_reach(address: str):
    assert WebhookReach().permits(ipaddress.ip_address(address))


def test_ones_own_networks_are_permitted_by_setting_and_no_others():
    for address in (*LOOPBACK, *OWN):
        assert WebhookReach(own=True).permits(ipaddress.ip_address(address))
    for address in NOBODYS:
        assert not WebhookReach(own=True, loopback=True).permits(ipaddress.ip_address(address))
    for address in OWN:
        assert not WebhookReach(loopback=True).permits(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "host",
    [
        *("2130706433", "0177.0.0.1", "0x7f.1", "127.1", "localhost", "[::1]", "[::ffff:7f00:1]"),
        *("0", "0x0", "127。0。0。1", "①②⑦.0.0.1", "[::]", "[::ffff:c0a8:1]", "\u202e"),
    ],
)
async def test_an_address_is_refused_however_it_is_written(host: str):
    with pytest.raises(ValueError, match=r"within reach|address of a receiver"):
        await check_webhook_url(f"https://{host}/fleet", WebhookReach())


@pytest.mark.parametrize(
    "url", ["https://me:secret@1.1.1.1/", "https://me@1.1.1.1/", "https://1.1.1.1:22/"]
)
async def test_users_and_ports_of_others_are_refused(url: str):
    with pytest.raises(ValueError, match=r"user|port"):
        await check_webhook_url(url, WebhookReach(own=True))


async def test_a_name_that_nobody_knows_yet_can_be_set():
    await check_webhook_url("https://fleet.invalid/", WebhookReach())


async def test_webhooks_go_to_what_is_within_reach(workshop: Workshop, receiver: Receiver):
    async with workshop.open() as fleet:
        await fleet.create()
        await fleet.service.idle()
    assert receiver.events == ["delivery.created"]


async def test_webhooks_go_nowhere_else_whatever_was_set(
    workshop: Workshop, receiver: Receiver, certificates: Path, clock: ManualClock
):
    async with workshop.open() as fleet:
        await fleet.service.idle()
    settings = settings_at(workshop.folder, certificates, webhook_reach=WebhookReach())
    async with running(settings, clock) as fleet:
        await fleet.create()
        await fleet.service.idle()
    assert receiver.calls == []


async def test_what_is_refused_changes_nothing(workshop: Workshop, receiver: Receiver):
    async with workshop.open() as fleet:
        before = await get_webhook(fleet.development)
        with pytest.raises(ValueError, match="within reach"):
            await set_webhook(fleet.development, "https://169.254.169.254/latest")
        assert await get_webhook(fleet.development) == before
    assert not receiver.calls


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "2130706433", "[::1]"])
async def test_an_address_is_refused_when_it_is_connected_to(receiver: Receiver, host: str):
    port = httpx.URL(receiver.url).port
    transport = ReachTransport(ssl.create_default_context(), WebhookReach())
    async with httpx.AsyncClient(transport=transport) as client:
        with pytest.raises(httpx.ConnectError, match=OUT_OF_REACH[:30]):
            await client.post(f"https://{host}:{port}/fleet")
    assert not receiver.calls


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (b"", httpx.RemoteProtocolError),
        (b"nonsense\r\n\r\n", httpx.RemoteProtocolError),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", httpx.RemoteProtocolError),
        (None, httpx.ReadTimeout),
    ],
)
async def test_what_a_receiver_does_wrong_is_told_by_httpx(
    answer: bytes | None, error: type[httpx.TransportError]
):
    patience = httpx.Timeout(10, read=0.1 if answer is None else 10)
    async with a_receiver(answer) as url, a_client(patience) as client:
        with pytest.raises(error):
            await client.post(url, content=b"{}")


async def test_an_answer_is_whole_and_its_connection_is_used_again():
    said = b"HTTP/1.1 202 Accepted\r\nX-Seen: yes\r\nContent-Length: 4\r\n\r\ndone"
    async with a_receiver(said, times=2) as url, a_client() as client:
        for _ in range(2):
            answer = await client.post(f"{url}/fleet?a=b%20c", content=b"{}")
            assert (answer.status_code, answer.text) == (202, "done")
            assert answer.headers["x-seen"] == "yes"
            assert answer.http_version == "HTTP/1.1"


def test_nothing_of_httpx_is_reached_into():
    assert ReachTransport.__bases__ == (httpx.AsyncBaseTransport,)


def a_client(patience: httpx.Timeout | None = None) -> httpx.AsyncClient:
    transport = ReachTransport(ssl.create_default_context(), WebhookReach(loopback=True))
    return httpx.AsyncClient(transport=transport, timeout=patience)


@asynccontextmanager
async def a_receiver(answer: bytes | None, times: int = 1) -> AsyncIterator[str]:
    """A receiver of one connection that answers some times, or says nothing where it is None."""
    connections: list[asyncio.Task[None]] = []

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(cast("asyncio.Task[None]", asyncio.current_task()))
        for _ in range(times if len(connections) == 1 else 0):
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"POST /")
            await reader.readexactly(2)
            writer.write(answer or b"")
            await writer.drain()
        if answer is None:
            await reader.read()
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(take, "127.0.0.1")
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        await asyncio.gather(*connections)
