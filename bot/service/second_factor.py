"""What an operator proves besides a name: a password, and the code of an app (RFC 6238)."""

import hmac
from datetime import datetime
from functools import cache

import pyotp
import segno
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_STEP_SECONDS = 30
_DRIFT = 1
"""Steps that the clock of a phone may be off, either way."""

_HASHER = PasswordHasher()


@cache
def _nobodys() -> str:
    """Return what is tried where there is no password, so that it takes as long to say no."""
    return _HASHER.hash(pyotp.random_base32())


def hash_password(password: str) -> str:
    """Hash a password slowly (Argon2id); this is to be run in a thread."""
    return _HASHER.hash(password)


def is_password(password: str, hashed: str | None) -> bool:
    """Say whether it is the one that was hashed; this is to be run in a thread."""
    try:
        _HASHER.verify(hashed or _nobodys(), password)
    except (VerificationError, InvalidHashError):
        return False
    return hashed is not None


def new_secret() -> str:
    return pyotp.random_base32()


def step_of(code: str, secret: str, now: datetime) -> int | None:
    """Return the step of time that a code is right for, or None for a wrong one."""
    totp = pyotp.TOTP(secret, interval=_STEP_SECONDS)
    present = int(now.timestamp()) // _STEP_SECONDS
    typed = "".join(code.split()).encode()
    right = None
    for step in range(present - _DRIFT, present + _DRIFT + 1):
        if hmac.compare_digest(totp.generate_otp(step).encode(), typed):
            right = step
    return right


def picture_of(secret: str, name: str, issuer: str) -> str:
    """Return the QR code that an app reads the secret from, as a `data:` address."""
    address = pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=issuer)
    return segno.make(address, error="m").svg_data_uri(scale=4, border=1)
