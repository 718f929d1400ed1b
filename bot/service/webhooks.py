"""Webhooks out: signed, HTTPS only, retried on the contract's schedule (contract: Events)."""

import asyncio
import hmac
import logging
import ssl
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx

from bot.base.database import Database
from bot.base.transaction import Transaction
from bot.service import rules
from bot.service.account import Destination
from bot.service.addresses import UNREACHABLE
from bot.service.environment import Environment
from bot.service.operations.webhook_administration import destination
from bot.service.store.outgoing import (
    Outgoing,
    finish,
    give_up,
    log_attempt,
    next_outgoing,
    postpone,
)
from bot.service.store.tables import webhooks

_log = logging.getLogger(__name__)

_ANSWER_LIMIT = 64 * 1024
"""Bytes read of an answer that nobody looks at: read, a connection can be used again."""


@dataclass(frozen=True, slots=True)
class Result:
    """How an attempt went: the receiver's status, or why there is none."""

    status: int | None = None
    error: str | None = None

    @property
    def accepted(self) -> bool:
        return self.status is not None and httpx.codes.is_success(self.status)


def signature(body: bytes, api_key: bytes) -> str:
    """Return `X-Service-Signature`: hex HMAC-SHA256 of the raw body under the API key."""
    return hmac.new(api_key, body, "sha256").hexdigest()


def webhook_client(ca_file: Path | None) -> httpx.AsyncClient:
    """Return a client that follows no redirect and heeds no proxy of the machine.

    With `ca_file` it trusts that authority alone, otherwise those of the system.
    """
    return httpx.AsyncClient(
        verify=ssl.create_default_context(cafile=ca_file),
        trust_env=False,
        follow_redirects=False,
        timeout=rules.WEBHOOK_TIMEOUT.total_seconds(),
    )


class WebhookOutbox:
    """The rows of webhooks, for an `OutboxWorker`: signed, posted, written down."""

    def __init__(
        self,
        database: Database,
        environments: Mapping[str, Environment],
        client: httpx.AsyncClient,
        attempts: int,
    ) -> None:
        self._database = database
        self._environments = environments
        self._client = client
        self._pauses = rules.WEBHOOK_PAUSES[: attempts - 1]

    async def waiting(self, busy: Collection[str], limit: int) -> Sequence[Outgoing]:
        """Return the first waiting webhook of each delivery, where it has somewhere to go."""
        reachable = [name for name, its in self._environments.items() if await destination(its)]
        if not reachable:
            return []
        return await self._database.read(
            next_outgoing, webhooks, environments=reachable, busy=busy, limit=limit
        )

    async def carry_out(self, webhook: Outgoing) -> None:
        to = await destination(self._environments[webhook.environment])
        if to is not None:
            await self._database.write(self._record, webhook, await self._post(to, webhook))

    async def _post(self, to: Destination, webhook: Outgoing) -> Result:
        body: bytes = webhook.row["body"]
        headers = {
            "Content-Type": "application/json",
            "X-Service-Signature": signature(body, to.api_key),
            "X-Service-Event": webhook.row["event"],
            "X-Service-Delivery-ID": webhook.delivery_uuid,
        }
        try:
            # The client's own time-out is per read: a slow drip would never end it.
            async with asyncio.timeout(rules.WEBHOOK_TIMEOUT.total_seconds()):
                return Result(status=await self._status_of(to.url, body, headers))
        except UNREACHABLE as error:
            return Result(error=f"{type(error).__name__}: {error}"[:200])

    async def _status_of(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        async with self._client.stream("POST", url, content=body, headers=headers) as answer:
            async for _ in answer.aiter_raw():
                if answer.num_bytes_downloaded > _ANSWER_LIMIT:
                    break
            return answer.status_code

    def _record(self, tx: Transaction, webhook: Outgoing, result: Result) -> None:
        log_attempt(tx, webhook, status=result.status, error=result.error)
        if result.accepted:
            finish(tx, webhooks, webhook)
        elif webhook.attempts < len(self._pauses):
            postpone(tx, webhooks, webhook, tx.now + self._pauses[webhook.attempts])
        else:
            _log.warning("webhook %s is given up: %s", webhook.id, result)
            give_up(tx, webhooks, webhook)
