"""The page of the town: its strip, its switches, and the tour."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from bot.base.http.server import Server
from bot.demo.certificates import Certificates
from bot.demo.forward_clock import ForwardClock
from bot.demo.page_server import ShownTown, shown
from bot.demo.town import Town
from tests.local_telegram.control.served import events, page_client, read_until, sentence
from tests.support.clock import ManualClock
from tests.support.drawn_codes import DrawnCodes
from tests.support.patience import PATIENCE


class HastyClock(ManualClock):
    """A clock on which each wait for a moment is over at once."""

    async def wait(self, event: asyncio.Event, until: datetime | None) -> None:
        if until is None:
            await event.wait()
        elif until > self.now():
            self.advance(until - self.now())


class ShownPage:
    """A town with its page."""

    def __init__(self, shown_town: ShownTown, page: httpx.AsyncClient) -> None:
        self.town = shown_town.town
        self.people = shown_town.people
        self.log = shown_town.log
        self.page = page

    async def asks(self, what: str, **body: Any) -> Any:
        answer = await self.page.post(f"/api/town/{what}", json=body)
        assert answer.is_success, answer.text
        return answer.json()

    async def tour(self, command: str) -> dict[str, Any]:
        told: dict[str, Any] = await self.asks("tour", do=command)
        return told

    async def state(self) -> dict[str, Any]:
        state: dict[str, Any] = (await self.page.get("/api/state")).json()["town"]
        return state

    async def heard(
        self, kind: str, until: Callable[[dict[str, Any]], bool], since: int = 0
    ) -> dict[str, Any]:
        """Return what the first awaited event after one says."""
        async with asyncio.timeout(PATIENCE), events(self.page, since) as reading:
            found = await read_until(reading, lambda e: e.kind == kind and until(e.data))
            return found[-1].data

    async def tour_is(self, state: str, step: int | None = None, since: int = 0) -> dict[str, Any]:
        """Return the tour as it is once it has come there."""
        return await self.heard(
            "tour", lambda d: d["state"] == state and step in (None, d["step"]), since
        )


@pytest.fixture
async def page(town_folder: Path, certificates: Certificates) -> AsyncIterator[ShownPage]:
    clock = ForwardClock()
    town = Town(town_folder, clock=clock, certificates=certificates, draw=DrawnCodes())
    async with (
        shown(town, clock, tour_clock=HastyClock()) as shown_town,
        Server(shown_town.asgi) as server,
        page_client(server.url) as client,
    ):
        try:
            yield ShownPage(shown_town, client)
        finally:
            shown_town.log.close()


async def test_the_tour_plays_to_its_end_and_again_with_a_new_order(page: ShownPage):
    assert (await page.state())["tour"]["state"] == "waiting"
    await page.tour("play")
    done = await page.tour_is("done")
    assert done["step"] == done["steps"]
    since = page.log.last
    await page.tour("again")
    again = await page.tour_is("done", since=since)
    assert again["steps"] == done["steps"] - 3  # people have met by now
    delivered = [m for m in page.people.dispatcher.messages if "✅ Delivered" in m.text]
    assert len(delivered) >= 2


async def test_the_strip_tells_of_codes_webhooks_and_what_waits(page: ShownPage):
    await page.tour("play")
    sms = await page.heard("sms", lambda d: "Pickup code" in d["text"])
    assert (sms["to"], sms["phone"]) == ("the sender", "+2348040000001")
    webhook = await page.heard("webhook", lambda d: d["event"] == "delivery.completed")
    assert (webhook["status"], webhook["attempt"], webhook["signed"]) == (200, 1, True)
    state = await page.state()
    assert [each["n"] for each in state["webhooks"]] == sorted(e["n"] for e in state["webhooks"])
    assert webhook in state["webhooks"]
    assert sms in state["sms"]
    assert set(state["queue"]) == {
        "updates", "events", "fleet_requests", "notices", "photos", "dead", "fleet_webhooks",
    }  # fmt: skip


async def test_the_tour_is_taken_step_by_step_and_goes_on(page: ShownPage):
    assert (await page.tour("next"))["state"] == "paused"
    first = await page.tour_is("paused", 2)
    assert [m.text for m in page.people.dispatcher.messages if not m.from_bot] == ["/start"]
    assert page.people.rider.messages == []
    assert first["words"].format(**first["values"]).startswith("Musa")
    await page.tour("next")
    await page.tour_is("paused", 3)
    assert page.people.rider.messages != []
    await page.tour("play")
    await page.tour_is("done")


async def test_a_tour_that_was_paused_stays_where_it_is(page: ShownPage):
    await page.tour("play")
    await page.tour("pause")
    await page.town.idle()
    paused = (await page.state())["tour"]
    assert paused["state"] == "paused"
    await page.town.idle()
    assert (await page.state())["tour"]["step"] <= paused["step"] + 1
    await page.tour("play")
    await page.tour_is("done")


async def test_a_tour_is_taken_over_at_any_step_and_a_person_goes_on_by_hand(page: ShownPage):
    await page.tour("next")
    for step in range(2, 7):
        await page.tour_is("paused", step)
        await page.tour("next")
    await page.tour_is("paused", 7)
    assert (await page.tour("stop"))["state"] == "taken_over"
    dispatcher = page.people.dispatcher
    dispatcher.press("Assign")
    await page.town.idle()
    dispatcher.press("Musa")
    await page.town.idle()
    assert "A new job for you" in page.people.rider.last.text
    since = page.log.last
    await page.tour("again")
    await page.tour_is("done", since=since)


async def test_a_tour_that_does_not_find_what_should_happen_says_so(page: ShownPage):
    await page.tour("next")
    for step in (2, 3):
        await page.tour_is("paused", step)
        await page.tour("next")
    await page.tour_is("paused", 4)
    await page.asks("switches", fleet=False)
    await page.tour("play")
    broken = await page.tour_is("broken")
    assert broken["words"].startswith("“The shop's system creates a delivery")
    await page.asks("switches", fleet=True)
    since = page.log.last
    await page.tour("again")
    await page.tour_is("done", since=since)


async def test_the_tour_is_played_in_the_language_of_the_page(page: ShownPage):
    people = page.people.everyone
    await page.asks("language", language="pt")
    assert [person.messages for person in people] == [[], [], []]
    assert (await page.heard("language", lambda d: d["code"] == "pt"))["is_rtl"] is False
    await page.tour("play")
    done = await page.tour_is("done")
    words = (await page.state())["language"]["sentences"]
    assert words[done["title"]] == "E agora?"
    assert words[done["words"]].format(**done["values"])
    assert any("Olá" in message.text for message in people[0].messages)


async def test_who_has_said_hello_is_spoken_to_in_the_language_that_is_chosen(page: ShownPage):
    dispatcher, rider, _ = page.people.everyone
    dispatcher.write("/start")
    await page.town.idle()
    await page.asks("language", language="ar")
    await page.town.idle()
    assert [m.text for m in dispatcher.messages if not m.from_bot] == ["/start", "/language ar"]
    assert rider.messages == []
    await page.asks("language", language="fr", user_id=rider.id)
    spoken = [person.language_code for person in page.people.everyone]
    assert spoken == ["ar", "fr", "ar"]
    assert (await page.state())["language"]["code"] == "ar"
    added = (await page.page.post("/api/town/riders", json={})).json()
    assert added["language_code"] == "ar"


async def test_while_the_fleet_service_is_away_webhooks_wait_and_an_hour_brings_what_is_due(
    page: ShownPage,
):
    await page.town.stop_bot()  # whose door is shut for webhooks, then
    await page.asks("orders", count=1)
    missed = await page.heard("webhook", lambda d: d["event"] == "delivery.created")
    assert missed["status"] is None
    waiting = await page.heard("queue", lambda d: d["fleet_webhooks"] == 1)
    assert waiting["updates"] == 0
    await page.town.start_bot()
    before = page.town.clock.now()
    switches = await page.asks("hour")
    assert switches["hours_passed"] == 1
    assert page.town.clock.now() - before >= timedelta(hours=1)
    again = await page.heard("webhook", lambda d: d["attempt"] > 1 and d["status"] == 200)
    assert again["order"] == missed["order"]


async def test_switches_are_told_to_every_page(page: ShownPage):
    await page.asks("switches", fleet=False, telegram=False)
    told = await page.heard("switches", lambda d: not d["fleet"] and not d["telegram"])
    assert told == (await page.state())["switches"]
    assert page.town.telegram.down
    with pytest.raises(httpx.ConnectError):
        await page_client("https://127.0.0.1").get(page.town.fleet_url)
    refused = await page.page.post("/api/town/orders", json={"count": 1})
    assert "delivery system" in sentence(refused, 409)
    told = await page.asks("switches", fleet=True, telegram=True)
    assert (told["fleet"], told["telegram"]) == (True, True)


async def test_a_new_rider_says_hello_and_is_recognised_by_their_number(page: ShownPage):
    answer = await page.page.post("/api/town/riders", json={"name": "Kemi Bello"})
    assert answer.status_code == 201
    rider = answer.json()
    assert rider["first_name"] == "Kemi"
    assert rider["id"] in (await page.state())["riders"]
    bot_id = page.town.account.id
    chat = f"/api/users/{rider['id']}/chats/{bot_id}"
    await page.page.post(f"/api/users/{rider['id']}/start", json={"bot": "handover_demo_bot"})
    await page.town.idle()
    keyed = await page.page.post(f"{chat}/key", json={"row": 0, "column": 0})
    assert keyed.is_success
    await page.town.idle()
    kemi = page.town.telegram.world.people[rider["id"]]
    assert any("You ride here" in m.text for m in kemi.messages)  # type: ignore[attr-defined]
    another = await page.page.post("/api/town/riders", json={})
    assert another.status_code == 201


async def test_twenty_orders_come_at_once_from_several_shops(page: ShownPage):
    page.people.dispatcher.write("/start")
    await page.asks("orders", count=20)
    await page.town.idle()
    state = await page.state()
    assert len({sms["to"] for sms in state["sms"]}) > 3
    assert all(sms["to"] for sms in state["sms"])
    created = {w["order"] for w in state["webhooks"] if w["event"] == "delivery.created"}
    await page.heard("webhook", lambda d: created.add(d["order"]) or len(created) >= 20)


async def test_wrong_wishes_are_refused_with_a_sentence(page: ShownPage):
    for what, body in WRONG:
        sentence(await page.page.post(f"/api/town/{what}", json=body))


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("orders", {"count": 0}),
    ("orders", {"count": 51}),
    ("orders", {}),
    ("tour", {"do": "dance"}),
    ("tour", {}),
    ("switches", {"bot": False}),
    ("switches", {"fleet": "perhaps"}),
    ("hour", {"hours": 2}),
    ("riders", {"name": ""}),
    ("language", {"language": "tlh"}),
    ("language", {}),
]
