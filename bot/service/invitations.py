"""The link that a rider joins by, and the letter around it."""

from datetime import datetime

from bot.service.mail import Letter
from bot.service.vault import HashingVault

_DIGEST_CONTEXT = "invitation"


def token_digest(vault: HashingVault, token: str) -> bytes:
    return vault.digest(token, context=_DIGEST_CONTEXT)


def sealed_for(rider_uuid: str) -> str:
    """Return what a sealed token is bound to."""
    return f"invitation of {rider_uuid}"


def join_url(origin: str, environment: str, token: str) -> str:
    return f"{origin.rstrip('/')}/{environment}/join/{token}"


def invitation_letter(
    business: str, email: str, url: str, until: datetime, *, name: str, now: datetime
) -> Letter:
    """Return the letter that invites somebody to ride for a business."""
    one_line = " ".join(business.split())
    return Letter(
        to=email,
        subject=f"Ride for {one_line}",
        text=(
            f"{one_line} invites you to deliver for them.\n\n"
            f"Open this link and fill in your name and phone number:\n{url}\n\n"
            f"It works once, until {until:%d %B %Y, %H:%M} UTC, and is for you alone.\n"
            "If you did not expect this, you need not do anything.\n"
        ),
        name=name,
        written_at=now,
    )
