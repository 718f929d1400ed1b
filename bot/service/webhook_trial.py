"""A trial: one signed webhook that is about no delivery, posted at once and not tried again."""

import json
from dataclasses import dataclass
from uuid import uuid4

from bot.base.database.transaction import Transaction
from bot.service.account import Destination, WebhookSettings
from bot.service.environment import Environment
from bot.service.errors import RefusedError
from bot.service.keyring import unseal_key
from bot.service.responses.fields import timestamp
from bot.service.rules.account import TRIAL_EVENT
from bot.service.store.account_rows import current_sealed, find_webhook_settings
from bot.service.webhooks import Result, post, webhook_client


@dataclass(frozen=True, slots=True)
class _Trial:
    delivery_uuid: str
    body: bytes
    event: str = TRIAL_EVENT


async def try_webhook(environment: Environment) -> tuple[str, Result]:
    """Post a webhook to where the environment's go; return the URL and how it went.

    Nothing is written down, and kinds that are not selected do not matter: it is about the way.

    Raises:
        RefusedError: the environment has no URL, or no key to sign with.
        SealBroken: the key was sealed with another secret.
    """

    def look(tx: Transaction) -> tuple[WebhookSettings, bytes | None]:
        return find_webhook_settings(tx, environment.name), current_sealed(tx, environment.name)

    settings, sealed = await environment.database.read(look)
    if settings.url is None:
        raise RefusedError({"url": ["No webhook URL is set: `handover service webhook set`."]})
    if sealed is None:
        raise RefusedError(
            {"key": ["There is no API key to sign with: `handover service key new`."]}
        )
    key = unseal_key(environment.vault, environment.name, sealed)
    uuid, now = str(uuid4()), timestamp(environment.clock.now())
    data = {"delivery_id": uuid, "status": "test", "updated_at": now}
    body = json.dumps({"event": TRIAL_EVENT, "timestamp": now, "data": data})
    ca_file, reach = environment.settings.webhook_ca_file, environment.settings.webhook_reach
    async with webhook_client(ca_file, reach) as client:
        to = Destination(settings.url, key.encode())
        return settings.url, await post(client, to, _Trial(uuid, body.encode()))
