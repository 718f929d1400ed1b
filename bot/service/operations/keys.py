"""API keys come, go and replace each other (contract: Authentication); so do operator keys."""

from collections.abc import Sequence
from datetime import timedelta

from bot.service.account import ApiKey
from bot.service.environment import Environment, UnitOfWork, lookup, operation
from bot.service.errors import NotFoundError, RefusedError
from bot.service.keyring import (
    key_digest,
    make_key,
    make_operator_key,
    operator_key_digest,
    seal_key,
    unseal_key,
)
from bot.service.rules.account import FORMER_KEY_VALID_FOR
from bot.service.store import operator_key_rows as rows
from bot.service.store.account_rows import (
    add_key,
    current_sealed,
    end_keys,
    find_key,
    list_keys,
    revive_key,
)
from bot.service.store.webhook_rows import release_webhooks

_MADE_MEANWHILE = (
    "A key was made since this page was shown, so none was made now. Where nobody has copied that "
    "one, make another."
)


def newest_number(keys: Sequence[ApiKey]) -> int:
    """Return the number of the first of them, 0 where there is none."""
    return keys[0].number if keys else 0


@operation
def new_key(
    work: UnitOfWork,
    former_valid_for: timedelta = FORMER_KEY_VALID_FOR,
    newest: int | None = None,
) -> str:
    """Make the environment's key, which former ones outlive by that time at most; return it.

    Raises:
        RefusedError: `newest` is given and is not the number of its newest key, 0 for none.
    """
    if newest is not None:
        # Two requests that know the same newest key must not make a key each.
        work.tx.alone_with(f"keys of {work.environment.name}")
        if newest != newest_number(list_keys(work.tx, work.environment.name)):
            raise RefusedError({"newest": [_MADE_MEANWHILE]})
    key = make_key(work.environment.name)
    end_keys(work.tx, work.environment.name, work.now + former_valid_for)
    _add(work, key)
    number = newest_number(list_keys(work.tx, work.environment.name))
    work.did("API key made", f"key {number}")
    return key


@operation
def set_key(work: UnitOfWork, key: str) -> None:
    """Let this be the environment's one valid key.

    Raises:
        ValueError: it is empty, or another environment has or had it.
    """
    if not key:
        raise ValueError("an API key cannot be empty")
    found = find_key(work.tx, key_digest(work.environment.vault, key))
    end_keys(work.tx, work.environment.name, work.now)
    if found is None:
        _add(work, key)
        return
    owner, known = found
    if owner != work.environment.name:
        raise ValueError(f"each environment has its own API key, and this is that of {owner}")
    # The key was valid before, so its row with this hash is there already.
    revive_key(work.tx, known.number)
    release_webhooks(work.tx, work.environment.name)


def _add(work: UnitOfWork, key: str) -> None:
    vault = work.environment.vault
    sealed = seal_key(vault, work.environment.name, key)
    digest = key_digest(vault, key)
    add_key(work.tx, work.environment.name, digest, sealed)
    release_webhooks(work.tx, work.environment.name)


known_keys = lookup(list_keys)
known_operator_keys = lookup(rows.list_operator_keys)


async def current_key(environment: Environment) -> str | None:
    """Return the key that signs the environment's webhooks, or None while it has none.

    Raises:
        SealBroken: it was sealed with another secret.
    """
    sealed = await environment.database.read(current_sealed, environment.name)
    return None if sealed is None else unseal_key(environment.vault, environment.name, sealed)


@operation
def end_key(work: UnitOfWork, number: int) -> None:
    """Let a key be refused from now on.

    Raises:
        NotFoundError: the environment has no valid key of this number.
    """
    if not end_keys(work.tx, work.environment.name, work.now, number=number):
        raise NotFoundError
    work.did("API key ended", f"key {number}")


@operation
def new_operator_key(work: UnitOfWork) -> str:
    """Make one more key of the environment's door and return it: it cannot be shown again."""
    key = make_operator_key(work.environment.name)
    digest = operator_key_digest(work.environment.vault, key)
    rows.add_operator_key(work.tx, work.environment.name, digest)
    number = rows.list_operator_keys(work.tx, work.environment.name)[0].number
    work.did("operator key made", f"key {number}")
    return key


@operation
def end_operator_key(work: UnitOfWork, number: int) -> None:
    """Let a key be refused from now on.

    Raises:
        NotFoundError: the environment has no valid key of this number.
    """
    if not rows.end_operator_key(work.tx, work.environment.name, number):
        raise NotFoundError
    work.did("operator key ended", f"key {number}")
