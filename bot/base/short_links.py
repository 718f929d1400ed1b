"""Short links: 22 characters that name a record by its uuid, and its reader by their phone.

Two programs that share a key make and read the same link, and store nothing for it. A block cipher
turns the 128 bits of a link into 128 others, so that nobody without the key can make a link or tell
one from random bits.
"""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from uuid import UUID

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import ECB

_HALF = 8
"""Bytes of the uuid in a link, and as many of the phone's mark."""
_LENGTH = 22
_LAST_DIGITS = 7
"""Digits at the end of a number, which are the same however the number is written."""


class ShortLinks:
    """Makes and reads links with a key that both programs have."""

    def __init__(self, key: str) -> None:
        self._mark_key = hmac.digest(key.encode(), b"marks of phones in links", "sha256")
        cipher_key = hmac.digest(key.encode(), b"short links", "sha256")
        # A link is only one block, so ECB cannot show a pattern of several.
        self._cipher = Cipher(AES(cipher_key), ECB())  # noqa: S305

    def code(self, uuid: str, phone: str) -> str:
        """Return the code at the end of a link."""
        digits = "".join(filter(str.isdecimal, phone))[-_LAST_DIGITS:]
        mark = hmac.digest(self._mark_key, digits.encode(), "sha256")[:_HALF]
        block = self._cipher.encryptor().update(UUID(uuid).bytes[:_HALF] + mark)
        return urlsafe_b64encode(block).rstrip(b"=").decode()

    def beginning(self, code: str) -> str | None:
        """Return the first half of the uuid that a code names, in its written form, if any.

        To check that the code belongs to a record and a phone, compare it with `code` of both.
        """
        if len(code) != _LENGTH or not code.isascii():
            return None
        try:
            block = self._cipher.decryptor().update(urlsafe_b64decode(f"{code}=="))
        except ValueError:
            return None
        return str(UUID(bytes=block[:_HALF].ljust(2 * _HALF, b"\0")))[:18]
