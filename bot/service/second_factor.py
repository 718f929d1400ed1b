"""The proofs of an operator: a password, and the code of an app (RFC 6238)."""

import hmac
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

import pyotp
import segno
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_STEP_SECONDS = 30
_DRIFT = 1
"""Steps that the clock of a phone may be off, either way."""


@dataclass(frozen=True)
class Passwords:
    """Hashes passwords slowly (Argon2id): both methods are to be run in a thread."""

    _hasher: PasswordHasher = field(default_factory=PasswordHasher)

    def hashed(self, password: str) -> str:
        """Hash a password, with a salt of its own."""
        return self._hasher.hash(password)

    def is_right(self, password: str, hashed: str | None) -> bool:
        """Say whether it is the one that was hashed; it takes as long where there is none."""
        try:
            self._hasher.verify(hashed or self._nobodys, password)
        except (VerificationError, InvalidHashError):
            return False
        return hashed is not None

    @cached_property
    def _nobodys(self) -> str:
        return self._hasher.hash(pyotp.random_base32())


def new_secret() -> str:
    return pyotp.random_base32()


def step_of(code: str, secret: str, now: datetime) -> int | None:
    """Return the step of time that a code is right for, or None for a wrong one."""
    totp = pyotp.TOTP(secret, interval=_STEP_SECONDS)
    present = int(now.timestamp()) // _STEP_SECONDS
    typed = "".join(code.split()).encode()
    right = None
    # Every step is compared, after the right one as well: the time tells nothing about it.
    for step in range(present - _DRIFT, present + _DRIFT + 1):
        if hmac.compare_digest(totp.generate_otp(step).encode(), typed):
            right = step
    return right


def picture_of(secret: str, name: str, issuer: str) -> str:
    """Return the QR code that an app reads the secret from, as a `data:` address."""
    address = pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=issuer)
    return segno.make(address, error="m").svg_data_uri(scale=4, border=1)
