"""API keys: found by their hash, listed without it."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, RowMapping, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.service.account import ApiKey
from bot.service.store.tables import api_keys

_LISTED = (api_keys.c.id, api_keys.c.created_at, api_keys.c.expires_at)


async def find_key(connection: AsyncConnection, digest: bytes) -> tuple[str, ApiKey] | None:
    """Return the key that has this hash, with its environment, valid or not."""
    wanted = select(*_LISTED, api_keys.c.environment).where(api_keys.c.digest == digest)
    row = (await connection.execute(wanted)).mappings().one_or_none()
    return None if row is None else (row["environment"], _key_of(row))


async def list_keys(connection: AsyncConnection, environment: str) -> Sequence[ApiKey]:
    """Return the environment's keys, newest first."""
    wanted = select(*_LISTED).where(api_keys.c.environment == environment)
    rows = (await connection.execute(wanted.order_by(api_keys.c.id.desc()))).mappings()
    return [_key_of(row) for row in rows]


async def current_sealed(
    connection: AsyncConnection, environment: str, now: datetime
) -> bytes | None:
    """Return the newest key that is valid, sealed, if there is one."""
    wanted = (
        select(api_keys.c.sealed)
        .where(api_keys.c.environment == environment, _valid_after(now))
        .order_by(api_keys.c.id.desc())
        .limit(1)
    )
    sealed: bytes | None = await connection.scalar(wanted)
    return sealed


async def add_key(
    connection: AsyncConnection, environment: str, digest: bytes, sealed: bytes, now: datetime
) -> None:
    """Write a key that is valid until something ends it."""
    row = {"environment": environment, "digest": digest, "sealed": sealed, "created_at": now}
    await connection.execute(insert(api_keys).values(row))


async def revive_key(connection: AsyncConnection, number: int) -> None:
    """Let a key be valid until something ends it."""
    revived = update(api_keys).where(api_keys.c.id == number)
    await connection.execute(revived.values(expires_at=None))


async def end_keys(
    connection: AsyncConnection, environment: str, at: datetime, *, number: int | None = None
) -> int:
    """Let the environment's keys, or the one of this number, end; return how many ended sooner."""
    ended = update(api_keys).where(api_keys.c.environment == environment, _valid_after(at))
    if number is not None:
        ended = ended.where(api_keys.c.id == number)
    return (await connection.execute(ended.values(expires_at=at))).rowcount


def _valid_after(moment: datetime) -> ColumnElement[bool]:
    return or_(api_keys.c.expires_at.is_(None), api_keys.c.expires_at > moment)


def _key_of(row: RowMapping) -> ApiKey:
    return ApiKey(row["id"], row["created_at"], row["expires_at"])
