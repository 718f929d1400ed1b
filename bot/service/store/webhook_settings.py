"""Where each environment's webhooks go."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.base.database import insert_into
from bot.service.account import WebhookSettings
from bot.service.store.tables import webhook_settings


async def find_webhook_settings(connection: AsyncConnection, environment: str) -> WebhookSettings:
    """Return the environment's webhook settings; as long as nobody set any, there is no URL."""
    wanted = select(webhook_settings).where(webhook_settings.c.environment == environment)
    row = (await connection.execute(wanted)).mappings().one_or_none()
    return WebhookSettings() if row is None else WebhookSettings.of(row["url"], row["events"])


async def set_webhook_settings(
    connection: AsyncConnection, environment: str, settings: WebhookSettings
) -> None:
    """Write the environment's webhook settings."""
    events = None if settings.events is None else sorted(settings.events)
    columns = {"url": settings.url, "events": events}
    written = (
        insert_into(connection, webhook_settings)
        .values(environment=environment, **columns)
        .on_conflict_do_update(index_elements=["environment"], set_=columns)
    )
    await connection.execute(written)
