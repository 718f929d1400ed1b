"""Where webhooks go, what became of them, and those that are sent again (contract: Events)."""

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from bot.service.account import WebhookSettings
from bot.service.environment import Environment, UnitOfWork, operation
from bot.service.reach import check_webhook_url
from bot.service.store.account_rows import find_webhook_settings, set_webhook_settings
from bot.service.store.webhook_log import (
    LoggedWebhook,
    NewAttempt,
    WebhookSearch,
    attempts_after,
    find_webhooks,
    send_again,
)
from bot.service.store.webhook_rows import release_webhooks


async def get_webhook(environment: Environment) -> WebhookSettings:
    return await environment.database.read(find_webhook_settings, environment.name)


async def set_webhook(
    environment: Environment, url: str | None, events: Iterable[str] | None = None
) -> None:
    """Send webhooks to `url` from now on (None: nowhere), also those that already wait.

    Raises:
        ValueError: no webhook may go to the URL (`reach`), or an event is unknown.
    """
    settings = WebhookSettings.of(url, events)
    if url is not None:
        await check_webhook_url(url, environment.settings.webhook_reach)

    def keep(work: UnitOfWork) -> None:
        set_webhook_settings(work.tx, environment.name, settings)
        release_webhooks(work.tx, environment.name)
        if url is None:
            work.did("webhooks off")
        else:
            work.did("webhooks set", urlsplit(url).hostname or "")

    await environment.write(keep)


async def log_of(
    environment: Environment, search: WebhookSearch, limit: int
) -> Sequence[LoggedWebhook]:
    """Return the newest of the webhooks that match with every attempt, newest first."""
    return await environment.database.read(find_webhooks, environment.name, search, limit)


async def attempts_since(
    environment: Environment, attempt_id: int, limit: int
) -> Sequence[NewAttempt]:
    """Return the attempts at webhooks that were made after one, in order."""
    return await environment.database.read(attempts_after, environment.name, attempt_id, limit)


@operation
def resend_webhooks(work: UnitOfWork, search: WebhookSearch) -> int:
    count = send_again(work.tx, work.environment.name, search)
    work.did("webhooks sent again", str(count))
    return count
