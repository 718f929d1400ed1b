"""The balancer takes turns, goes past who is gone, and repeats only what may be repeated."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from bot.base.http.server import Server
from bot.demo.town import free_port
from tests.cluster.balancer import Balancer


class Worker:
    """Says what it was asked, or never answers."""

    def __init__(self, *, answers: bool = True) -> None:
        self.asked: list[bytes] = []
        self._answers = answers
        self.let_go = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        self.asked.append(await request.body())
        if not self._answers:
            await self.let_go.wait()
        answer = f"{request.method} {request.url.path}?{request.url.query}"
        await Response(answer, 201, {"x-own": request.headers["x-own"]})(scope, receive, send)


@asynccontextmanager
async def balanced(*origins: str, repeats: bool = True) -> AsyncIterator[httpx.AsyncClient]:
    balancer = Balancer(origins, patience=0.3, repeats=repeats)
    async with (
        Server(balancer) as server,
        httpx.AsyncClient(base_url=server.url, headers={"x-own": "1"}) as http,
    ):
        yield http
    await balancer.close()


async def test_requests_go_round_and_arrive_as_they_were_sent():
    one, other = Worker(), Worker()
    async with (
        Server(one) as first,
        Server(other) as second,
        balanced(first.url, second.url) as http,
    ):
        answers = [await http.post("/a/b?c=d", content=b"body") for _ in range(4)]
    assert one.asked == other.asked == [b"body"] * 2
    assert {answer.text for answer in answers} == {"POST /a/b?c=d"}
    assert {(answer.status_code, answer.headers["x-own"]) for answer in answers} == {(201, "1")}


@pytest.mark.parametrize("repeats", [True, False])
async def test_who_is_gone_is_passed_over(repeats: bool):
    worker = Worker()
    async with Server(worker) as server:
        nobody = f"http://127.0.0.1:{free_port()}"
        async with balanced(nobody, server.url, repeats=repeats) as http:
            assert [(await http.post("/")).status_code for _ in range(4)] == [201] * 4


@pytest.mark.parametrize(("repeats", "statuses"), [(True, {201}), (False, {201, 502})])
async def test_what_was_not_answered_is_repeated_only_where_it_may_be(
    repeats: bool, statuses: set[int]
):
    worker, frozen = Worker(), Worker(answers=False)
    async with Server(worker) as server, Server(frozen) as silent:
        async with balanced(silent.url, server.url, repeats=repeats) as http:
            assert {(await http.post("/")).status_code for _ in range(4)} == statuses
        frozen.let_go.set()
    assert len(frozen.asked) == 1  # it is left out for a while


async def test_with_nobody_there_it_says_so():
    async with balanced(f"http://127.0.0.1:{free_port()}") as http:
        assert (await http.post("/")).status_code == 503
