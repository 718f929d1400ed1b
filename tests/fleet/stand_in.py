"""A small HTTP server that answers as it is told and remembers what it was asked."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from types import TracebackType
from typing import Self
from urllib.parse import parse_qsl, urlsplit

KEY = "canary-key-5f1c"
DELIVERY = "0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11"
OTHER_DELIVERY = "1c1f9d3e-6c0a-4a58-8a43-0d6f1c9e2a22"
RIDER = "7d7f9d3e-6c0a-4a58-8a43-0d6f1c9e2a77"


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it arrived."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def query(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.target).query, keep_blank_values=True))

    @property
    def form(self) -> list[tuple[str, str]]:
        return parse_qsl(self.body.decode(), keep_blank_values=True)


HANG = "keep the connection and say nothing"
DRIP = "answer one byte at a time, each of them early enough, without an end"
CLOSE = "close the connection without an answer"
Answer = bytes | str | Callable[[Asked], bytes]


def answer(status: int = 200, body: bytes = b"", **headers: str) -> bytes:
    """Return the bytes of an HTTP answer; `retry_after` becomes `retry-after`."""
    lines = [
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
        f"content-length: {len(body)}",
        "connection: close",
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


def as_json(value: object, status: int = 200) -> bytes:
    return answer(status, json.dumps(value).encode(), content_type="application/json")


def success(data: object) -> bytes:
    return as_json({"status": "success", "data": data})


def envelope(records: list[object], number: int = 1, last: int = 1) -> dict[str, object]:
    """Return the contract's pagination envelope."""
    foreign = "https://elsewhere.example/deliveries?page=2"
    return {
        "current_page": number,
        "data": records,
        "last_page": last,
        "total": len(records) * last,
        "next_page_url": foreign if number < last else None,
    }


class StandIn:
    """Gives its answers one after the other, and the last one for ever."""

    def __init__(self, *answers: Answer) -> None:
        self.asked: list[Asked] = []
        self._answers = list(answers)
        self._busy: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/v1"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._server.close()
        await self._server.wait_closed()
        if self._busy:
            await asyncio.wait(self._busy)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._busy.add(asyncio.current_task())
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            asked = await _read_request(reader)
            self.asked.append(asked)
            given = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
            if given == HANG:
                await reader.read()
            elif given == DRIP:
                await _drip(reader, writer)
            elif given != CLOSE:
                writer.write(given(asked) if callable(given) else given)
                await writer.drain()
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def _drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n")
    while not reader.at_eof():
        writer.write(b" ")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(reader.read(1), timeout=0.01)


async def _read_request(reader: asyncio.StreamReader) -> Asked:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    method, target, _ = head[0].split(" ")
    headers = {
        name.lower(): value for name, value in (line.split(": ", 1) for line in head[1:] if line)
    }
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Asked(method, target, headers, body)
