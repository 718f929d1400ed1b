"""Requests to a program that is measured: so many at once, or so many a second."""

import asyncio
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import aiohttp

T = TypeVar("T")


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


async def all_of(things: Iterable[T], do: Callable[[T], Awaitable[object]], at_once: int) -> float:
    """Do something with each thing, so many of them at once; return the seconds that it took."""
    waiting = iter(things)
    began = time.perf_counter()

    async def work() -> None:
        for thing in waiting:
            await do(thing)

    await asyncio.gather(*(work() for _ in range(at_once)))
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
