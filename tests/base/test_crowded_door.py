"""The HTTP server where connections are scarce: who asks for nothing gives way, nobody else."""

import asyncio
import resource
import socket
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from bot.base.http.connection_limit import ConnectionLimit
from bot.base.http.server import CONNECTIONS, FIRST_DEADLINE, Server
from tests.service.receiver import make_certificates
from tests.support.line import Line, connected, head
from tests.support.patience import PATIENCE
from tests.workers.waiting import until

MOST = 12
DEADLINE = 1.0
ONE = ["127.0.0.2"]
MANY = [f"127.0.1.{number}" for number in range(1, 200)]
LARGE = 32 * 1024 * 1024
PIECE = 64 * 1024


class App:
    """Answers at once, or when it is let, or with more than a connection holds."""

    def __init__(self) -> None:
        self.let = asyncio.Event()
        self.asked = 0
        self.asgi = Starlette(
            routes=[
                Route("/now", self._now, methods=["GET", "POST"]),
                Route("/later", self._later),
                Route("/large", self._large),
            ]
        )

    async def _now(self, request: Request) -> Response:
        await request.body()
        return PlainTextResponse("")

    async def _later(self, _request: Request) -> Response:
        self.asked += 1
        await self.let.wait()
        return PlainTextResponse("")

    async def _large(self, _request: Request) -> Response:
        pieces = (b"x" * PIECE for _ in range(LARGE // PIECE))
        return StreamingResponse(_each(pieces), headers={"Content-Length": str(LARGE)})


async def _each(pieces: Iterable[bytes]) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


class Crowd:
    """Those who hold connections, and say at most a few words."""

    def __init__(self, port: int, stack: AsyncExitStack) -> None:
        self._port = port
        self._stack = stack
        self.lines: list[Line] = []

    async def come(self, many: int, addresses: Sequence[str] = ONE, words: bytes = b"") -> None:
        """Connect so many times, from one address after the other."""
        for number in range(many):
            source = addresses[number % len(addresses)]
            line = await self._stack.enter_async_context(connected(self._port, DEADLINE, source))
            self.lines.append(line)
            await line.say(words)

    async def gone(self, many: int) -> list[Line]:
        """Return those whose connection was ended, once there are so many."""
        async with asyncio.timeout(PATIENCE):
            while len(ended := [line for line in self.lines if line.reader.at_eof()]) < many:
                await asyncio.gather(*(_looked(line) for line in self.lines))
        return ended


async def _looked(line: Line) -> None:
    try:
        async with asyncio.timeout(0.05):
            await line.reader.read(1024)
    except (TimeoutError, ConnectionError):
        return


@pytest.fixture
def app() -> App:
    return App()


@pytest.fixture
async def server(app: App) -> AsyncIterator[Server]:
    deadlines = {"first_deadline": 60, "header_deadline": 60, "body_deadline": 60}
    async with Server(app.asgi, most=MOST, **deadlines) as server:
        yield server


@pytest.fixture
async def crowd(server: Server) -> AsyncIterator[Crowd]:
    async with AsyncExitStack() as stack:
        yield Crowd(server.port, stack)


@asynccontextmanager
async def guest(server: Server) -> AsyncIterator[Line]:
    async with connected(server.port, DEADLINE) as line:
        yield line


async def ask(line: Line, path: str = "/now") -> None:
    await line.say(head(path, method="GET"))


async def is_served(line: Line) -> bool:
    await ask(line)
    return await line.status() == 200


WORDS = {
    "nothing": b"",
    "half a head": b"GET /now HTTP/1.1\r\nHost: he",
    "half a body": head("/now", "Content-Length: 1000") + b"x",
}


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
@pytest.mark.parametrize("addresses", [ONE, MANY], ids=["one address", "many addresses"])
async def test_who_holds_connections_and_asks_for_nothing_does_not_shut_others_out(
    server: Server, crowd: Crowd, addresses: Sequence[str], words: bytes
):
    async with guest(server) as known:
        assert await is_served(known)
        await crowd.come(5 * MOST, addresses, words)
        async with guest(server) as new:
            assert await is_served(new)
        assert await is_served(known)
    ended = await crowd.gone(4 * MOST)
    assert ended == crowd.lines[: len(ended)]  # the longest waiting first


async def test_who_has_asked_before_and_asks_no_more_gives_way_too(server: Server, crowd: Crowd):
    await crowd.come(MOST, MANY, head("/now", method="GET"))
    for line in crowd.lines:
        assert await line.status() == 200
    async with guest(server) as first, guest(server) as second:
        assert await is_served(first)
        assert await is_served(second)
    assert len(await crowd.gone(2)) == 2


async def test_the_address_that_holds_most_gives_way_before_others_who_came_earlier(
    server: Server, crowd: Crowd
):
    async with guest(server) as quiet:
        await crowd.come(3 * MOST)
        assert await is_served(quiet)


async def test_who_is_being_answered_is_not_disconnected_whoever_comes(
    server: Server, app: App, crowd: Crowd
):
    async with guest(server) as patient:
        await ask(patient, "/later")
        await until(lambda: app.asked == 1)
        await crowd.come(3 * MOST, MANY)
        app.let.set()
        assert await patient.status() == 200


async def test_where_all_are_being_answered_who_comes_is_told_so(
    server: Server, app: App, crowd: Crowd, caplog: pytest.LogCaptureFixture
):
    await crowd.come(MOST, words=head("/later", method="GET"))
    await until(lambda: app.asked == MOST)
    async with guest(server) as late:
        await ask(late)
        assert await late.status() == 503
    assert "all connections are being answered: 1 requests were turned away" in caplog.messages
    app.let.set()
    for line in crowd.lines:
        assert await line.status() == 200


async def test_who_hangs_up_before_the_answer_leaves_room(server: Server, app: App):
    async with AsyncExitStack() as stack:
        crowd = Crowd(server.port, stack)
        await crowd.come(2 * MOST - 1, words=head("/later", method="GET"))
        await until(lambda: app.asked >= MOST)
    async with guest(server) as new:
        assert await is_served(new)


async def test_who_does_not_take_an_answer_gives_way(server: Server, crowd: Crowd):
    await crowd.come(MOST, words=head("/large", method="GET"))
    await asyncio.gather(*(line.reader.readuntil(b"\r\n\r\n") for line in crowd.lines))
    async with guest(server) as new:
        assert await is_served(new)


async def test_who_asks_all_at_once_from_one_address_is_served_as_behind_a_proxy(server: Server):
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(guest(server)) for _ in range(MOST)]
        assert all(await asyncio.gather(*map(is_served, lines)))
        assert all(await asyncio.gather(*map(is_served, lines)))


async def test_a_slow_answer_is_taken_to_its_end_where_there_is_room(server: Server):
    async with guest(server) as slow:
        await ask(slow, "/large")
        assert await slow.status() == 200
        assert len(await slow.reader.readexactly(LARGE)) == LARGE
        assert await is_served(slow)


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificates")
    make_certificates(folder)
    return folder


@asynccontextmanager
async def tls_server(certificates: Path, deadline: float) -> AsyncIterator[Server]:
    async with Server(
        App().asgi,
        most=MOST,
        first_deadline=deadline,
        certfile=certificates / "server.pem",
        keyfile=certificates / "server.key",
    ) as server:
        yield server


async def is_served_by_tls(server: Server, certificates: Path) -> bool:
    context = ssl.create_default_context(cafile=certificates / "ca.pem")
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, ssl=context)
    try:
        return await is_served(Line(reader, writer, DEADLINE))
    finally:
        writer.close()


