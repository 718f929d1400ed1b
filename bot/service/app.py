"""The service as one object: built from settings, started, served, stopped."""

from collections.abc import Collection, Iterable, Mapping

from starlette.types import ASGIApp

from bot.base.clock import Clock
from bot.service import rules
from bot.service.api.site import site
from bot.service.desk import Desk
from bot.service.settings import ServiceSettings
from bot.service.sms import SmsSender
from bot.service.sms.errands import SmsErrands
from bot.service.store.tables import texts, webhooks
from bot.service.webhooks import WebhookErrands, webhook_client
from bot.service.worker import Errands, Worker


class FleetService(Desk):
    """A delivery fleet service for both environments, with its operator's doors.

    `asgi` is the app to serve, once `start` has returned. `public_url` is the origin that links in
    answers begin with; it may be set when the port becomes known. One process serves a database;
    others may have a `Desk` on it.
    """

    def __init__(
        self, settings: ServiceSettings, *, sms: SmsSender, clock: Clock | None = None
    ) -> None:
        super().__init__(settings, clock=clock)
        self.public_url = settings.public_url
        self._client = webhook_client(settings.webhook_ca_file)
        attempts = settings.webhook_attempts
        errands: Mapping[str, Errands] = {
            webhooks.name: WebhookErrands(
                self._database, self._offices, self._clock, self._client, attempts
            ),
            texts.name: SmsErrands(
                self._database, self._clock, self._vault, sms, list(self._offices)
            ),
        }
        self._workers = {
            name: Worker(name, errand, self._clock, at_once=rules.SENDS_AT_ONCE)
            for name, errand in errands.items()
        }
        self.asgi: ASGIApp = site(list(self._offices.values()), lambda: self.public_url)

    async def start(self) -> None:
        """Bring the database up to date and go on with what waits to be sent."""
        await super().start()
        for worker in self._workers.values():
            worker.start()

    async def stop(self) -> None:
        """Stop sending and close everything; what was under way is sent after the next start."""
        for worker in self._workers.values():
            await worker.stop()
        await self._client.aclose()
        await super().stop()

    async def idle(self) -> None:
        """Return when no webhook and no text is due now; attempts of a later time do not count."""
        workers = self._workers.values()
        await _all_quiet(workers)
        while not all(worker.is_quiet for worker in workers):
            await _all_quiet(workers)

    def _wake(self, tables: Collection[str]) -> None:
        for table in tables:
            self._workers[table].wake()


async def _all_quiet(workers: Iterable[Worker]) -> None:
    for worker in workers:
        await worker.quiet()
