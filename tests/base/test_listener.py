"""A listener that is closed leaves no socket open, whatever its connections are about to do."""

import asyncio
import contextlib
import socket

import pytest

from bot.base.http.connection_limit import ConnectionLimit
from bot.base.http.listener import Listener


@pytest.mark.parametrize("turns", range(8))
async def test_a_connection_that_begins_to_speak_is_closed_at_once(turns: int):
    """A socket that is left to the garbage collector is a warning, and so fails this test."""
    listening = socket.create_server(("127.0.0.1", 0))
    limit = ConnectionLimit(10)
    listener = Listener(listening, limit, lambda _slot: asyncio.Protocol(), None, 5.0)
    with socket.create_connection(listening.getsockname()) as speaker:
        listener.start()
        speaker.send(b"GET")
        for _ in range(turns):
            await asyncio.sleep(0)
        listener.close()
        await listener.closed()
        limit.end_all()
        with contextlib.suppress(ConnectionResetError):  # what it said was not read
            assert speaker.recv(1) == b""
