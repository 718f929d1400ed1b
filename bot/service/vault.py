"""What is secret at rest: codes as keyed hashes, keys and waiting texts sealed."""

import hmac

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from bot.base.vault import KEY_BYTES, Vault


class HashingVault(Vault):
    """Seals, and hashes what is only to be compared, with two keys derived from one secret.

    `context` names the one row that a hash belongs to, as the place does that a seal is bound to.
    """

    def __init__(self, secret: bytes) -> None:
        super().__init__(_derive(secret, b"fleet service: texts"))
        self._digest_key = _derive(secret, b"fleet service: codes")

    def digest(self, code: str, *, context: str) -> bytes:
        return hmac.digest(self._digest_key, f"{context}\0{code}".encode(), "sha256")

    def matches(self, code: str, digest: bytes, *, context: str) -> bool:
        """Say in constant time whether `digest` is that of `code`."""
        return hmac.compare_digest(self.digest(code, context=context), digest)


QUEUE_VAULT = Vault(bytes(KEY_BYTES))
"""For the names of jobs and what they hold, which is the number of another row: what is secret is
sealed there. So an operator who has lost the secret goes on with what waits."""


def _derive(secret: bytes, purpose: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=purpose).derive(secret)
