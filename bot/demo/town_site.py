"""The part of the page that concerns the town: its strip, its switches, and the tour."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Annotated, Any

from babel import Locale
from pydantic import Field, StringConstraints
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.demo.forward_clock import ForwardClock
from bot.demo.lagos import PHONE_CODE, Lagos, e164
from bot.demo.story import Cast
from bot.demo.strip import Strip
from bot.demo.tour import Tour, TourCommand
from bot.demo.town import ENVIRONMENT, Town
from bot.fleet import FleetError
from bot.local_telegram import LocalUser
from bot.local_telegram.control import ControlBody, EventLog, NotDone, read_json
from bot.local_telegram.control.chat_json import user_json
from bot.service.operations.enrolment import register_rider
from bot.texts.catalogues import languages, sentences_in
from bot.texts.words import phrase

_MOST_RIDERS = 50
_ENOUGH_RIDERS = phrase("There are riders enough. Work with those.")
_FLEET_IS_AWAY = phrase("Switch the delivery system on first.")
_SAID_BY = ("bot/demo/", "bot/local_telegram/page/")
"""The folders whose sentences the page shows."""


class SwitchesWanted(ControlBody):
    fleet: bool | None = None
    telegram: bool | None = None


class HourPassed(ControlBody):
    pass


class RiderWanted(ControlBody):
    name: Annotated[
        str | None, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)
    ] = None


class OrdersWanted(ControlBody):
    count: Annotated[int, Field(ge=1, le=50)]


class LanguageWanted(ControlBody):
    language: str
    user_id: int | None = None


class TourWish(ControlBody):
    do: TourCommand


class TownSite:
    """Extends the page of the local Telegram by the town around it."""

    def __init__(
        self,
        town: Town,
        people: Cast,
        clock: ForwardClock,
        log: EventLog,
        strip: Strip,
        tour: Tour,
        language: str,
    ) -> None:
        self._town = town
        self._people = people
        self._clock = clock
        self._log = log
        self._strip = strip
        self._tour = tour
        self._language = language
        self._lagos = Lagos()
        self._riders = [people.rider]
        self._one_at_a_time = asyncio.Lock()

    def state(self) -> dict[str, Any]:
        people = self._people
        # Each language has its own name for itself, so that its speakers find it.
        spoken = [(code, Locale(code).get_display_name() or code) for code in languages()]
        return {
            "cast": {
                "dispatcher": people.dispatcher.id,
                "rider": people.rider.id,
                "customer": people.customer.id,
            },
            "riders": [rider.id for rider in self._riders],
            **self._strip.state(),
            "tour": self._tour.state(),
            "language": self._words(),
            "languages": [{"code": code, "name": name.capitalize()} for code, name in spoken],
        }

    def routes(self) -> Sequence[Route]:
        posts: dict[str, Callable[[Request], Awaitable[Response]]] = {
            "switches": self._switch,
            "hour": self._let_an_hour_pass,
            "riders": self._add_rider,
            "orders": self._make_orders,
            "tour": self._lead,
            "language": self._speak,
        }
        return [Route(f"/api/town/{path}", do, methods=["POST"]) for path, do in posts.items()]

    async def _switch(self, request: Request) -> Response:
        wish = await read_json(request, SwitchesWanted)
        if wish.telegram is not None:
            self._town.telegram.down = not wish.telegram
        async with self._one_at_a_time:
            # Under the lock: two clicks must not start the server of the fleet service twice.
            if wish.fleet is not None and wish.fleet != self._town.fleet_is_open:
                await (self._town.open_fleet() if wish.fleet else self._town.close_fleet())
        self._strip.look_at_switches()
        return JSONResponse(self._strip.switches())

    async def _let_an_hour_pass(self, request: Request) -> Response:
        await read_json(request, HourPassed)
        self._clock.let_pass(timedelta(hours=1))
        self._strip.look_at_switches()
        return JSONResponse(self._strip.switches())

    async def _add_rider(self, request: Request) -> Response:
        wish = await read_json(request, RiderWanted)
        if len(self._riders) >= _MOST_RIDERS:
            raise NotDone(409, _ENOUGH_RIDERS)
        name, phone = wish.name or self._lagos.name(), self._lagos.phone()
        await register_rider(
            self._town.service.environment(ENVIRONMENT),
            name=name,
            phone_code=PHONE_CODE,
            phone_number=phone,
            email=f"rider-{phone}@example.com",
        )
        first, _, last = name.partition(" ")
        # The new rider gets a Telegram account, and has not written to the bot yet.
        rider = self._town.telegram.add_user(
            first, last_name=last or None, phone=e164(phone), language_code=self._language
        )
        self._riders.append(rider)
        return JSONResponse(user_json(rider), status_code=201)

    async def _make_orders(self, request: Request) -> Response:
        wish = await read_json(request, OrdersWanted)
        orders = [self._lagos.order(self._clock.now().date()) for _ in range(wish.count)]
        for order in orders:
            shop = order.sender
            self._strip.names[e164(shop.phone_number)] = shop.name
            for receiver in order.receivers:
                self._strip.names[e164(receiver.phone_number)] = receiver.name
            try:
                await self._town.shop.create_delivery(order)
            except FleetError as error:
                raise NotDone(409, _FLEET_IS_AWAY) from error
        return JSONResponse({"count": wish.count}, status_code=201)

    async def _lead(self, request: Request) -> Response:
        wish = await read_json(request, TourWish)
        async with self._one_at_a_time:
            await self._tour.obey(wish.do)
        return JSONResponse(self._tour.state())

    async def _speak(self, request: Request) -> Response:
        """Change the language of one person, or of all people and of the page."""
        wish = await read_json(request, LanguageWanted)
        if wish.language not in languages():
            raise NotDone(400, f"Choose one of {', '.join(languages())}.")
        people = self._town.telegram.world.people.values()
        users = [user for user in people if isinstance(user, LocalUser)]
        for user in users:
            if wish.user_id in (None, user.id):
                user.language_code = wish.language
                # The bot remembers the language of a person who has written to it, so tell it.
                if user.messages:
                    user.write(f"/language {wish.language}")
        if wish.user_id is None:
            self._language = wish.language
            self._log.add("language", self._words())
        return JSONResponse({"language": wish.language})

    def _words(self) -> dict[str, Any]:
        """Return the page's language, with its sentences by their English text."""
        return {
            "code": self._language,
            "is_rtl": Locale(self._language).text_direction == "rtl",
            "sentences": sentences_in(self._language, _SAID_BY),
        }
