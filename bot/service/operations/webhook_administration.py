"""Where webhooks go, what became of them, and those that are sent again (contract: Events)."""

from collections.abc import Iterable, Sequence

from bot.base.vault import SealBroken
from bot.service.account import Destination, WebhookSettings
from bot.service.environment import Environment
from bot.service.keyring import unseal_key
from bot.service.store.key_rows import current_sealed
from bot.service.store.tables import webhooks
from bot.service.store.webhook_log import LoggedWebhook, WebhookSearch, find_webhooks, send_again
from bot.service.store.webhook_settings import find_webhook_settings, set_webhook_settings


async def get_webhook(environment: Environment) -> WebhookSettings:
    """Return the environment's webhook settings."""
    async with environment.look() as connection:
        return await find_webhook_settings(connection, environment.name)


async def set_webhook(
    environment: Environment, url: str | None, events: Iterable[str] | None = None
) -> None:
    """Send webhooks to `url` from now on (None: nowhere), also those that already wait.

    Raises:
        ValueError: the URL is not HTTPS, or an event is unknown.
    """
    settings = WebhookSettings.of(url, events)
    async with environment.unit_of_work() as work:
        await set_webhook_settings(work.connection, environment.name, settings)
        work.tx.wakes.add(webhooks.name)


async def destination(environment: Environment) -> Destination | None:
    """Return where webhooks go now, or None while they wait for a URL or for a key to sign with."""
    async with environment.look() as connection:
        settings = await find_webhook_settings(connection, environment.name)
        sealed = await current_sealed(connection, environment.name, environment.clock.now())
    if settings.url is None or sealed is None:
        return None
    try:
        key = unseal_key(environment.vault, environment.name, sealed)
    except SealBroken:
        return None
    return Destination(settings.url, key.encode())


async def log_of(
    environment: Environment, search: WebhookSearch, limit: int
) -> Sequence[LoggedWebhook]:
    """Return the newest of the webhooks that match with every attempt, newest first."""
    async with environment.look() as connection:
        return await find_webhooks(connection, environment.name, search, limit)


async def resend_webhooks(environment: Environment, search: WebhookSearch) -> int:
    """Send the webhooks that match once more, the same bytes, and return how many."""
    async with environment.unit_of_work() as work:
        work.tx.wakes.add(webhooks.name)
        return await send_again(work.connection, environment.name, search, work.now)
