"""Certificates on disk: when they end, and how a running program takes over renewed ones."""

import logging
import ssl
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

ENDS_SOON = timedelta(days=14)
"""How long before its end a certificate that was not renewed is reported."""

_log = logging.getLogger(__name__)
_State = Sequence[tuple[int, int, int] | None]


def end_of(certificate: Path) -> datetime:
    """Return when a server's certificate (PEM) ends, in UTC.

    Raises:
        OSError, ValueError: there is none in the file.
    """
    from cryptography.x509 import load_pem_x509_certificates  # noqa: PLC0415 - few serve with TLS

    return load_pem_x509_certificates(certificate.read_bytes())[0].not_valid_after_utc


def known_end(certificate: Path | None) -> datetime | None:
    """Return the same; `None` if there is no certificate, or an unreadable one."""
    try:
        return end_of(certificate) if certificate else None
    except (OSError, ValueError):
        return None


class RenewedFiles:
    """Files that are loaded again once they have changed; an unusable one changes nothing.

    A look is cheap enough for each handshake: it only checks when the files were written.
    """

    def __init__(self, load: Callable[[], None], *files: Path) -> None:
        self._load = load
        self._files = files
        self._loaded = self._refused = self._state()

    def look(self) -> None:
        now = self._state()
        if now == self._loaded:
            return
        names = ", ".join(map(str, self._files))
        try:
            self._load()
        except (OSError, ValueError) as error:  # ssl.SSLError is one of these
            # Try at each look, but report once: only half of a pair may be written yet.
            if now != self._refused:
                _log.warning("%s cannot be used yet: %s", names, type(error).__name__)
            self._refused = now
        else:
            _log.info("%s: the renewed one is in use", names)
            self._loaded = now

    def _state(self) -> _State:
        state: list[tuple[int, int, int] | None] = []
        for file in self._files:
            try:
                status = file.stat()
            except OSError:
                state.append(None)
            else:
                state.append((status.st_mtime_ns, status.st_size, status.st_ino))
        return state


def renewed_pair(context: ssl.SSLContext, certificate: Path, key: Path) -> RenewedFiles:
    """Let a server's running context follow its certificate and key."""

    def load() -> None:
        # Try a new context first: a pair that does not match would leave ours without a key.
        for each in (ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), context):
            each.load_cert_chain(certificate, key, lambda: "")

    return RenewedFiles(load, certificate, key)


def renewed_authority(context: ssl.SSLContext, authority: Path) -> RenewedFiles:
    """Let a client's running context trust an authority's new certificate as well."""
    return RenewedFiles(lambda: context.load_verify_locations(authority), authority)
