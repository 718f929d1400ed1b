"""What a day's usual things cost in a whole town: bot, fleet service and Telegram together."""

import re
import ssl
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import asdict
from pathlib import Path

import httpx
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from bot.base.http.server import Server
from bot.demo.town import ENVIRONMENT, Town
from bot.fleet import StatusToken
from bot.service.operations.webhook_administration import set_webhook
from bot.service.vault import QUEUE_VAULT
from tests.counted.kept import Figures
from tests.counted.statements import counted
from tests.effort import CountedBusiness, receive, so_far
from tests.support.business import SENDER
from tests.support.clock import ManualClock
from tests.support.held_requests import HeldRequests
from tests.support.recorder import Recorder
from tests.support.sql import listening

UPDATES = ("/help", "/me", "/deliveries", "/board", "hello")

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_BASE = f"/{ENVIRONMENT}/api/v1"
_SIGNATURE = "x-service-signature"


class TownInTurn(Town):
    """A town whose bot has ended what it was about before a webhook tells it of that.

    Whether the answer to a request comes first, or the webhook about the same change, is chance
    otherwise; what comes second leads to less, as it says nothing new.
    """

    door: HeldRequests

    async def idle(self) -> None:
        await self.telegram.idle()
        assert self.bot is not None
        await self.bot.idle()
        self.door.let_go()
        await super().idle()
        self.door.hold()


@asynccontextmanager
async def _running(folder: Path) -> AsyncIterator[tuple[CountedBusiness, Recorder]]:
    """Run a business in which webhooks go through a door that can be held."""
    asked, clock = Recorder(), ManualClock()
    async with AsyncExitStack() as stack:
        town = TownInTurn(folder, clock=clock, around_fleet=asked.around)
        await stack.enter_async_context(town)
        context = ssl.create_default_context(cafile=town.certificates.authority)
        http = httpx.AsyncClient(verify=context, trust_env=False)
        await stack.enter_async_context(http)

        async def pass_on(scope: Scope, receive: Receive, send: Send) -> None:
            request = Request(scope, receive)
            body = await request.body()
            signature = {_SIGNATURE: request.headers[_SIGNATURE]}
            answer = await http.post(town.events_url, content=body, headers=signature)
            await Response(status_code=answer.status_code)(scope, receive, send)

        town.door = HeldRequests()
        files = {"certfile": town.certificates.certificate, "keyfile": town.certificates.key}
        server = await stack.enter_async_context(Server(town.door.around(pass_on), **files))
        await set_webhook(town.service.environment(ENVIRONMENT), f"{server.url}/events")
        await town.start_bot()
        business = CountedBusiness(town, clock)
        await business.open()
        yield business, asked


async def count() -> Figures:
    """Play one thing after the other in one town, and count each."""
    with tempfile.TemporaryDirectory(prefix="handover-counted-") as folder:
        async with _running(Path(folder)) as (business, asked):
            return await _played(business, asked)


async def _played(business: CountedBusiness, asked: Recorder) -> Figures:
    figures: Figures = {}

    @contextmanager
    def counting(what: str) -> Iterator[None]:
        with _counting(business, asked, figures, what):
            yield

    await business.joins_by_phone(business.bola)
    with counting("delivery"):
        await business.order()
        await receive(business)
        await business.presses(business.bola, "5 ⭐")
    delivery = await business.accepted()
    code = business.code(delivery.order_number, SENDER)
    with counting("event"):
        shop, token = business.town.shop, StatusToken.IN_TRANSIT
        await shop.update_status(delivery.uuid, token, pickup_code=code)
        await business.town.idle()
    for words in UPDATES:
        with counting(words):
            await business.says(business.owner, words)
        if words == "/board":
            with counting("press"):
                await business.presses(business.owner, "Refresh")
    with counting("five quiet minutes"):
        await business.later(minutes=5)
    return figures


@contextmanager
def _counting(
    business: CountedBusiness, asked: Recorder, figures: Figures, what: str
) -> Iterator[None]:
    """Count all that happens while the block lasts, under a name."""
    telegram = business.town.telegram
    people = {"dispatcher": business.owner, "rider": business.musa, "customer": business.bola}
    calls, requests = len(telegram.calls), len(asked.requests)
    before = {who: so_far(business, person) for who, person in people.items()}
    with listening() as heard:
        yield
    of_service = [each for each in heard if each.transaction.vault is QUEUE_VAULT]
    of_bot = [each for each in heard if each.transaction.vault is not QUEUE_VAULT]
    for program, statements in {"bot": of_bot, "fleet service": of_service}.items():
        for kind, found in counted(statements).items():
            figures[what, program, kind] = found
    figures[what, "Bot API calls"] = Counter(call.method for call in telegram.calls[calls:])
    figures[what, "fleet requests"] = Counter(
        _UUID.sub("{uuid}", request.replace(_BASE, "")) for request in asked.requests[requests:]
    )
    for who, person in people.items():
        cost = so_far(business, person) - before[who]
        figures[what, who] = {name: figure for name, figure in asdict(cost).items() if figure}
