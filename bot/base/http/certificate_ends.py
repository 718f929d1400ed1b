"""When a certificate ends."""

from datetime import datetime, timedelta
from pathlib import Path

from cryptography.x509 import load_pem_x509_certificates

ENDS_SOON = timedelta(days=14)
"""So long before its end a certificate that was not renewed is told of."""


def end_of(certificate: Path) -> datetime:
    """Return when a server's certificate (PEM) ends, in UTC.

    Raises:
        OSError, ValueError: there is none in the file.
    """
    return load_pem_x509_certificates(certificate.read_bytes())[0].not_valid_after_utc


def known_end(certificate: Path | None) -> datetime | None:
    """Return the same; `None` where there is no certificate, or none that can be read."""
    try:
        return end_of(certificate) if certificate else None
    except (OSError, ValueError):
        return None
