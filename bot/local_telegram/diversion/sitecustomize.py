"""Diversion of a Python program, which imports this at its start if it is on PYTHONPATH.

It is copied into a folder with the port and the authorities to trust.
"""

import os
import socket
import sys
from pathlib import Path
from typing import Any

_TELEGRAM = "api.telegram.org"
_STAND_IN = "127.84.71.1"  # an address that nobody else uses, since ports may be kept with it
_HERE = Path(__file__).parent
_AUTHORITIES = str(_HERE / "authorities.pem")

_look_up = socket.getaddrinfo
_connect = socket.socket.connect
_connect_ex = socket.socket.connect_ex


def _divert_look_up(host: Any, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - as it is
    name = host.decode() if isinstance(host, bytes) else host
    return _look_up(_STAND_IN if name == _TELEGRAM else host, *arguments, **options)


def _diverted(address: Any) -> Any:  # noqa: ANN401 - likewise
    if isinstance(address, tuple) and address[0] == _STAND_IN:
        return ("127.0.0.1", int((_HERE / "port").read_text()))
    return address


def _divert() -> None:
    socket.getaddrinfo = _divert_look_up
    socket.socket.connect = lambda self, address: _connect(self, _diverted(address))  # type: ignore[method-assign]
    socket.socket.connect_ex = lambda self, address: _connect_ex(self, _diverted(address))  # type: ignore[method-assign]
    # aiodns resolves host names by itself; aiohttp works without it if it cannot be imported.
    sys.modules["aiodns"] = None  # type: ignore[assignment]
    os.environ["SSL_CERT_FILE"] = os.environ["REQUESTS_CA_BUNDLE"] = _AUTHORITIES
    for name in ("NO_PROXY", "no_proxy"):
        os.environ[name] = ",".join(filter(None, (os.environ.get(name), _TELEGRAM)))
    try:
        import certifi  # noqa: PLC0415 - the program may have none
    except ImportError:
        return
    certifi.where = lambda: _AUTHORITIES


if (_HERE / "port").is_file():
    _divert()
