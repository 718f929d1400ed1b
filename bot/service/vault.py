"""What is secret at rest: codes as keyed hashes, waiting texts sealed until they are sent."""

import hmac
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

_NONCE_BYTES = 12


class SealBrokenError(Exception):
    """A sealed text was changed, moved to another row, or sealed with another secret."""


class Vault:
    """Hashes and seals with keys derived from a secret that the database never holds.

    `context` names the one row that a value belongs to: it salts the hash and binds the seal.
    """

    def __init__(self, secret: bytes) -> None:
        self._digest_key = _derive(secret, b"fleet service: codes")
        self._seal = AESGCM(_derive(secret, b"fleet service: texts"))

    def digest(self, code: str, *, context: str) -> bytes:
        """Return the salted, keyed hash of a code."""
        return hmac.digest(self._digest_key, f"{context}\0{code}".encode(), "sha256")

    def matches(self, code: str, digest: bytes, *, context: str) -> bool:
        """Say in constant time whether `digest` is that of `code`."""
        return hmac.compare_digest(self.digest(code, context=context), digest)

    def seal(self, text: str, *, context: str) -> bytes:
        """Return the text encrypted and authenticated."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self._seal.encrypt(nonce, text.encode(), context.encode())

    def unseal(self, sealed: bytes, *, context: str) -> str:
        """Return the sealed text, or raise `SealBrokenError`."""
        nonce, text = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:]
        try:
            return self._seal.decrypt(nonce, text, context.encode()).decode()
        except InvalidTag as broken:
            raise SealBrokenError(context) from broken


def _derive(secret: bytes, purpose: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose).derive(secret)
