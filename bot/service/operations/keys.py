"""API keys come, go and replace each other (contract: Authentication)."""

from collections.abc import Sequence
from datetime import timedelta

from bot.service.account import ApiKey
from bot.service.errors import NotFoundError
from bot.service.keys import key_digest, make_key, seal_key, unseal_key
from bot.service.office import Change, Office
from bot.service.store.keys import (
    add_key,
    current_sealed,
    end_keys,
    find_key,
    list_keys,
    revive_key,
)


async def new_key(office: Office, former_valid_for: timedelta) -> str:
    """Make the environment's key, which former ones outlive by that time at most; return it."""
    key = make_key(office.environment)
    async with office.change() as change:
        await end_keys(change.connection, office.environment, change.now + former_valid_for)
        await _add(change, key)
    office.keyring.forget()
    return key


async def set_key(office: Office, key: str) -> None:
    """Let this be the environment's one valid key.

    Raises:
        ValueError: it is empty, or another environment has or had it.
    """
    if not key:
        raise ValueError("an API key cannot be empty")
    async with office.change() as change:
        await _set(change, key)
    office.keyring.forget()


async def _set(change: Change, key: str) -> None:
    found = await find_key(change.connection, key_digest(change.office.vault, key))
    await end_keys(change.connection, change.environment, change.now)
    if found is None:
        await _add(change, key)
        return
    owner, known = found
    if owner != change.environment:
        raise ValueError(f"each environment has its own API key, and this is that of {owner}")
    await revive_key(change.connection, known.number)


async def _add(change: Change, key: str) -> None:
    vault = change.office.vault
    sealed = seal_key(vault, change.environment, key)
    digest = key_digest(vault, key)
    await add_key(change.connection, change.environment, digest, sealed, change.now)


async def known_keys(office: Office) -> Sequence[ApiKey]:
    """Return the environment's keys, newest first, also those that are no longer valid."""
    async with office.look() as connection:
        return await list_keys(connection, office.environment)


async def current_key(office: Office) -> str | None:
    """Return the key that signs the environment's webhooks, or None while it has none.

    Raises:
        SealBroken: it was sealed with another secret.
    """
    async with office.look() as connection:
        sealed = await current_sealed(connection, office.environment, office.clock.now())
    return None if sealed is None else unseal_key(office.vault, office.environment, sealed)


async def end_key(office: Office, number: int) -> None:
    """Let a key be refused from now on.

    Raises:
        NotFoundError: the environment has no valid key of this number.
    """
    async with office.change() as change:
        ended = await end_keys(change.connection, office.environment, change.now, number=number)
        if not ended:
            raise NotFoundError
    office.keyring.forget()