async def test_who_does_not_shake_hands_is_disconnected(certificates: Path):
    async with tls_server(certificates, DEADLINE) as server, guest(server) as silent:
        assert await silent.is_closed()
    assert FIRST_DEADLINE <= 5


async def test_who_shakes_hands_too_slowly_is_disconnected(certificates: Path):
    async with tls_server(certificates, DEADLINE) as server, guest(server) as slow:
        await slow.say(b"\x16\x03\x01\x02\x00\x01")  # the beginning of a handshake
        assert await slow.is_closed_on_dripping()


@pytest.mark.parametrize("words", [b"", b"\x16\x03"], ids=["nothing", "half a handshake"])
@pytest.mark.parametrize("addresses", [ONE, MANY], ids=["one address", "many addresses"])
async def test_who_does_not_shake_hands_does_not_shut_others_out(
    certificates: Path, addresses: Sequence[str], words: bytes
):
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(tls_server(certificates, 60))
        crowd = Crowd(server.port, stack)
        await crowd.come(5 * MOST, addresses, words)
        assert await is_served_by_tls(server, certificates)
        assert len(await crowd.gone(4 * MOST)) >= 4 * MOST


@pytest.mark.parametrize("words", [b"", b"\x16\x03"], ids=["nothing", "half a handshake"])
async def test_a_server_stops_while_somebody_does_not_shake_hands(certificates: Path, words: bytes):
    async with AsyncExitStack() as stack:
        async with tls_server(certificates, 60) as server:
            silent = await stack.enter_async_context(guest(server))
            await silent.say(words)
            assert await is_served_by_tls(server, certificates)
        assert await silent.is_closed()


