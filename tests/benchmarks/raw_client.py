"""Sends requests that are put together before, over connections that are kept.

It costs so little that it is not the bottleneck where a receiver is measured. What it is to send
stands in a file, each request behind its length in four bytes. Each connection sends one at once,
which is not counted, and once it is told to begin the next one as soon as it has its answer.
"""

import asyncio
import json
import ssl
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import uvloop

_OK = b"HTTP/1.1 200 "
_END = b"\r\n\r\n"
_LENGTH = b"content-length:"


class Connection(asyncio.Protocol):
    """One connection, on which one request after the other is answered with 200."""

    def __init__(self, requests: Iterator[bytes]) -> None:
        self._requests = requests
        self._heard = b""
        self._transport: asyncio.WriteTransport | None = None
        self._has_begun = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.WriteTransport", transport)
        self._send()

    def begin(self) -> None:
        self._has_begun = True
        self._send()

    def _send(self) -> None:
        assert self._transport is not None
        request = next(self._requests, None)
        if request is None:
            self.done.set_result(None)
        else:
            self._transport.write(request)

    def data_received(self, data: bytes) -> None:
        self._heard += data
        head, end, body = self._heard.partition(_END)
        if not end or len(body) < int(head.lower().partition(_LENGTH)[2].split(b"\r")[0] or 0):
            return
        if not head.startswith(_OK):
            self._fail(RuntimeError(self._heard.decode(errors="replace")))
            return
        self._heard = b""
        if self._has_begun:
            self._send()
        else:
            self.ready.set_result(None)

    def connection_lost(self, _error: Exception | None) -> None:
        self._fail(ConnectionResetError("it has hung up"))

    def _fail(self, error: Exception) -> None:
        for end in (self.ready, self.done):
            if not end.done():
                end.set_exception(error)


def packed(requests: list[bytes]) -> bytes:
    return b"".join(len(each).to_bytes(4, "big") + each for each in requests)


def unpacked(data: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : end]
        at = end


async def main(told: dict[str, Any]) -> None:
    """Be ready, begin when a line comes, and say when it began and ended."""
    loop = asyncio.get_running_loop()
    context = ssl.create_default_context(cafile=told["authority"])
    requests = iter([*unpacked(Path(told["requests"]).read_bytes())])
    connections = [Connection(requests) for _ in range(told["connections"])]
    for each in connections:
        await loop.create_connection(
            lambda each=each: each,
            "127.0.0.1",
            told["port"],
            ssl=context,  # type: ignore[misc]
        )
    await asyncio.gather(*(each.ready for each in connections))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.readline)
    began = time.perf_counter()
    for each in connections:
        each.begin()
    await asyncio.gather(*(each.done for each in connections))
    sys.stdout.write(json.dumps([began, time.perf_counter()]) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    uvloop.run(main(json.loads(sys.argv[1])))
