"""The fleet service as Python: one method per endpoint, typed in and out."""

import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import partial
from typing import Self, TypeVar

from bot.fleet import endpoints
from bot.fleet.booking_link import BookingLink, read_booking_link
from bot.fleet.delivery import (
    Delivery,
    DeliveryCounts,
    DeliveryPage,
    join,
    read_deliveries,
    read_delivery,
    read_delivery_page,
)
from bot.fleet.endpoints import Body, Endpoint
from bot.fleet.errors import NotFound, Refused, Unreadable
from bot.fleet.fields import ids_in_capitals, is_uuid, with_ids_in_capitals
from bot.fleet.pagination import (
    SWEEP_PAGE,
    Listed,
    Page,
    all_pages,
    check_page,
    join_pages,
    page_of_smaller,
    pages_up_to,
    read_page,
    read_several,
)
from bot.fleet.queries import DeliveryQuery, HistoryQuery, RiderQuery
from bot.fleet.readings import Learned, Readings
from bot.fleet.requests import DeliveryEdit, NewDelivery
from bot.fleet.retries import patiently
from bot.fleet.rider import Rider, RiderPage, merge_riders, read_rider, read_rider_page
from bot.fleet.service_profile import READINGS, NoWish, Profile
from bot.fleet.vocabulary import FilterToken, StatusToken
from bot.fleet.wire import Wire
from bot.identifiers import DeliveryUuid, RiderUuid

T = TypeVar("T")
Thing = TypeVar("Thing", Delivery, Rider)

ReadPage = Callable[[object, int], Listed | None]


