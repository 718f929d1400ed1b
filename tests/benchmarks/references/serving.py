"""How a reference is served: plain uvicorn, as its manual has it; it says when it is ready."""

import json
import socket
import sys
from typing import Any

import uvicorn
import uvloop
from starlette.types import ASGIApp

_KEPT_SECONDS = 75
"""How long a connection may be idle: as long as with ours."""


def settings() -> dict[str, Any]:
    """Return what the benchmark has told this program."""
    told: dict[str, Any] = json.loads(sys.argv[1])
    return told


def say_ready() -> None:
    sys.stdout.write("ready\n")
    sys.stdout.flush()


class _Announced(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        say_ready()


async def serve(app: ASGIApp, told: dict[str, Any]) -> None:
    """Serve an app until the process is ended."""
    tls = {"ssl_certfile": told["certificate"], "ssl_keyfile": told["key"]} if "key" in told else {}
    config = uvicorn.Config(
        app,
        port=told["port"],
        access_log=False,
        log_level="error",
        timeout_keep_alive=_KEPT_SECONDS,
        **tls,
    )
    await _Announced(config).serve()


def run(app: ASGIApp) -> None:
    uvloop.run(serve(app, settings()))
