"""Certificates on disk are written again while a program goes on, which takes the new ones."""

import logging
import ssl
from collections.abc import Callable, Sequence
from pathlib import Path

_log = logging.getLogger(__name__)
_State = Sequence[tuple[int, int, int] | None]


class RenewedFiles:
    """Files that are loaded again once they have changed; what cannot be used leaves all as it was.

    It is for who asks often: each look costs no more than to see when the files were written.
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
        except (OSError, ValueError) as error:  # ssl.SSLError is one, and half of a pair is here
            if now != self._refused:
                _log.warning("%s cannot be used yet: %s", names, type(error).__name__)
            self._refused = now
        else:
            _log.info("%s: the renewed one is in use", names)
            self._loaded = now

    def _state(self) -> _State:
        return [_written(file) for file in self._files]


def _written(file: Path) -> tuple[int, int, int] | None:
    try:
        known = file.stat()
    except OSError:
        return None
    return known.st_mtime_ns, known.st_size, known.st_ino


def renewed_pair(context: ssl.SSLContext, certificate: Path, key: Path) -> RenewedFiles:
    """Let a server's living context go along with its certificate and key."""

    def load() -> None:
        # First apart: a pair that does not match would leave the living one without a key.
        for each in (ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), context):
            each.load_cert_chain(certificate, key, lambda: "")

    return RenewedFiles(load, certificate, key)


def renewed_authority(context: ssl.SSLContext, authority: Path) -> RenewedFiles:
    """Let a client's living context trust an authority's new certificate as well."""
    return RenewedFiles(lambda: context.load_verify_locations(authority), authority)
