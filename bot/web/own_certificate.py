"""The bot's own TLS certificate, if it is self-signed."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

from bot.base.clock import Clock

_EVERY = timedelta(minutes=1)


def self_signed(certificate: Path | None) -> bytes | None:
    """Return the content of a PEM file if its certificate is self-signed, to give to Telegram."""
    if certificate is None:
        return None
    from cryptography.x509 import load_pem_x509_certificate  # noqa: PLC0415 - few serve with TLS

    pem = certificate.read_bytes()
    first = load_pem_x509_certificate(pem)
    return pem if first.issuer == first.subject else None


async def keep_telegram_trusting(
    clock: Clock,
    certificate: Path | None,
    trusted: bytes | None,
    give: Callable[[bytes | None], Awaitable[None]],
) -> None:
    """Give Telegram the certificate again when its file holds another one than `trusted`."""
    while True:
        await clock.wait(asyncio.Event(), clock.now() + _EVERY)
        try:
            now = self_signed(certificate)
        except (OSError, ValueError):  # the file is half written; the server shows the old one
            continue
        if now != trusted:
            await give(now)
            trusted = now
