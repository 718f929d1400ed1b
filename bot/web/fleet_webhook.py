"""The fleet service's webhooks: verified on the raw bytes, stored, and only then answered."""

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.types import Receive, Scope

from bot.actions.arrivals import event_job
from bot.base.database.transaction import DatabaseFailed
from bot.fleet import verify
from bot.store.intake import Intake, IntakeFull
from bot.web.requests import BODY_DEADLINE, PostRefused, headers, read_body
from bot.web.webhook_silence import WebhookSilence

LIMIT = 256 * 1024
"""The most bytes of a webhook's body."""


@dataclass(frozen=True, slots=True)
class FleetWebhook:
    """Takes one environment's webhooks; `keys` are its API key and, in a rotation, the old one."""

    intake: Intake
    environment: str
    keys: Sequence[str]
    silence: WebhookSilence
    body_deadline: float = BODY_DEADLINE

    async def __call__(self, scope: Scope, receive: Receive) -> str:
        """Answer 200 once the webhook is stored (contract: Events, rules 4 and 5)."""
        raw = await read_body(scope, receive, LIMIT, self.body_deadline)
        signatures = headers(scope, b"x-service-signature")
        if len(signatures) != 1 or not verify(raw, signatures[0], self.keys):
            raise PostRefused(401)
        try:
            await self.intake.accept(event_job(self.environment, raw))
        except (IntakeFull, DatabaseFailed) as error:
            # The service gives a webhook up after a few attempts: a later look finds lost events.
            self.silence.refused()
            raise PostRefused(503) from error
        self.silence.kept()
        return "kept"
