"""The booking page of each environment: form, then price, then the delivery."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from math import ceil
from typing import Any
from uuid import uuid4

import phonenumbers
from pydantic import AwareDatetime, BaseModel
from starlette.responses import Response
from starlette.routing import Mount

from bot.base.vault import SealBroken
from bot.service.environment import Environment
from bot.service.errors import NotFoundError
from bot.service.operations.book import (
    Booker,
    book,
    booking_hash,
    find_booking,
    prove,
    takes_code,
    text_new_code,
)
from bot.service.operations.find import get_delivery
from bot.service.operations.tell import waits_for_its_day
from bot.service.pages.booking.form import Order, read_order
from bot.service.pages.failures import FormRefusedError, page_app
from bot.service.pages.rendering import running_scripts
from bot.service.pages.visits import Flash, Pages, Visit
from bot.service.pricing import price, road_km
from bot.service.records import international
from bot.service.rules.bookings import (
    BOOKER_KNOWN_FOR,
    BOOKING_CODE_TRIES,
    FARTHEST_DAY,
    QUOTE_VALID_FOR,
)
from bot.service.settings import BookingSettings
from bot.service.store.booking_rows import MADE, BookingState
from bot.service.vocabulary import CreationMode

_WRONG_CODE = Flash(words="That is not the code that we have texted.", wrong=True)
_UNKNOWN_WAY = "Please write the coordinates of both places: the price goes by distance."


class Quote(BaseModel):
    """An order at a price that was shown; sealed in a form, nobody can change it."""

    uuid: str
    order: Order
    price: int | None
    kilometres: str | None
    until: AwareDatetime


class BrowserMark(BaseModel):
    """Since when a browser is known to have a phone, whose code was given in it."""

    since: AwareDatetime


@dataclass(frozen=True)
class BookingPage:
    """The pages of one environment's booking link."""

    environment: Environment

    async def ask(self, visit: Visit) -> Response:
        return self._form(visit, {}, {})

    async def quote(self, visit: Visit) -> Response:
        """Show the price of an order, or what is wrong with it."""
        booking = self._booking(visit)
        if visit.form.get("website"):  # No person sees this field.
            raise FormRefusedError
        countries = booking.countries or (self._region,)
        order = read_order(visit.form, self._region, countries, self._today)
        if not isinstance(order, Order):
            return self._form(visit, visit.form, order)
        if not booking.express_type:
            # A form that was shown before the settings changed can still ask for it.
            order = order.model_copy(update={"express": False})
        quote = self._quoted(booking, order)
        if quote.price is None and not booking.accept_unpriced:
            return self._form(visit, visit.form, {"receiver_place": _UNKNOWN_WAY})
        return self._summary(visit, quote)

    async def confirm(self, visit: Visit) -> Response:
        """Book the delivery that was shown, or show its price again where that is too old."""
        booking = self._booking(visit)
        try:
            sealed = bytes.fromhex(visit.form.get("quote", ""))
            quote = Quote.model_validate_json(self.environment.vault.open(sealed, self._place))
        except (ValueError, SealBroken) as error:
            raise FormRefusedError from error
        if "change" in visit.form:
            values = quote.order.model_dump(mode="json", exclude={"express"})
            typed = {name: str(value or "") for name, value in values.items()}
            # A browser leaves out a box that is not ticked.
            return self._form(visit, typed | ({"express": "1"} if quote.order.express else {}), {})
        if quote.until < self._now:
            return self._summary(visit, self._quoted(booking, quote.order))
        place = self._mark_of(booking_hash(self.environment, quote.order.sender_phone))
        proven_since = None
        # Nobody can make up a mark: it was sealed when the phone's code was given in this browser.
        with suppress(ValueError, SealBroken):
            mark = self.environment.vault.open(bytes.fromhex(visit.mark(place)), place)
            proven_since = BrowserMark.model_validate_json(mark).since
        if proven_since is not None and proven_since <= self._now - BOOKER_KNOWN_FOR:
            proven_since = None
        # All addresses that one person can have are counted as one.
        booker = Booker(visit.network, proven_since)
        confirmed = quote.order.confirmed(quote.price)
        await book(self.environment, booking, quote.uuid, confirmed, booker)
        return visit.go(f"{self._root(booking)}/{quote.uuid}")

    async def done(self, visit: Visit) -> Response:
        """Say what comes next; the address shows number and price alone."""
        booking = self._booking(visit)
        booked = await find_booking(self.environment, self._uuid(visit))
        if booked is not None and booked.state not in MADE:
            # It waits for the code that its booker was texted, or for a person.
            return visit.show(
                "booking/not_made.html",
                state=booked.state,
                tries=BOOKING_CODE_TRIES - booked.misses,
                takes_code=takes_code(booked, self._now),
                root=f"{self._root(booking)}/{booked.delivery_uuid}",
                **self._business,
            )
        delivery = await get_delivery(self.environment, self._uuid(visit))
        if delivery.creation_mode is not CreationMode.VIA_BOOKING:
            raise NotFoundError
        return visit.show(
            "booking/done.html",
            delivery=delivery,
            waits=waits_for_its_day(self.environment.business, delivery, self._now),
            link=self.environment.wording.link,
            **self._business,
        )

    async def prove(self, visit: Visit) -> Response:
        """Take the code that the booker was texted, and know this browser by it from now on."""
        typed = "".join(visit.form.get("code", "").split())
        phone = await prove(self.environment, self._booking(visit), self._uuid(visit), typed)
        answer = await self._asked(visit, _WRONG_CODE)
        if phone is not None:
            mark, place = BrowserMark(since=self._now), self._mark_of(phone)
            sealed = self.environment.vault.seal(mark.model_dump_json().encode(), place).hex()
            visit.mark_browser(answer, place, sealed, BOOKER_KNOWN_FOR)
        return answer

    async def text_again(self, visit: Visit) -> Response:
        """Text another code, or say from when on there can be one."""
        at = await text_new_code(self.environment, self._booking(visit), self._uuid(visit))
        if at is None:
            return await self._asked(visit, Flash(words="A new code is on its way."))
        minutes = ceil((at - self._now) / timedelta(minutes=1))
        words = f"There can be another code in {minutes} minute{'s' if minutes > 1 else ''}."
        return await self._asked(visit, Flash(words=words, wrong=True))

    async def _asked(self, visit: Visit, flash: Flash) -> Response:
        """Go to the page of a booking; what is said there is of use while it asks for a code."""
        uuid = self._uuid(visit)
        booking = await find_booking(self.environment, uuid)
        is_asked = booking is not None and booking.state == BookingState.PROVING
        root = self._root(self._booking(visit))
        return visit.go(f"{root}/{uuid}", flash if is_asked else None)

    def _uuid(self, visit: Visit) -> str:
        return str(visit.request.path_params["uuid"])

    def _mark_of(self, phone: bytes) -> str:
        return f"browsers in {self.environment.name} that have the phone {phone.hex()}"

    def _booking(self, visit: Visit) -> BookingSettings:
        booking = self.environment.booking
        code = visit.request.path_params["code"]
        if booking is None or booking.link_code != code or not booking.open:
            raise NotFoundError
        return booking

    @property
    def _now(self) -> datetime:
        return self.environment.clock.now()

    @property
    def _today(self) -> date:
        return self.environment.business.today(self._now)

    @property
    def _region(self) -> str:
        return phonenumbers.region_code_for_country_code(int(self.environment.business.phone_code))

    @property
    def _business(self) -> dict[str, Any]:
        business = self.environment.business
        phone = international(business.phone_code, business.phone_number)
        return {"business": business, "phone": phone}

    def _root(self, booking: BookingSettings) -> str:
        return f"/{self.environment.name}/book/{booking.link_code}"

    def _quoted(self, booking: BookingSettings, order: Order) -> Quote:
        ends = order.places if booking.pricing_model == "per_km" else None
        way = road_km(booking, *ends) if ends else None
        return Quote(
            uuid=str(uuid4()),
            order=order,
            price=price(booking, way, express=order.express),
            kilometres=None if way is None else str(way),
            until=self._now + QUOTE_VALID_FOR,
        )

    @property
    def _place(self) -> str:
        return f"quote of {self.environment.name}"

    def _summary(self, visit: Visit, quote: Quote) -> Response:
        sealed = self.environment.vault.seal(quote.model_dump_json().encode(), self._place).hex()
        root = self._root(self._booking(visit))
        return visit.show(
            "booking/summary.html", quote=quote, sealed=sealed, root=root, **self._business
        )

    def _form(self, visit: Visit, typed: Mapping[str, str], wrong: Mapping[str, str]) -> Response:
        booking = self._booking(visit)
        page = visit.show(
            "booking/form.html",
            422 if wrong else 200,
            booking=booking,
            root=self._root(booking),
            today=self._today.isoformat(),
            farthest=(self._today + FARTHEST_DAY).isoformat(),
            typed=typed,
            wrong=wrong,
            **self._business,
        )
        return running_scripts(page)


def booking_pages(
    environments: Sequence[Environment], public_url: Callable[[], str]
) -> list[Mount]:
    """Make the booking page of each environment, under `/<environment>/book`."""
    mounts = []
    for environment in environments:
        pages = Pages("book", environment.vault, public_url, environment.clock)
        page = BookingPage(environment)
        routes = [
            pages.get("/{code}", page.ask),
            pages.post("/{code}", page.quote),
            pages.post("/{code}/confirm", page.confirm),
            pages.get("/{code}/{uuid:uuid}", page.done),
            pages.post("/{code}/{uuid:uuid}/code", page.prove),
            pages.post("/{code}/{uuid:uuid}/again", page.text_again),
        ]
        mounts.append(Mount(f"/{environment.name}/book", page_app(routes)))
    return mounts
