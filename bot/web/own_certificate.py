"""The certificate that the bot itself speaks TLS with, where nobody else vouches for it."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

from bot.base.clock import Clock

_EVERY = timedelta(minutes=1)


def self_signed(certificate: Path | None) -> bytes | None:
    """Return what a PEM file holds if its certificate is self-signed: Telegram must be given it."""
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
    """Give Telegram the certificate again when another one is in its file than it has `trusted`."""
    while True:
        await clock.wait(asyncio.Event(), clock.now() + _EVERY)
        try:
            now = self_signed(certificate)
        except (OSError, ValueError):  # half of it is written; the server shows the former one
            continue
        if now != trusted:
            await give(now)
            trusted = now
