"""The service as one object: built from settings, started, served, stopped."""

from collections.abc import Iterable, Mapping

from starlette.types import ASGIApp

from bot.service import rules
from bot.service.account import Account
from bot.service.api.site import site
from bot.service.clock import Clock, SystemClock
from bot.service.office import Office
from bot.service.operations.dashboard import decline, mark_failed, resend_codes
from bot.service.operations.riders import register_rider
from bot.service.settings import ServiceSettings
from bot.service.sms import SmsErrands, SmsSender
from bot.service.store.database import Database
from bot.service.store.tables import texts, webhooks
from bot.service.vault import Vault
from bot.service.vocabulary import Stage
from bot.service.webhooks import WebhookErrands, webhook_client
from bot.service.worker import Errands, Worker


class FleetService:
    """A delivery fleet service for all environments of its settings.

    `asgi` is the app to serve, once `start` has returned. `public_url` is the origin that links in
    answers begin with; it may be set when the port becomes known.
    """

    def __init__(
        self, settings: ServiceSettings, *, sms: SmsSender, clock: Clock | None = None
    ) -> None:
        clock = clock or SystemClock()
        vault = Vault(settings.secret)
        self.public_url = settings.public_url
        self._database = Database(settings.database_url)
        self._accounts = {
            name: Account(name, environment) for name, environment in settings.environments.items()
        }
        self._offices = {
            name: Office(account, settings, self._database, vault, clock, self._wake)
            for name, account in self._accounts.items()
        }
        self._client = webhook_client(settings.webhook_ca_file)
        errands: Mapping[str, Errands] = {
            webhooks.name: WebhookErrands(
                self._database, clock, self._client, self._accounts, settings.webhook_attempts
            ),
            texts.name: SmsErrands(self._database, clock, vault, sms, list(self._accounts)),
        }
        self._workers = {
            name: Worker(name, errand, clock, at_once=rules.SENDS_AT_ONCE)
            for name, errand in errands.items()
        }
        self.asgi: ASGIApp = site(list(self._offices.values()), lambda: self.public_url)

    async def start(self) -> None:
        """Bring the database up to date and go on with what waits to be sent."""
        await self._database.open()
        for worker in self._workers.values():
            worker.start()

    async def stop(self) -> None:
        """Stop sending and close everything; what was under way is sent after the next start."""
        for worker in self._workers.values():
            await worker.stop()
        await self._client.aclose()
        await self._database.close()

    async def idle(self) -> None:
        """Return when no webhook and no text is due now; attempts of a later time do not count."""
        workers = self._workers.values()
        await _all_quiet(workers)
        while not all(worker.is_quiet for worker in workers):
            await _all_quiet(workers)

    async def register_rider(
        self,
        environment: str,
        *,
        name: str,
        phone_code: str,
        phone_number: str,
        email: str,
        vehicle_plate_number: str = "",
        address: str = "",
    ) -> str:
        """Add a rider who is active at once, and return the uuid: the operator's own door.

        Raises:
            RefusedError: a rider of the environment has the e-mail address already.
        """
        rider = await register_rider(
            self._offices[environment],
            name=name,
            phone_code=phone_code,
            phone_number=phone_number,
            email=email,
            vehicle_plate_number=vehicle_plate_number,
            address=address,
        )
        return rider.uuid

    async def mark_failed(self, environment: str, delivery_uuid: str, note: str) -> None:
        """Tell that an attempt to deliver has failed, and why; the delivery stays on its way.

        Raises:
            NotFoundError: there is no such delivery.
            RefusedError: it is not on its way.
        """
        await mark_failed(self._offices[environment], delivery_uuid, note)

    async def decline(self, environment: str, delivery_uuid: str, note: str) -> None:
        """Decline a delivery before its parcel is picked up, and tell why.

        Raises:
            NotFoundError: there is no such delivery.
            RefusedError: the parcel has been picked up, or the delivery is over.
        """
        await decline(self._offices[environment], delivery_uuid, note)

    async def resend_codes(self, environment: str, delivery_uuid: str) -> list[Stage]:
        """Text new codes for the hand-overs to come, and return those; former codes are void.

        Raises:
            NotFoundError: there is no such delivery.
            RefusedError: the delivery is over, or nobody to tell has a phone number.
        """
        return await resend_codes(self._offices[environment], delivery_uuid)

    def set_webhook(
        self, environment: str, url: str | None, events: Iterable[str] | None = None
    ) -> None:
        """Send webhooks to `url` from now on (None: nowhere), also those that already wait.

        Raises:
            ValueError: the URL is not HTTPS, or an event is unknown.
        """
        chosen = None if events is None else frozenset(events)
        self._accounts[environment].set_webhook(url, chosen)
        self._wake([webhooks.name])

    def _wake(self, tables: Iterable[str]) -> None:
        for table in tables:
            self._workers[table].wake()


async def _all_quiet(workers: Iterable[Worker]) -> None:
    for worker in workers:
        await worker.quiet()
