"""API keys: how they are made, what the database holds of them, and who knows which are valid."""

import secrets
from datetime import datetime

from bot.base.clock import Clock
from bot.base.database import Database
from bot.service import rules
from bot.service.store.account_rows import find_key
from bot.service.vault import HashingVault

_DIGEST_CONTEXT = "API key"
"""The same for all environments, so that one key cannot be made to open two of them."""


def make_key(environment: str) -> str:
    """Return a fresh key; its beginning tells a person which environment it opens."""
    return rules.KEY_PREFIXES[environment] + secrets.token_urlsafe(rules.KEY_BYTES)


def key_digest(vault: HashingVault, key: str) -> bytes:
    return vault.digest(key, context=_DIGEST_CONTEXT)


def seal_key(vault: HashingVault, environment: str, key: str) -> bytes:
    """Return the key sealed: it signs webhooks, so its hash alone is not enough."""
    return vault.seal(key.encode(), f"API key of {environment}")


def unseal_key(vault: HashingVault, environment: str, sealed: bytes) -> str:
    """Return the sealed key, or raise `SealBroken`."""
    return vault.open(sealed, f"API key of {environment}").decode()


class Keyring:
    """Says which keys open an environment (contract: Authentication).

    The database decides, for the command line is another process that adds and ends keys. Asking
    it made a GET a third slower, so a key that opened is taken for good for
    `rules.KEY_REMEMBERED`; one that did not is looked up each time, as a new one works at once.
    """

    def __init__(self, database: Database, vault: HashingVault, clock: Clock) -> None:
        self._database = database
        self._vault = vault
        self._clock = clock
        self._opened: dict[tuple[str, bytes], datetime] = {}

    async def opens(self, environment: str, key: str) -> bool:
        digest = key_digest(self._vault, key)
        now = self._clock.now()
        if self._opened.get((environment, digest), now) > now:
            return True
        if not await self._is_valid(environment, digest, now):
            return False
        self._opened[environment, digest] = now + rules.KEY_REMEMBERED
        return True

    def forget(self) -> None:
        self._opened.clear()

    async def _is_valid(self, environment: str, digest: bytes, now: datetime) -> bool:
        # Found by a keyed hash, a key is never compared: how long it takes tells nothing about it.
        found = await self._database.read(find_key, digest)
        if found is None:
            return False
        owner, key = found
        return owner == environment and key.opens_at(now)
