"""A port to listen on, and another one where it is taken."""

from starlette.types import ASGIApp

from bot.base.http.server import Server
from bot.base.settings.startup_errors import free_port_after


class PortTaken(Exception):
    """Another program listens there; `free` is a port on which nobody does, if there is one."""

    def __init__(self, port: int, free: int | None) -> None:
        super().__init__(f"port {port} is taken")
        self.port = port
        self.free = free


def server_on(app: ASGIApp, *, host: str = "127.0.0.1", port: int) -> Server:
    """Return a server that has its port (0: any), or raise `PortTaken`."""
    try:
        return Server(app, host=host, port=port)
    except OSError as error:
        raise PortTaken(port, free_port_after(host, port)) from error


def check_port(port: int) -> None:
    """Refuse a taken port before anything is built for it; raises `PortTaken`."""
    server_on(_nobody, port=port).close()


async def _nobody(*_: object) -> None:
    """Answer nothing: a port is only tried."""
