"""Requests to a program that is measured: so many at once, or so many a second."""

import asyncio
import json
import ssl
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar
from urllib.parse import urlsplit

import aiohttp

from tests.benchmarks.processes import program
from tests.benchmarks.raw_client import packed

T = TypeVar("T")

_RAW_CLIENTS = 2


@dataclass(frozen=True, slots=True)
class Post:
    """One request with a body."""

    url: str
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)


class Poster:
    """Posts, and takes nothing but 200."""

    def __init__(self, http: aiohttp.ClientSession) -> None:
        self._http = http

    async def __call__(self, post: Post) -> None:
        async with self._http.post(post.url, data=post.body, headers=post.headers) as answer:
            assert answer.status == 200, await answer.text()


@asynccontextmanager
async def posting(ca_file: Path, *, anew: bool = False) -> AsyncIterator[Poster]:
    """Post over connections that are kept, or each time over one `anew`."""
    context = ssl.create_default_context(cafile=ca_file)
    connector = aiohttp.TCPConnector(ssl=context, limit=0, force_close=anew)
    async with aiohttp.ClientSession(connector=connector) as http:
        yield Poster(http)


async def sent_raw(posts: Sequence[Post], ca_file: Path, at_once: int) -> float:
    """Have processes of their own post all of these to one port; return how many went a second.

    The first one of each connection is not counted.
    """
    (port,) = {urlsplit(post.url).port for post in posts}
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="handover-bench-")))
        clients = []
        for number in range(_RAW_CLIENTS):
            requests = folder / f"requests-{number}"
            requests.write_bytes(packed([_raw(post) for post in posts[number::_RAW_CLIENTS]]))
            client = program(
                "tests.benchmarks.raw_client",
                port=port,
                authority=ca_file,
                requests=requests,
                connections=at_once // _RAW_CLIENTS,
            )
            clients.append(await stack.enter_async_context(client))
        async with asyncio.TaskGroup() as tasks:
            running = [tasks.create_task(_ran(client)) for client in clients]
    began, ended = zip(*(each.result() for each in running), strict=True)
    return (len(posts) - at_once) / (max(ended) - min(began))


async def _ran(client: Process) -> tuple[float, float]:
    """Have a client begin; return when it began and ended, by the clock of all processes."""
    assert client.stdin is not None
    assert client.stdout is not None
    client.stdin.write(b"go\n")
    began, ended = json.loads(await client.stdout.readline())
    return began, ended


def _raw(post: Post) -> bytes:
    url = urlsplit(post.url)
    headers = {"Host": url.netloc, "Content-Length": str(len(post.body)), **post.headers}
    lines = [f"POST {url.path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode() + post.body


async def all_of(things: Iterable[T], do: Callable[[T], Awaitable[object]], at_once: int) -> float:
    """Do something with each thing, so many of them at once; return the seconds that it took."""
    waiting = iter(things)
    began = time.perf_counter()

    async def work() -> None:
        for thing in waiting:
            await do(thing)

    async with asyncio.TaskGroup() as tasks:
        for _ in range(at_once):
            tasks.create_task(work())
    return time.perf_counter() - began


async def steadily(
    things: Iterable[T], do: Callable[[T], Awaitable[object]], per_second: float
) -> None:
    """Begin with one thing after the other at a steady pace, however long each takes."""
    began = time.perf_counter()
    async with asyncio.TaskGroup() as tasks:
        for number, thing in enumerate(things):
            await asyncio.sleep(began + number / per_second - time.perf_counter())
            tasks.create_task(_done(do, thing))


async def _done(do: Callable[[T], Awaitable[object]], thing: T) -> None:
    await do(thing)
