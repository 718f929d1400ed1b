"""API keys come, go and replace each other (contract: Authentication)."""

from collections.abc import Sequence
from datetime import timedelta

from bot.service import rules
from bot.service.account import ApiKey
from bot.service.environment import Environment, UnitOfWork
from bot.service.errors import NotFoundError
from bot.service.keyring import key_digest, make_key, seal_key, unseal_key
from bot.service.store.account_rows import (
    add_key,
    current_sealed,
    end_keys,
    find_key,
    list_keys,
    revive_key,
)


async def new_key(
    environment: Environment, former_valid_for: timedelta = rules.FORMER_KEY_VALID_FOR
) -> str:
    """Make the environment's key, which former ones outlive by that time at most; return it."""
    key = make_key(environment.name)
    async with environment.unit_of_work() as work:
        await end_keys(work.tx, environment.name, work.now + former_valid_for)
        await _add(work, key)
    environment.keyring.forget()
    return key


async def set_key(environment: Environment, key: str) -> None:
    """Let this be the environment's one valid key.

    Raises:
        ValueError: it is empty, or another environment has or had it.
    """
    if not key:
        raise ValueError("an API key cannot be empty")
    async with environment.unit_of_work() as work:
        await _set(work, key)
    environment.keyring.forget()


async def _set(work: UnitOfWork, key: str) -> None:
    found = await find_key(work.tx, key_digest(work.environment.vault, key))
    await end_keys(work.tx, work.environment.name, work.now)
    if found is None:
        await _add(work, key)
        return
    owner, known = found
    if owner != work.environment.name:
        raise ValueError(f"each environment has its own API key, and this is that of {owner}")
    await revive_key(work.tx, known.number)


async def _add(work: UnitOfWork, key: str) -> None:
    vault = work.environment.vault
    sealed = seal_key(vault, work.environment.name, key)
    digest = key_digest(vault, key)
    await add_key(work.tx, work.environment.name, digest, sealed)


async def known_keys(environment: Environment) -> Sequence[ApiKey]:
    """Return the environment's keys, newest first, also those that are no longer valid."""
    async with environment.database.read() as tx:
        return await list_keys(tx, environment.name)


async def current_key(environment: Environment) -> str | None:
    """Return the key that signs the environment's webhooks, or None while it has none.

    Raises:
        SealBroken: it was sealed with another secret.
    """
    async with environment.database.read() as tx:
        sealed = await current_sealed(tx, environment.name)
    return None if sealed is None else unseal_key(environment.vault, environment.name, sealed)


async def end_key(environment: Environment, number: int) -> None:
    """Let a key be refused from now on.

    Raises:
        NotFoundError: the environment has no valid key of this number.
    """
    async with environment.unit_of_work() as work:
        ended = await end_keys(work.tx, environment.name, work.now, number=number)
        if not ended:
            raise NotFoundError
    environment.keyring.forget()
