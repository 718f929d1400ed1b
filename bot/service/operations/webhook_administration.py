"""Where webhooks go, what became of them, and those that are sent again (contract: Events)."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from bot.service.account import WebhookSettings
from bot.service.environment import Environment, UnitOfWork, lookup, operation
from bot.service.reach import check_webhook_url
from bot.service.store.account_rows import find_webhook_settings, set_webhook_settings
from bot.service.store.webhook_log import (
    WebhookSearch,
    attempts_after,
    find_webhooks,
    send_again,
)
from bot.service.store.webhook_rows import release_webhooks

get_webhook = lookup(find_webhook_settings)
log_of = lookup(find_webhooks)
attempts_since = lookup(attempts_after)


async def set_webhook(
    environment: Environment, url: str | None, events: Iterable[str] | None = None
) -> None:
    """Send webhooks to `url` from now on (None: nowhere), also those that already wait.

    Raises:
        ValueError: no webhook may go to the URL (`reach`), or an event is unknown.
    """
    settings = WebhookSettings.of(url, events)
    if url is not None:
        # Before the transaction: looking a name up takes time, and a transaction cannot wait.
        await check_webhook_url(url, environment.settings.webhook_reach)

    def keep(work: UnitOfWork) -> None:
        set_webhook_settings(work.tx, environment.name, settings)
        release_webhooks(work.tx, environment.name)
        if url is None:
            work.did("webhooks off")
        else:
            work.did("webhooks set", urlsplit(url).hostname or "")

    await environment.write(keep)


@operation
def resend_webhooks(work: UnitOfWork, search: WebhookSearch) -> int:
    count = send_again(work.tx, work.environment.name, search)
    work.did("webhooks sent again", str(count))
    return count
