"""Errors that keep a server from starting, as sentences that name the setting and the remedy."""

import errno
import socket
import ssl
from contextlib import suppress
from pathlib import Path

from bot.base.settings.loader import ConfigError

_LAST_PORT = 65_535
_TRIED = 100


def check_authority(file: Path | None, setting: str) -> None:
    """Make sure that a file, if one is named, holds certificates of an authority.

    Raises:
        ConfigError: it does not.
    """
    if file is None:
        return
    _check_readable(file, setting)
    try:
        ssl.create_default_context(cafile=file)
    except (ssl.SSLError, ValueError):
        raise ConfigError(
            f"The file {file} of {setting} holds no certificate: name the authority's, as PEM."
        ) from None


def check_certificate(
    certificate: Path | None, key: Path | None, certificate_setting: str, key_setting: str
) -> None:
    """Make sure that a certificate and its key, if named, are there and belong together.

    Raises:
        ConfigError: they do not.
    """
    if certificate is None or key is None:
        return
    _check_readable(certificate, certificate_setting)
    _check_readable(key, key_setting)
    locked = False

    # OpenSSL asks for a password only if the key has one; by default it would ask on the terminal.
    def password() -> str:
        nonlocal locked
        locked = True
        return ""

    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password)
    except (ssl.SSLError, ValueError):
        trouble = "the key has a password; take it off" if locked else "name a pair, as PEM"
        raise ConfigError(
            f"{certificate_setting} and {key_setting} are not a certificate and its key: {trouble}."
        ) from None


def refused_listening(host: str, port: int, error: Exception) -> str:
    """Return why the server cannot listen there: the settings are web.host and web.port."""
    code = error.errno if isinstance(error, OSError) else None
    if code == errno.EADDRINUSE:
        return (
            f"Port {port} of {host} is taken by another program: end that one, or set web.port to"
            f" another one, such as {free_port_after(host, port) or 0}."
        )
    if code == errno.EACCES:
        return f"This user may not listen on port {port}: set web.port to one from 1024 on."
    return (
        f"This machine cannot listen on web.host, which is {host}: use 127.0.0.1, or 0.0.0.0 for"
        " everybody who can reach it."
    )


def _check_readable(file: Path, setting: str) -> None:
    try:
        file.open("rb").close()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not a path"
        raise ConfigError(f"The file {file} of {setting} cannot be read: {why}.") from None


def free_port_after(host: str, port: int) -> int | None:
    """Return the next free port, if there is one among the next hundred."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port + 1, min(port + _TRIED, _LAST_PORT) + 1):
        with suppress(OSError):
            socket.create_server((host, number), family=family).close()
            return number
    return None
