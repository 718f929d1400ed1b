"""An environment's account: API keys, found by their hash, and where its webhooks go."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, RowMapping, insert, or_, select, update

from bot.base.database import Transaction
from bot.service.account import ApiKey, WebhookSettings
from bot.service.store.tables import api_keys, webhook_settings

_LISTED = (api_keys.c.id, api_keys.c.created_at, api_keys.c.expires_at)


async def find_key(tx: Transaction, digest: bytes) -> tuple[str, ApiKey] | None:
    """Return the key that has this hash, with its environment, valid or not."""
    wanted = select(*_LISTED, api_keys.c.environment).where(api_keys.c.digest == digest)
    row = (await tx.connection.execute(wanted)).mappings().one_or_none()
    return None if row is None else (row["environment"], _key_of(row))


async def list_keys(tx: Transaction, environment: str) -> Sequence[ApiKey]:
    """Return the environment's keys, newest first."""
    wanted = select(*_LISTED).where(api_keys.c.environment == environment)
    rows = (await tx.connection.execute(wanted.order_by(api_keys.c.id.desc()))).mappings()
    return [_key_of(row) for row in rows]


async def current_sealed(tx: Transaction, environment: str) -> bytes | None:
    """Return the newest key that is valid, sealed, if there is one."""
    wanted = (
        select(api_keys.c.sealed)
        .where(api_keys.c.environment == environment, _valid_after(tx.now))
        .order_by(api_keys.c.id.desc())
        .limit(1)
    )
    sealed: bytes | None = await tx.connection.scalar(wanted)
    return sealed


async def add_key(tx: Transaction, environment: str, digest: bytes, sealed: bytes) -> None:
    row = {"environment": environment, "digest": digest, "sealed": sealed, "created_at": tx.now}
    await tx.connection.execute(insert(api_keys).values(row))


async def revive_key(tx: Transaction, number: int) -> None:
    revived = update(api_keys).where(api_keys.c.id == number)
    await tx.connection.execute(revived.values(expires_at=None))


async def end_keys(
    tx: Transaction, environment: str, at: datetime, *, number: int | None = None
) -> int:
    """Let the environment's keys, or the one of this number, end; return how many ended sooner."""
    ended = update(api_keys).where(api_keys.c.environment == environment, _valid_after(at))
    if number is not None:
        ended = ended.where(api_keys.c.id == number)
    return (await tx.connection.execute(ended.values(expires_at=at))).rowcount


def _valid_after(moment: datetime) -> ColumnElement[bool]:
    return or_(api_keys.c.expires_at.is_(None), api_keys.c.expires_at > moment)


def _key_of(row: RowMapping) -> ApiKey:
    return ApiKey(row["id"], row["created_at"], row["expires_at"])


async def find_webhook_settings(tx: Transaction, environment: str) -> WebhookSettings:
    wanted = select(webhook_settings).where(webhook_settings.c.environment == environment)
    row = (await tx.connection.execute(wanted)).mappings().one_or_none()
    return WebhookSettings() if row is None else WebhookSettings.of(row["url"], row["events"])


async def set_webhook_settings(
    tx: Transaction, environment: str, settings: WebhookSettings
) -> None:
    events = None if settings.events is None else sorted(settings.events)
    columns = {"url": settings.url, "events": events}
    written = (
        tx.insert(webhook_settings)
        .values(environment=environment, **columns)
        .on_conflict_do_update(index_elements=["environment"], set_=columns)
    )
    await tx.connection.execute(written)
