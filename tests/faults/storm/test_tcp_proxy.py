"""A wire is cut, held and down exactly where it was wished for."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from bot.base.http.server import Server
from bot.demo.town import free_port
from tests.faults.storm.tcp_proxy import Harm, Hit, TcpProxy


class Counter:
    """Answers everything, and counts what it was asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.ports: list[int] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await Request(scope, receive).body()
        self.asked += 1
        self.ports.append(scope["client"][1])
        await PlainTextResponse("done")(scope, receive, send)


@pytest.fixture
def counter() -> Counter:
    return Counter()


@pytest.fixture
async def wire(counter: Counter) -> AsyncIterator[TcpProxy]:
    target, port = free_port(), free_port()
    async with Server(counter, port=target), TcpProxy(port, target) as wire:
        yield wire


async def ask(wire: TcpProxy) -> int | None:
    """Ask once; return the status, or nothing where no answer came."""
    async with httpx.AsyncClient(trust_env=False, timeout=5) as http:
        try:
            return (await http.post(wire.url, content=b"question")).status_code
        except httpx.HTTPError:
            return None


@pytest.mark.parametrize(
    ("harm", "asked"), [(Harm.CUT_BEFORE, 0), (Harm.CUT_DURING, 0), (Harm.CUT_AFTER, 1)]
)
async def test_a_cut_wire_lets_no_answer_through_and_the_question_only_where_it_is_cut_after(
    wire: TcpProxy, counter: Counter, harm: Harm, asked: int
):
    hits: list[Hit] = []
    wire.wish(harm, hits.append)
    assert await ask(wire) is None
    assert (len(hits), counter.asked) == (1, asked)
    assert await ask(wire) == 200


async def test_a_hit_names_the_connection_that_the_server_saw(wire: TcpProxy, counter: Counter):
    hits: list[Hit] = []
    wire.wish(Harm.CUT_AFTER, hits.append)
    await ask(wire)
    assert [hit.port for hit in hits] == counter.ports


async def test_a_held_answer_comes_later_and_others_do_not_wait(wire: TcpProxy, counter: Counter):
    held, let_go = asyncio.Event(), asyncio.Event()
    wire.wish(Harm.HOLD, lambda _hit: held.set(), let_go.wait)
    slow = asyncio.create_task(ask(wire))
    await held.wait()
    assert await ask(wire) == 200
    assert not slow.done()
    let_go.set()
    assert await slow == 200


async def test_refused_is_503_and_nobody_was_asked(wire: TcpProxy, counter: Counter):
    wire.wish(Harm.REFUSE, lambda _hit: None)
    assert await ask(wire) == 503
    assert counter.asked == 0


async def test_nobody_gets_through_while_it_is_down(wire: TcpProxy):
    wire.down = True
    assert await ask(wire) is None
    wire.down = False
    assert await ask(wire) == 200
