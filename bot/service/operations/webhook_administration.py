"""Where webhooks go, what became of them, and those that are sent again (contract: Events)."""

from collections.abc import Iterable, Sequence

from bot.base.transaction import Transaction
from bot.base.vault import SealBroken
from bot.service.account import Destination, WebhookSettings
from bot.service.environment import Environment, UnitOfWork, operation
from bot.service.keyring import unseal_key
from bot.service.store.account_rows import (
    current_sealed,
    find_webhook_settings,
    set_webhook_settings,
)
from bot.service.store.tables import webhooks
from bot.service.store.webhook_log import LoggedWebhook, WebhookSearch, find_webhooks, send_again


async def get_webhook(environment: Environment) -> WebhookSettings:
    return await environment.database.read(find_webhook_settings, environment.name)


@operation
def set_webhook(work: UnitOfWork, url: str | None, events: Iterable[str] | None = None) -> None:
    """Send webhooks to `url` from now on (None: nowhere), also those that already wait.

    Raises:
        ValueError: the URL is not HTTPS, or an event is unknown.
    """
    settings = WebhookSettings.of(url, events)
    set_webhook_settings(work.tx, work.environment.name, settings)
    work.tx.wake(webhooks.name)


async def destination(environment: Environment) -> Destination | None:
    """Return where webhooks go now, or None while they wait for a URL or for a key to sign with."""
    settings, sealed = await environment.database.read(_destination, environment.name)
    if settings.url is None or sealed is None:
        return None
    try:
        key = unseal_key(environment.vault, environment.name, sealed)
    except SealBroken:
        return None
    return Destination(settings.url, key.encode())


def _destination(tx: Transaction, environment: str) -> tuple[WebhookSettings, bytes | None]:
    return find_webhook_settings(tx, environment), current_sealed(tx, environment)


async def log_of(
    environment: Environment, search: WebhookSearch, limit: int
) -> Sequence[LoggedWebhook]:
    """Return the newest of the webhooks that match with every attempt, newest first."""
    return await environment.database.read(find_webhooks, environment.name, search, limit)


@operation
def resend_webhooks(work: UnitOfWork, search: WebhookSearch) -> int:
    work.tx.wake(webhooks.name)
    return send_again(work.tx, work.environment.name, search)