async def test_the_log_tells_of_scarcity_now_and_then_and_of_what_is_no_http_never(
    server: Server, crowd: Crowd, caplog: pytest.LogCaptureFixture
):
    await crowd.come(5 * MOST, words=b"no HTTP\r\n\r\n")
    await crowd.come(2 * MOST)
    await crowd.gone(6 * MOST)
    (told,) = [record.getMessage() for record in caplog.records]
    assert told == "connections are scarce: 1 that asked for nothing gave way"


async def test_no_tls_is_no_fault_of_ours(certificates: Path, caplog: pytest.LogCaptureFixture):
    async with tls_server(certificates, 60) as server, guest(server) as plain:
        await plain.say(head("/now"))
        assert await plain.is_closed()
    assert caplog.records == []


def test_a_few_newcomers_of_one_address_do_not_go_before_many_who_came_one_from_each():
    ended: list[str] = []
    limit = ConnectionLimit(40)
    for address in [*MANY[:38], *["192.0.2.1"] * 3, *MANY[38:74]]:
        limit.admit(address, lambda address=address: ended.append(address))
    assert ended == MANY[:37]


def test_one_network_of_ipv6_is_one_address():
    ended: list[str] = []
    limit = ConnectionLimit(3)
    for address in ("2001:db8::1", "2001:db8:0:1::1", "2001:db8:0:1::2%eth0", "2001:db8::2"):
        limit.admit(address, lambda address=address: ended.append(address))
    assert ended == ["2001:db8:0:1::1"]


_LIMITED = """
import resource, sys
from starlette.applications import Starlette
from bot.base.http.server import Server
resource.setrlimit(resource.RLIMIT_NOFILE, (64, int(sys.argv[1])))
Server(Starlette()).close()
from bot.base.http.connection_limit import connections_allowed
print(connections_allowed(1000), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


@pytest.mark.parametrize(("hard", "connections"), [(4096, CONNECTIONS), (1024, 768), (100, 50)])
def test_as_many_files_are_opened_as_may_be_and_not_more_connections(hard: int, connections: int):
    command = [sys.executable, "-c", _LIMITED, str(hard)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert told.split() == [str(connections), str(hard)]


async def test_where_files_run_out_who_asks_for_nothing_gives_way(server: Server, crowd: Crowd):
    await crowd.come(MOST // 2)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with socket.socket() as client:
        client.setblocking(False)
        highest = client.fileno()
        resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 1, hard))
        try:
            await asyncio.get_running_loop().sock_connect(client, ("127.0.0.1", server.port))
            assert len(await crowd.gone(1)) >= 1
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(client, head("/now", method="GET"))
        async with asyncio.timeout(PATIENCE):
            assert (await loop.sock_recv(client, 1024)).startswith(b"HTTP/1.1 200")
