"""The page with the phones of a town, served until it is stopped."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text
from starlette.types import ASGIApp

from bot.base.clock import Clock
from bot.base.http.server import check_port, server_on
from bot.demo.fleet_account import register_riders
from bot.demo.forward_clock import ForwardClock
from bot.demo.show import temporary_town
from bot.demo.story import PHONES, Cast, cast
from bot.demo.strip import Strip
from bot.demo.tour import Tour
from bot.demo.town import Town
from bot.demo.town_site import TownSite
from bot.local_telegram.control import ControlSite, EventLog
from bot.texts.catalogues import ENGLISH


@dataclass(frozen=True, slots=True)
class ShownTown:
    """A town with its page. Serve `asgi`, and close `log` before the server stops."""

    town: Town
    people: Cast
    asgi: ASGIApp
    log: EventLog
    tour: Tour


@asynccontextmanager
async def shown(
    town: Town, clock: ForwardClock, *, tour_clock: Clock | None = None, language: str = ENGLISH
) -> AsyncIterator[ShownTown]:
    """Start a town that was made with `clock`, its bot, and the watch of its strip."""
    people, log = cast(town, language), EventLog()
    strip = Strip(town, clock, log, dict(PHONES))
    tour = Tour(town, people, log, tour_clock or clock)
    page = TownSite(town, people, clock, log, strip, tour, language)
    site = ControlSite(town.telegram, log, page)
    async with town:
        await register_riders(town)  # so that a person who plays by hand has riders, too
        await town.start_bot()
        watching = asyncio.create_task(strip.run(), name="strip")
        try:
            yield ShownTown(town, people, site.asgi, log, tour)
        finally:
            await tour.close()
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching


async def serve_demo(console: Console, port: int, language: str, *, with_tour: bool) -> None:
    """Serve the page of a town on a port (0: any) until cancelled.

    `with_tour` begins the tour when somebody opens the page.

    Raises:
        PortTaken: another program has the port; nothing was started.
    """
    check_port(port)
    clock = ForwardClock()
    with temporary_town(clock) as town:
        plays = "a delivery plays by itself" if with_tour else "nothing plays by itself"
        console.print(f"A town is being started. Its page shows three phones; {plays}.")
        async with (
            shown(town, clock, language=language) as page,
            server_on(page.asgi, port=port) as server,
        ):
            console.print(Text(f"Open {server.url}/ in a browser; Ctrl-C ends it.", style="bold"))
            try:
                await page.log.wait_for_reader()
                if with_tour:
                    await page.tour.play()
                await asyncio.Event().wait()
            finally:
                # Otherwise the open streams of events would delay the server's stop.
                page.log.close()
