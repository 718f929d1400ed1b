"""The operator's side of the service: the database, and the doors that are no part of the API."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from types import TracebackType
from typing import Self

from bot.base.clock import Clock, SystemClock
from bot.base.database import Database
from bot.service import rules
from bot.service.account import ApiKey, WebhookSettings
from bot.service.keys import Keyring
from bot.service.office import Office
from bot.service.operations import dashboard, keys, riders, webhooks
from bot.service.settings import ENVIRONMENTS, ServiceSettings
from bot.service.store.schema import SCHEMA
from bot.service.vault import HashingVault
from bot.service.vocabulary import Stage


class Desk:
    """Everything that an operator does, while the service runs here, elsewhere, or not at all.

    It works on the database that the service works on. What it makes to be sent is sent by the
    process that runs the service.
    """

    def __init__(self, settings: ServiceSettings, *, clock: Clock | None = None) -> None:
        self._clock = clock or SystemClock()
        self._vault = HashingVault(settings.secret)
        self._database = Database(settings.database_url, SCHEMA, self._vault, self._clock)
        self._offices = {name: self._make_office(name, settings) for name in ENVIRONMENTS}

    def _make_office(self, environment: str, settings: ServiceSettings) -> Office:
        return Office(
            environment=environment,
            settings=settings,
            database=self._database,
            vault=self._vault,
            keyring=Keyring(self._database, self._vault, self._clock),
            clock=self._clock,
        )

    async def start(self) -> None:
        """Open the database, brought up to date."""
        await self._database.open()

    async def stop(self) -> None:
        """Close the database."""
        await self._database.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.stop()

    def office(self, environment: str) -> Office:
        """Return what the operations on one environment work with."""
        return self._offices[environment]

    async def set_key(self, environment: str, key: str) -> None:
        """Let this be the environment's one valid key, for programs that choose it.

        Raises:
            ValueError: it is empty, or another environment has or had it.
        """
        await keys.set_key(self._offices[environment], key)

    async def new_key(
        self, environment: str, former_valid_for: timedelta = rules.FORMER_KEY_VALID_FOR
    ) -> str:
        """Make the environment's key, and return it; former ones end after that time at most."""
        return await keys.new_key(self._offices[environment], former_valid_for)

    async def keys(self, environment: str) -> Sequence[ApiKey]:
        """Return the environment's keys, newest first, also those that are no longer valid."""
        return await keys.known_keys(self._offices[environment])

    async def current_key(self, environment: str) -> str | None:
        """Return the key that signs the environment's webhooks, or None while it has none.

        Raises:
            SealBroken: it was sealed with another secret.
        """
        return await keys.current_key(self._offices[environment])

    async def end_key(self, environment: str, number: int) -> None:
        """Let a key be refused from now on.

        Raises:
            NotFoundError: the environment has no valid key of this number.
        """
        await keys.end_key(self._offices[environment], number)

    async def set_webhook(
        self, environment: str, url: str | None, events: Iterable[str] | None = None
    ) -> None:
        """Send webhooks to `url` from now on (None: nowhere), also those that already wait.

        Raises:
            ValueError: the URL is not HTTPS, or an event is unknown.
        """
        await webhooks.set_webhook(self._offices[environment], WebhookSettings.of(url, events))

    async def webhook(self, environment: str) -> WebhookSettings:
        """Return where the environment's webhooks go, and which."""
        return await webhooks.get_webhook(self._offices[environment])

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
        """Add a rider who is active at once, and return the uuid.

        Raises:
            RefusedError: a rider of the environment has the e-mail address already.
        """
        rider = await riders.register_rider(
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
        await dashboard.mark_failed(self._offices[environment], delivery_uuid, note)

    async def decline(self, environment: str, delivery_uuid: str, note: str) -> None:
        """Decline a delivery before its parcel is picked up, and tell why.

        Raises:
            NotFoundError: there is no such delivery.
            RefusedError: the parcel has been picked up, or the delivery is over.
        """
        await dashboard.decline(self._offices[environment], delivery_uuid, note)

    async def resend_codes(self, environment: str, delivery_uuid: str) -> list[Stage]:
        """Text new codes for the hand-overs to come, and return those; former codes are void.

        Raises:
            NotFoundError: there is no such delivery.
            RefusedError: the delivery is over, or nobody to tell has a phone number.
        """
        return await dashboard.resend_codes(self._offices[environment], delivery_uuid)
