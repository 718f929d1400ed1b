"""Where webhooks go, what became of them, and those that are sent again (contract: Events)."""

from collections.abc import Sequence

from bot.base.vault import SealBroken
from bot.service.account import Destination, WebhookSettings
from bot.service.keys import unseal_key
from bot.service.office import Office
from bot.service.store.keys import current_sealed
from bot.service.store.tables import webhooks
from bot.service.store.webhook_log import LoggedWebhook, WebhookSearch, find_webhooks, send_again
from bot.service.store.webhook_settings import find_webhook_settings, set_webhook_settings


async def get_webhook(office: Office) -> WebhookSettings:
    """Return the environment's webhook settings."""
    async with office.look() as connection:
        return await find_webhook_settings(connection, office.environment)


async def set_webhook(office: Office, settings: WebhookSettings) -> None:
    """Let webhooks go there from now on, also those that already wait."""
    async with office.change() as change:
        await set_webhook_settings(change.connection, office.environment, settings)
        change.tx.wakes.add(webhooks.name)


async def destination(office: Office) -> Destination | None:
    """Return where webhooks go now, or None while they wait for a URL or for a key to sign with."""
    async with office.look() as connection:
        settings = await find_webhook_settings(connection, office.environment)
        sealed = await current_sealed(connection, office.environment, office.clock.now())
    if settings.url is None or sealed is None:
        return None
    try:
        key = unseal_key(office.vault, office.environment, sealed)
    except SealBroken:
        return None
    return Destination(settings.url, key.encode())


async def log_of(office: Office, search: WebhookSearch, limit: int) -> Sequence[LoggedWebhook]:
    """Return the newest of the webhooks that match with every attempt, newest first."""
    async with office.look() as connection:
        return await find_webhooks(connection, office.environment, search, limit)


async def resend_webhooks(office: Office, search: WebhookSearch) -> int:
    """Send the webhooks that match once more, the same bytes, and return how many."""
    async with office.change() as change:
        change.tx.wakes.add(webhooks.name)
        return await send_again(change.connection, office.environment, search, change.now)
