"""Webhooks out: signed, HTTPS only, retried on the contract's schedule (contract: Events)."""

import asyncio
import hmac
import logging
import ssl
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

import httpx

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.http.renewed_files import renewed_authority
from bot.base.queue import jobs
from bot.base.queue.jobs import Job
from bot.base.vault import SealBroken
from bot.service.account import Destination
from bot.service.addresses import UNREACHABLE
from bot.service.keyring import unseal_key
from bot.service.metrics import ServiceMetrics
from bot.service.reach import ReachTransport, WebhookReach
from bot.service.rules.account import DESTINATION_LOOKED_FOR, WEBHOOK_PAUSES, WEBHOOK_TIMEOUT
from bot.service.store.outbox import row_id_in
from bot.service.store.tables import DONE, FAILED
from bot.service.store.webhook_rows import (
    WaitingWebhook,
    await_destination,
    destinations_alone,
    end_webhook,
    find_webhook,
    log_attempt,
    try_webhook_later,
    waiting_behind,
)
from bot.service.vault import HashingVault

_log = logging.getLogger(__name__)

_ANSWER_LIMIT = 64 * 1024
"""Bytes read of an answer that is not used: a connection can be used again once it is read."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an attempt: the receiver's status, or why there is none."""

    status: int | None = None
    error: str | None = None

    def __str__(self) -> str:
        return self.error or str(self.status)

    @property
    def accepted(self) -> bool:
        return self.status is not None and httpx.codes.is_success(self.status)


def signature(body: bytes, api_key: bytes) -> str:
    """Return `X-Service-Signature`: hex HMAC-SHA256 of the raw body under the API key."""
    return hmac.new(api_key, body, "sha256").hexdigest()


def webhook_client(ca_file: Path | None, reach: WebhookReach) -> httpx.AsyncClient:
    """Return a client that follows no redirect, uses no proxy and keeps within reach.

    With `ca_file` it trusts that authority alone, otherwise those of the system.
    """
    context = ssl.create_default_context(cafile=ca_file)
    renewed = renewed_authority(context, ca_file) if ca_file else None

    async def look(_request: httpx.Request) -> None:
        if renewed is not None:
            renewed.look()

    return httpx.AsyncClient(
        transport=ReachTransport(context, reach),
        event_hooks={"request": [look]},
        trust_env=False,
        follow_redirects=False,
        timeout=WEBHOOK_TIMEOUT.total_seconds(),
    )


class Signable(Protocol):
    """The webhook to post: its body, and the values of its headers."""

    @property
    def body(self) -> bytes: ...
    @property
    def event(self) -> str: ...
    @property
    def delivery_uuid(self) -> str: ...


async def post(client: httpx.AsyncClient, to: Destination, webhook: Signable) -> Result:
    """Make one attempt to deliver a webhook (contract: Events, rules 1 and 3)."""
    headers = {
        "Content-Type": "application/json",
        "X-Service-Signature": signature(webhook.body, to.api_key),
        "X-Service-Event": webhook.event,
        "X-Service-Delivery-ID": webhook.delivery_uuid,
    }
    try:
        # The client's own time-out is per read: a slow trickle of bytes would never end it.
        async with asyncio.timeout(WEBHOOK_TIMEOUT.total_seconds()):
            request = client.stream("POST", to.url, content=webhook.body, headers=headers)
            async with request as answer:
                async for _ in answer.aiter_raw():
                    if answer.num_bytes_downloaded > _ANSWER_LIMIT:
                        break
                return Result(status=answer.status_code)
    except UNREACHABLE as error:
        return Result(error=f"{type(error).__name__}: {error}"[:200])


class WebhookPoster:
    """Works off the jobs of webhooks: each is signed, posted and written down."""

    def __init__(
        self,
        database: Database,
        vault: HashingVault,
        client: httpx.AsyncClient,
        attempts: int,
        metrics: ServiceMetrics,
    ) -> None:
        self._database = database
        self._vault = vault
        self._client = client
        self._metrics = metrics
        self._pauses = WEBHOOK_PAUSES[: attempts - 1]

    async def send(self, job: Job) -> None:
        """Post a webhook and settle its job: sent, tried later, given up, or no destination."""
        webhook = await self._database.read(find_webhook, job)
        if webhook is None:
            await self._database.write(jobs.finish, job)
        elif (to := self._destination(webhook)) is None:
            await self._database.write(self._await_destination, job)
        else:
            # A process that was paused may have lost the job to another one, which posts it.
            jobs.ensure_held(job, self._database.process)
            result = await post(self._client, to, webhook)
            await self._database.write(self._record, job, webhook, result)

    def _destination(self, webhook: WaitingWebhook) -> Destination | None:
        """Return the destination of a webhook, or None without a URL or a key to sign with."""
        if webhook.url is None or webhook.sealed_key is None:
            return None
        try:
            key = unseal_key(self._vault, webhook.environment, webhook.sealed_key)
        except SealBroken:
            return None
        return Destination(webhook.url, key.encode())

    def _await_destination(self, tx: Transaction, job: Job) -> None:
        # Lock: a destination set in between would release nothing, and this job would wait a day.
        destinations_alone(tx)
        webhook = find_webhook(tx, job)
        if webhook is None:
            jobs.finish(tx, job)
            return
        is_here_now = self._destination(webhook) is not None
        until = tx.now if is_here_now else tx.now + DESTINATION_LOOKED_FOR
        await_destination(tx, job, webhook.environment, until)

    def _record(self, tx: Transaction, job: Job, webhook: WaitingWebhook, result: Result) -> None:
        log_attempt(tx, webhook, status=result.status, error=result.error)
        tx.after(partial(self._metrics.webhook_attempted, webhook.event, result.status))
        if not result.accepted and webhook.attempts < len(self._pauses):
            due_at = tx.now + self._pauses[webhook.attempts]
            try_webhook_later(tx, job, webhook, due_at)
            # Once for each webhook: its later attempts bring nothing new.
            if not webhook.attempts:
                behind = waiting_behind(tx, webhook)
                tx.after(
                    partial(
                        _log.warning,
                        "webhook %s was not taken: %s; %s more of delivery %s wait with it"
                        " until %s",
                        webhook.id,
                        result,
                        behind,
                        webhook.delivery_uuid,
                        due_at.isoformat(),
                    )
                )
            return
        if not result.accepted:
            tx.after(partial(_log.warning, "webhook %s is given up: %s", webhook.id, result))
        end_webhook(tx, webhook, DONE if result.accepted else FAILED)
        jobs.finish(tx, job)

    async def give_up(self, job: Job) -> None:
        """Record that a webhook cannot be sent because of a fault of this service."""
        _log.error("webhook %s is given up: this service fails to send it", row_id_in(job.body))
        webhook = await self._database.read(find_webhook, job)
        if webhook is not None:
            await self._database.write(end_webhook, webhook, FAILED)
