"""What the chats show and ask for, proven by a day in a town whose fleet service tells canaries."""

import ssl
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from starlette.applications import Starlette
from starlette.routing import Route

from bot.base.http.server import Server
from bot.demo.certificates import Certificates
from bot.demo.town import Town
from tests.contract.table.canaries import FLIPS, PICTURES, as_read
from tests.contract.table.disguise import Disguise, Relay
from tests.contract.table.fields import Field, answered
from tests.contract.table.steps import DAY, LOOKS, Step
from tests.support.business import Business
from tests.support.clock import ManualClock
from tests.support.fleet_readings import FleetReading, email_of_sender

Seen = Mapping[str, list[str]]
"""What was said, by the role of those to whom it was said."""
WANTS_EMAIL = FleetReading((email_of_sender,))
"""Takes "required" at its word: a sender has an e-mail address, or the person is asked for one."""
_ROLES = ("dispatcher", "rider", "customer")


class Watched:
    """A business of which every step is watched: what it asked for, and what it made people see."""

    def __init__(self, business: Business, disguise: Disguise) -> None:
        self.business = business
        self.disguise = disguise
        self.cells: defaultdict[Field, dict[str, None]] = defaultdict(dict)
        people = (business.owner, business.musa, business.bola)
        self._roles = {str(person.id): role for person, role in zip(people, _ROLES, strict=True)}

    async def take(self, step: Step) -> None:
        """Let somebody do something; what it asks the service for is asked by that."""
        self.disguise.asked.clear()
        seen = await self.seen(step)
        for field in self.disguise.asked if step.by_bot else ():
            self.cells[field][step.name] = None
        for field, canary in self.disguise.canaries.known.items():
            for role, texts in seen.items():
                if canary.is_in(texts):
                    self.cells[field][f"{step.name} ({role})"] = None

    async def reveal(self, step: Step) -> None:
        """Look without something and then with it: pictures are fetched, and no words of theirs."""
        usual = await self.words(step)
        self.disguise.late -= step.reveals
        other = await self.words(step)
        fields = [each for each in self.disguise.canaries.known if each.last in step.reveals]
        self._note_differences(fields, step, usual, other)

    def _note_differences(
        self, fields: Iterable[Field], step: Step, usual: Seen, other: Seen
    ) -> None:
        for role in _ROLES:
            if other.get(role) != usual.get(role):
                for field in fields:
                    self.cells[field][f"{step.name} ({role})"] = None

    async def words(self, step: Step) -> Seen:
        """Return the words alone, without what differs whenever something is said again."""
        return await self.seen(step, ("text", "caption", "rich_message"))

    async def seen(self, step: Step, arguments: Iterable[str] | None = None) -> Seen:
        """Return what each role gets to read by a step."""
        calls = self.business.town.telegram.calls
        before = len(calls)
        await step.act(self.business)
        await self.business.town.idle()
        found: defaultdict[str, list[str]] = defaultdict(list)
        for call in calls[before:]:
            told = call.arguments
            said = "\n".join(told.get(name, "") for name in arguments or told)
            if role := self._roles.get(call.arguments.get("chat_id", "")):
                found[role] += as_read(said)
        return found

    async def compare(self, step: Step, fields: Iterable[Field]) -> None:
        """Look again and again, each time with another field telling otherwise."""
        await step.act(self.business)
        usual = await self.words(step)
        assert await self.words(step) == usual, f"{step.name} never says the same twice"
        for field in fields:
            self.disguise.flipped = field
            self._note_differences([field], step, usual, await self.words(step))
            # Cards that have followed it go back, so that the next field is compared alone.
            self.disguise.flipped = None
            await step.act(self.business)


async def chat_column(folder: Path) -> Mapping[Field, str]:
    """Play the day, and look at things with one field after the other telling otherwise."""
    async with _watched(folder) as watched:
        for step in DAY:
            await (watched.reveal(step) if step.reveals else watched.take(step))
        for place, look in LOOKS.items():
            flips = [each for each in answered() if each.place == place and each.last in FLIPS]
            await watched.compare(look, [each for each in flips if each not in watched.cells])
        return {field: ", ".join(steps) for field, steps in watched.cells.items()}


@asynccontextmanager
async def _watched(folder: Path) -> AsyncIterator[Watched]:
    clock, disguise = ManualClock(), Disguise()
    certificates = Certificates.make(folder)
    trusted = ssl.create_default_context(cafile=certificates.authority)
    town = Town(
        folder,
        clock=clock,
        certificates=certificates,
        around_fleet=lambda app: disguise.around(WANTS_EMAIL.around(app)),
        changed_settings={"business": {"photo_hosts": [PICTURES]}},
    )
    async with httpx.AsyncClient(verify=trusted, trust_env=False) as http:
        relay = Relay(disguise, town.events_url, town.api_key, http)
        door = Starlette(routes=[Route("/fleet", relay.answer, methods=["POST"])])
        files = {"certfile": certificates.certificate, "keyfile": certificates.key}
        async with Server(door, **files) as server:
            town.events_url = f"{server.url}/fleet"
            async with town:
                yield await _opened(town, clock, disguise)


async def _opened(town: Town, clock: ManualClock, disguise: Disguise) -> Watched:
    """Let people be known by their true numbers, and put the disguise on."""
    await town.start_bot()
    business = Business(town, clock)
    business.sender_email = "ada@kitchen.example"
    await business.open()
    await business.joins_by_phone(business.bola)
    disguise.on = True
    return Watched(business, disguise)