class FleetClient:
    """One account at one fleet service.

    Reads are tried up to `read_attempts` times, writes only once. Every method raises
    `FleetError`; a malformed id for a path is `NotFound` without a request. `profile` says how the
    service reads the contract, and lists find out what it leaves open; `elapsed` times that.
    """

    def __init__(
        self,
        wire: Wire,
        profile: Profile | None = None,
        *,
        read_attempts: int = 3,
        elapsed: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wire = wire
        self._profile = profile or Profile()
        self._readings = Readings(self._profile, elapsed)
        self._read_attempts = read_attempts

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._wire.aclose()

    def guarded(self, check: Callable[[], None]) -> "FleetClient":
        """Return this client for somebody who may lose the right to ask: `check` then raises."""
        guarded = copy(self)
        guarded._wire = self._wire.guarded(check)
        return guarded

    @property
    def learned(self) -> Learned:
        """The service's reading of the contract, as far as known; setting it saves requests."""
        return self._readings.learned

    @learned.setter
    def learned(self, learned: Learned) -> None:
        self._readings.learned = learned

    @property
    def spelt(self) -> Mapping[str, str]:
        """The parameters that the service takes in another spelling, each with an example."""
        return self._readings.spellings.examples

    @property
    def suspected_settings(self) -> Collection[str]:
        """The settings that refused changes seem to need."""
        return frozenset(self._readings.suspected.values())

    # Deliveries

    async def create_delivery(self, new: NewDelivery) -> list[Delivery]:
        """Create a delivery per receiver (contract: Endpoints, 1)."""
        body = self._profile.completed(new.body())
        created = read_deliveries(await self._write(endpoints.CREATE_DELIVERY, body=body))
        if not created:
            raise Unreadable("The fleet service names none of the deliveries it created.")
        return list(created)

    async def update_delivery(self, delivery_uuid: DeliveryUuid, edit: DeliveryEdit) -> Delivery:
        """Replace the data of a delivery (contract: Endpoints, 2)."""
        body = self._profile.completed(edit.body())
        data = await self._write(endpoints.UPDATE_DELIVERY, delivery_uuid, body)
        return _the_one(delivery_uuid, read_deliveries(data))

    async def assign(
        self, rider_uuid: RiderUuid, delivery_uuids: Sequence[DeliveryUuid]
    ) -> list[Delivery]:
        """Give deliveries to a rider (contract: Endpoints, 3); the answer may lack some."""
        body = {"delivery_uuid": list(delivery_uuids)}
        assigned = read_deliveries(await self._write(endpoints.ASSIGN, rider_uuid, body))
        if not assigned:
            raise Unreadable("The fleet service names none of the deliveries that it assigned.")
        return list(assigned)

    async def get_delivery(self, delivery_uuid: DeliveryUuid) -> Delivery:
        """Fetch one delivery (contract: Endpoints, 4), also out of a list."""
        data = await self._look_up(endpoints.GET_DELIVERY, delivery_uuid)
        deliveries = read_deliveries(data)
        listed = None if deliveries else read_delivery_page(data, asked=1)
        return _the_one(delivery_uuid, listed.page.items if listed else deliveries)

    async def list_deliveries(self, query: DeliveryQuery) -> DeliveryPage:
        """List deliveries (contract: Endpoints, 5).

        If the service requires a status, each status is asked for by itself, from its first page
        on: the result is a page of all of them together, newest first.
        """

        async def ask(requests: list[Body]) -> DeliveryPage:
            if len(requests) == 1:
                return await self._delivery_page(requests[0], query.page)
            lists = [
                await pages_up_to(partial(self._delivery_page, each), query.page)
                for each in requests
            ]
            return join(lists, query.page, query.per_page)

        return await self._readings.ask(endpoints.LIST_DELIVERIES, query.requests, ask)

    def deliveries(self, query: DeliveryQuery) -> AsyncIterator[Delivery]:
        """Yield the deliveries of all pages of a list; `query.page` is ignored.

        If each status is asked for by itself, they are in no order.
        """

        async def page(number: int) -> Page[Delivery]:
            async def ask(requests: list[Body]) -> Page[Delivery]:
                return join_pages(
                    [(await self._delivery_page(each, number)).page for each in requests],
                    lambda delivery: delivery.uuid,
                )

            say = query.model_copy(update={"page": number}).requests
            return await self._readings.ask(endpoints.LIST_DELIVERIES, say, ask)

        return all_pages(page)

    async def update_status(
        self,
        delivery_uuid: DeliveryUuid,
        status: StatusToken,
        *,
        pickup_code: str | None = None,
        dropoff_code: str | None = None,
        note: str | None = None,
    ) -> Delivery:
        """Move a delivery on (contract: Endpoints, 6); empty fields are not sent.

        An unknown label counts as the status that was asked for. No error repeats a code, even if
        the service's own message did.
        """
        body = {
            "delivery_uuid": delivery_uuid,
            "status": status.value,
            "pickup_otp": pickup_code or None,
            "dropoff_otp": dropoff_code or None,
            "note": note or None,
        }
        codes = tuple(code for code in (pickup_code, dropoff_code) if code)
        data = await self._write(endpoints.UPDATE_STATUS, body=body, secrets=codes)
        moved = _the_one(delivery_uuid, read_deliveries(data))
        # The contract does not show which label answers a status: an unknown one stands for it.
        return moved.labelled(status.state)

    # Riders

    async def create_rider(
        self, emails: Sequence[str], commission_value: int, commission_type: str = "commission"
    ) -> list[Rider]:
        """Invite riders by e-mail (contract: Endpoints, 7); the answer may name only one."""
        body = {
            "rider_emails": list(emails),
            "commission_value": commission_value,
            "commission_type": commission_type,
        }
        invited = read_several(await self._write(endpoints.CREATE_RIDER, body=body), read_rider)
        if not invited:
            raise Unreadable("The fleet service names none of the riders it invited.")
        return list(invited)

    async def list_riders(self, query: RiderQuery) -> RiderPage:
        """List riders (contract: Endpoints, 8)."""

        async def ask(requests: list[Body]) -> RiderPage:
            pages = [
                await self._page(endpoints.LIST_RIDERS, each, query.page, read_rider_page)
                for each in requests
            ]
            return merge_riders(pages)

        return await self._readings.ask(endpoints.LIST_RIDERS, query.requests, ask)

    def riders(self, query: RiderQuery) -> AsyncIterator[Rider]:
        """Yield the riders of all pages of a list; `query.page` is ignored."""

        async def page(number: int) -> Page[Rider]:
            return (await self.list_riders(query.model_copy(update={"page": number}))).page

        return all_pages(page)

    async def all_riders(self, *, with_invited: bool = False) -> list[Rider]:
        """List all riders, with what each one carries.

        `with_invited`: also those invited whom a service leaves out of the list, all of them marked
        (contract: Endpoints, 8, `pending_invites`).
        """
        listed = {one.uuid: one async for one in self.riders(RiderQuery(per_page=SWEEP_PAGE))}
        if not with_invited:
            return [*listed.values()]
        query = RiderQuery(pending_invites=True, with_ongoing=False, per_page=SWEEP_PAGE)
        try:
            invited = {one.uuid: one async for one in self.riders(query)}
        except Refused:
            invited = {}
        if any(rider.active for rider in invited.values()):
            # Active riders show that the service ignores the wish, or lists all others with it.
            # Then only the riders that it does not list without the wish are invited.
            invited = {uuid: one for uuid, one in invited.items() if uuid not in listed}
        return [
            one.model_copy(update={"is_invited": True}) if uuid in invited else one
            for uuid, one in {**invited, **listed}.items()
        ]

    async def get_rider(self, rider_uuid: RiderUuid) -> Rider:
        """Fetch one rider (contract: Endpoints, 9)."""
        data = await self._look_up(endpoints.GET_RIDER, rider_uuid)
        return _the_one(rider_uuid, [_readable(read_rider(data))])

    async def rider_history(self, rider_uuid: RiderUuid, query: HistoryQuery) -> Page[Delivery]:
        """List what a rider has delivered (contract: Endpoints, 10)."""

        def read(raw: object, asked: int) -> DeliveryPage | None:
            page = read_page(raw, read_delivery, asked)
            return None if page is None else DeliveryPage(page=page, counts=DeliveryCounts())

        body, number = query.parameters(), query.page
        return (await self._page(endpoints.RIDER_HISTORY, body, number, read, rider_uuid)).page

    def rider_deliveries(
        self, rider_uuid: RiderUuid, query: HistoryQuery
    ) -> AsyncIterator[Delivery]:
        """Yield the deliveries of all pages of a rider's history; `query.page` is ignored."""

        async def page(number: int) -> Page[Delivery]:
            wanted = query.model_copy(update={"page": number})
            return await self.rider_history(rider_uuid, wanted)

        return all_pages(page)

    async def change_rider_status(self, rider_uuid: RiderUuid, *others: RiderUuid) -> Rider:
        """Activate or remove riders (contract: Endpoints, 11); return the first as changed.

        It may be a toggle: read the rider before, and check the result.
        """
        body = {"rider_uuids": [rider_uuid, *others]}
        data = await self._write(endpoints.CHANGE_RIDER_STATUS, rider_uuid, body)
        return _the_one(rider_uuid, [_readable(read_rider(data))])

    async def get_booking_link(self, link_code: str) -> BookingLink:
        """Fetch a business's booking link (contract: Endpoints, 12)."""
        data = await self._look_up(endpoints.GET_BOOKING_LINK, link_code)
        return _readable(read_booking_link(data))

    # How

    async def greet(self) -> None:
        """Make one small request to see whether the service answers; a refusal counts as well."""
        reading = READINGS[self._readings.known(endpoints.LIST_RIDERS) or NoWish.EMPTY]
        small, *_ = RiderQuery(per_page=1, with_ongoing=False).requests(reading)
        with suppress(Refused):
            await self._ask(endpoints.LIST_RIDERS, body=small)

    async def _read(
        self, endpoint: Endpoint, parameter: str = "", body: Body | None = None
    ) -> object:
        return await patiently(self._read_attempts, lambda: self._ask(endpoint, parameter, body))

    async def _write(
        self,
        endpoint: Endpoint,
        parameter: str = "",
        body: Body | None = None,
        *,
        secrets: tuple[str, ...] = (),
    ) -> object:
        """Ask once for a change, in the form that the profile gives for this service."""
        # Only once: the contract has no key by which a service could recognise a repeated change.
        suspected, taken = self._readings.suspected, self._profile.as_taken(endpoint)
        ask = partial(self._ask, taken, parameter, secrets=secrets)
        try:
            data = await self._readings.spellings.ask(endpoint, body or {}, ask)
        except Refused as refused:
            setting = self._profile.suspected(endpoint, body or {}, refused)
            if setting is not None:
                suspected[endpoint.template] = setting
            raise
        suspected.pop(endpoint.template, None)
        return data

    async def _look_up(self, endpoint: Endpoint, named: str) -> object:
        """Read the record that the path names; any refusal means that there is no such record."""
        try:
            return await self._read(endpoint, named)
        except Refused as refused:
            if self._readings.ids_in_capitals is None and is_uuid(named):
                with suppress(Refused):
                    return await self._read(endpoint, named.upper())
            raise NotFound(refused.message, refused.fields) from None

    async def _ask(
        self,
        endpoint: Endpoint,
        parameter: str = "",
        body: Body | None = None,
        *,
        secrets: tuple[str, ...] = (),
    ) -> object:
        """Ask once, with ids in this service's own case: some compare them letter by letter."""
        readings = self._readings
        if readings.ids_in_capitals:
            parameter = str(with_ids_in_capitals(parameter))
            body = body and {name: with_ids_in_capitals(value) for name, value in body.items()}
        data = await self._wire.ask(endpoint, parameter, body, secrets=secrets)
        if readings.ids_in_capitals is None:
            readings.ids_in_capitals = ids_in_capitals(data)
        return data

    async def _delivery_page(self, body: Body, number: int) -> DeliveryPage:
        listed = await self._page(endpoints.LIST_DELIVERIES, body, number, read_delivery_page)
        status = body.get("delivery_status")
        return listed.labelled(FilterToken(str(status)).state) if status else listed

    async def _page(
        self, endpoint: Endpoint, body: Body, number: int, read: ReadPage[Listed], named: str = ""
    ) -> Listed:
        """Read a page of a list, made of smaller ones if the service gives no larger ones."""
        spellings, wanted = self._readings.spellings, int(str(body["per_page"]))

        async def ask(numbered: Body, number: int) -> Listed:
            data = await spellings.ask(endpoint, numbered, partial(self._read, endpoint, named))
            listed = _readable(read(data, number))
            check_page(listed.page, number, numbered["per_page"])
            return listed

        async def in_pages_of(size: int) -> Listed:
            fetch = partial(spellings.turned, endpoint, {**body, "per_page": str(size)}, ask)
            if size == wanted:
                return await fetch(number)
            return await page_of_smaller(fetch, number, wanted, size)

        return await spellings.page_of(endpoint, wanted, in_pages_of)


def _readable(found: T | None) -> T:
    if found is None:
        raise Unreadable("The answer of the fleet service lacks what was asked for.")
    return found


def _the_one(uuid: str, found: Iterable[Thing]) -> Thing:
    return _readable(next((each for each in found if each.uuid == uuid.lower()), None))
