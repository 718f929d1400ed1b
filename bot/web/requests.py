"""Posts of machines: reading headers, and bodies within limits of size and time."""

import asyncio

from starlette.types import Receive, Scope

BODY_DEADLINE = 5.0
"""Seconds from the headers to the last byte of the body."""


class PostRefused(Exception):
    """A post is answered with this status, and has no effect."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def headers(scope: Scope, name: bytes) -> list[bytes]:
    """Return the values of a header; its name must be in lower case."""
    return [value for each, value in scope["headers"] if each == name]


async def read_body(
    scope: Scope, receive: Receive, limit: int, deadline: float = BODY_DEADLINE
) -> bytes:
    """Return the raw body of at most `limit` bytes, which may take `deadline` seconds.

    Raises:
        PostRefused: 413 for a body over `limit` bytes, which is read no further; 408 for one that
            comes too slowly; 400 for one that breaks off.
    """
    # Refuse a body that is declared too long without reading it.
    for declared in headers(scope, b"content-length"):
        if declared.isdigit() and int(declared) > limit:
            raise PostRefused(413)
    body = bytearray()
    try:
        async with asyncio.timeout(deadline):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise PostRefused(400)
                body += message.get("body", b"")
                if len(body) > limit:
                    raise PostRefused(413)
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError as error:
        raise PostRefused(408) from error
