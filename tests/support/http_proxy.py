"""A small HTTP proxy: CONNECT for TLS, and requests in absolute form for plain HTTP."""

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import quote, urlsplit


class HttpProxy:
    """Lets through who knows its name and password; `asked` holds what it was asked for."""

    credentials = "courier:pass-of-the-proxy"

    def __init__(self, credentials: str = credentials) -> None:
        self.credentials = credentials
        self.asked: list[str] = []
        self.place = ""

    def url(self, credentials: str = "") -> str:
        name, _, password = (credentials or self.credentials).partition(":")
        return f"http://{quote(name)}:{quote(password, safe='')}@{self.place}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            await self._serve(reader, writer)
        writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        method, target, _ = head.split(" ", 2)
        known = f"Proxy-Authorization: Basic {b64encode(self.credentials.encode()).decode()}"
        if known not in head:
            writer.write(b"HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n")
            return await writer.drain()
        self.asked.append(f"{method} {target}")
        parts = urlsplit(target if "//" in target else f"//{target}")
        there, back = await asyncio.open_connection(parts.hostname, parts.port)
        if method == "CONNECT":
            writer.write(b"HTTP/1.1 200 Connected\r\n\r\n")
        else:
            # One request for each connection: none goes through unseen.
            rest = head.replace(target, parts.path, 1).replace(known, "Connection: close")
            back.write(rest.encode())
        await asyncio.wait(
            [asyncio.create_task(_pump(reader, back)), asyncio.create_task(_pump(there, writer))],
            return_when=asyncio.FIRST_COMPLETED,
        )
        back.close()
        return None


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while some := await reader.read(65_536):
            writer.write(some)
            await writer.drain()


@asynccontextmanager
async def http_proxy(credentials: str = HttpProxy.credentials) -> AsyncIterator[HttpProxy]:
    proxy = HttpProxy(credentials)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    proxy.place = f"{host}:{port}"
    try:
        yield proxy
    finally:
        server.close()
