"""Where webhooks go, what became of them, and those that are sent again (contract: Events)."""

from collections.abc import Iterable, Sequence

from bot.base.vault import SealBroken
from bot.service.account import Destination, WebhookSettings
from bot.service.environment import Environment
from bot.service.keyring import unseal_key
from bot.service.store.account_rows import (
    current_sealed,
    find_webhook_settings,
    set_webhook_settings,
)
from bot.service.store.tables import webhooks
from bot.service.store.webhook_log import LoggedWebhook, WebhookSearch, find_webhooks, send_again


async def get_webhook(environment: Environment) -> WebhookSettings:
    async with environment.database.read() as tx:
        return await find_webhook_settings(tx, environment.name)


async def set_webhook(
    environment: Environment, url: str | None, events: Iterable[str] | None = None
) -> None:
    """Send webhooks to `url` from now on (None: nowhere), also those that already wait.

    Raises:
        ValueError: the URL is not HTTPS, or an event is unknown.
    """
    settings = WebhookSettings.of(url, events)
    async with environment.unit_of_work() as work:
        await set_webhook_settings(work.tx, environment.name, settings)
        work.tx.wakes.add(webhooks.name)


async def destination(environment: Environment) -> Destination | None:
    """Return where webhooks go now, or None while they wait for a URL or for a key to sign with."""
    async with environment.database.read() as tx:
        settings = await find_webhook_settings(tx, environment.name)
        sealed = await current_sealed(tx, environment.name)
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
    async with environment.database.read() as tx:
        return await find_webhooks(tx, environment.name, search, limit)


async def resend_webhooks(environment: Environment, search: WebhookSearch) -> int:
    async with environment.unit_of_work() as work:
        work.tx.wakes.add(webhooks.name)
        return await send_again(work.tx, environment.name, search)
