"""API keys: how they are made, what the database holds of them, and who knows which are valid."""

import secrets
from collections.abc import Mapping

from bot.base.clock import Clock
from bot.base.database.database import Remembered
from bot.service.account import Account
from bot.service.rules.account import KEY_BYTES, KEY_PREFIXES
from bot.service.rules.operators import OPERATOR_KEY_PREFIXES
from bot.service.vault import HashingVault

_DIGEST_CONTEXT = "API key"
"""The same for all environments, so that one key cannot be made to open two of them."""

_OPERATOR_DIGEST_CONTEXT = "operator key"
"""Another one: neither kind of key is ever found among the others."""


def make_key(environment: str) -> str:
    """Return a fresh key; its beginning tells a person which environment it opens."""
    return KEY_PREFIXES[environment] + secrets.token_urlsafe(KEY_BYTES)


def key_digest(vault: HashingVault, key: str) -> bytes:
    return vault.digest(key, context=_DIGEST_CONTEXT)


def make_operator_key(environment: str) -> str:
    """Return a fresh key of the operator's door, which tells its environment likewise."""
    return OPERATOR_KEY_PREFIXES[environment] + secrets.token_urlsafe(KEY_BYTES)


def operator_key_digest(vault: HashingVault, key: str) -> bytes:
    return vault.digest(key, context=_OPERATOR_DIGEST_CONTEXT)


def seal_key(vault: HashingVault, environment: str, key: str) -> bytes:
    """Return the key sealed: it signs webhooks, so its hash alone is not enough."""
    return vault.seal(key.encode(), f"API key of {environment}")


def unseal_key(vault: HashingVault, environment: str, sealed: bytes) -> str:
    """Return the sealed key, or raise `SealBroken`."""
    return vault.open(sealed, f"API key of {environment}").decode()


class Keyring:
    """Says which keys open an environment (contract: Authentication), and its operator's door."""

    def __init__(
        self, accounts: Remembered[Mapping[str, Account]], vault: HashingVault, clock: Clock
    ) -> None:
        self._accounts = accounts
        self._vault = vault
        self._clock = clock

    async def opens(self, environment: str, key: str) -> bool:
        account = (await self._accounts.now())[environment]
        # Found by a keyed hash, a key is never compared: how long it takes tells nothing about it.
        api_key = account.keys.get(key_digest(self._vault, key))
        return api_key is not None and api_key.opens_at(self._clock.now())

    async def operator_key(self, environment: str, key: str) -> int | None:
        """Return the number of the key that opens the operator's door, or None."""
        account = (await self._accounts.now())[environment]
        return account.operator_keys.get(operator_key_digest(self._vault, key))
