"""Reading a request's body with a limit on its size and on the time it may take."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

BODY_DEADLINE = 5.0
"""Seconds from the headers to the last byte of the body."""


async def read_body(request: Request, limit: int, deadline: float = BODY_DEADLINE) -> bytes:
    """Return the raw body of at most `limit` bytes, which may take `deadline` seconds.

    Raises:
        HTTPException: 413 for a body over `limit` bytes, of which no more than that is read; 408
            for one that comes too slowly; 400 for one that breaks off.
    """
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > limit:
        raise HTTPException(413)
    body = bytearray()
    try:
        async with asyncio.timeout(deadline):
            async for chunk in request.stream():
                body += chunk
                if len(body) > limit:
                    raise HTTPException(413)
    except TimeoutError as error:
        raise HTTPException(408) from error
    except ClientDisconnect as error:
        raise HTTPException(400) from error
    return bytes(body)
