"""The page over a local Telegram alone: how chats are shown, and to whom they can be read."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx
import pytest
from playwright.async_api import expect

from bot.base.clock import SystemClock
from bot.base.http.server import Server
from bot.local_telegram import LocalTelegram, LocalUser
from bot.local_telegram.control import ControlSite
from bot.local_telegram.control.site import PAGE
from tests.page.conftest import Window
from tests.page.viewer import launched, read, serious

TOKEN = "1000000001:" + "a" * 35
MOST_BYTES = 200_000

_SCROLL_UP = """async () => {
  const log = document.querySelector(".log");
  const rows = () => [...log.querySelectorAll(".row")];
  const frame = (done) => requestAnimationFrame(() => requestAnimationFrame(done));
  const drawn = () => new Promise(frame);
  let worst = 0;
  for (let waited = 0; waited < 600; ) {
    const top = log.getBoundingClientRect().top;
    const seen = rows().find((row) => row.getBoundingClientRect().bottom > top + 80);
    const before = seen.getBoundingClientRect().top;
    const step = Math.min(400, log.scrollTop);
    log.scrollTop -= step;
    await drawn();
    worst = Math.max(worst, Math.abs(seen.getBoundingClientRect().top - before - step));
    if (step > 0) waited = 0;
    else if (rows().length === 1000) break;
    else waited += 1;
  }
  return { worst, rows: rows().length };
}"""


@dataclass
class Place:
    telegram: LocalTelegram
    person: LocalUser
    api: httpx.AsyncClient
    url: str

    async def sends(self, text: str, **wishes: object) -> int:
        """The bot writes to the person."""
        body = {"chat_id": self.person.id, "text": text, **wishes}
        return int((await self.calls("sendMessage", **body))["message_id"])

    async def calls(self, method: str, **body: object) -> dict[str, object]:
        body = {"chat_id": self.person.id, **body}
        answer = await self.api.post(f"/bot{TOKEN}/{method}", json=body)
        result = answer.json()["result"]
        return result if isinstance(result, dict) else {}


@asynccontextmanager
async def served(telegram: LocalTelegram, port: int = 0) -> AsyncIterator[str]:
    """Serve the page; readers of its events would hold up its end."""
    site = ControlSite(telegram)
    async with Server(site.asgi, port=port) as server:
        yield server.url
        site.log.close()


@pytest.fixture
async def place() -> AsyncIterator[Place]:
    telegram = LocalTelegram(clock=SystemClock())
    telegram.add_bot(TOKEN, username="a_bot", first_name="Handover")
    person = telegram.add_user("Ada", phone="+2348010000001")
    async with (
        Server(telegram.asgi) as api,
        served(telegram) as url,
        httpx.AsyncClient(base_url=api.url) as client,
    ):
        person.write("/start")
        yield Place(telegram, person, client, url)


async def test_a_card_changes_in_place_with_a_mark_and_a_deleted_message_goes(
    place: Place, window: Window
):
    async with window() as viewer:
        await viewer.open(place.url)
        card = await place.sends("Ordered")
        other = await place.sends("A code")
        await viewer.sees("person", "A code")
        await place.calls("editMessageText", message_id=card, text="Delivered")
        await place.calls("deleteMessage", message_id=other)
        await viewer.sees("person", "Delivered")
        shown = viewer.messages("person")
        await expect(shown.filter(has_text="Delivered")).to_contain_text("edited")
        await expect(shown.filter(has_text="Ordered")).to_have_count(0)
        await expect(shown.filter(has_text="A code")).to_have_count(0)


async def test_what_is_written_while_one_reads_above_is_counted(place: Place, window: Window):
    for number in range(40):
        place.person.write(f"Line {number}")
    async with window() as viewer:
        await viewer.open(place.url)
        log = viewer.phone("person").locator(".log")
        await log.evaluate("log => log.scrollTop = 0")
        down = viewer.phone("person").get_by_role("button", name="To the latest message")
        await expect(down).to_be_visible()
        await place.sends("One")
        await place.sends("Two")
        await expect(down).to_have_accessible_name("To the latest message, 2 unread")
        await down.click()
        await expect(down).to_be_hidden()
        await viewer.sees("person", "Two")


async def test_a_message_rings_unless_it_is_silent(place: Place, window: Window):
    async with window(reduced_motion="no-preference") as viewer:
        await viewer.open(place.url)
        bell = viewer.phone("person").locator(".bell")
        await place.sends("Quiet", disable_notification=True)
        await viewer.sees("person", "Quiet")
        await expect(bell).not_to_have_class(re.compile("ringing"))
        await place.sends("Loud")
        await expect(bell).to_have_class(re.compile("ringing"))


async def test_commands_complete_themselves_and_a_forced_reply_says_what_is_answered(
    place: Place, window: Window
):
    menu = [
        {"command": "orders", "description": "What is on the way"},
        {"command": "report", "description": "The figures"},
    ]
    await place.calls("setMyCommands", commands=menu)
    async with window() as viewer:
        await viewer.open(place.url)
        field = viewer.field("person")
        await field.fill("/re")
        await expect(viewer.phone("person").locator(".commands li")).to_have_count(1)
        await field.press("Enter")
        await viewer.sees("person", "/report")
        force = {"force_reply": True, "input_field_placeholder": "Four digits"}
        asked = await place.sends("Which code?", reply_markup=force)
        await expect(viewer.phone("person").locator(".quote")).to_contain_text("Which code?")
        await expect(field).to_have_attribute("placeholder", "Four digits")
        await viewer.writes("person", "2902")
        await viewer.sees("person", "2902")
        answer = place.person.messages[-1]
        assert answer.reply_to is not None
        assert answer.reply_to.message_id == asked


async def test_a_live_location_moves_on_the_map(place: Place, window: Window):
    async with window() as viewer:
        await viewer.open(place.url)
        phone = viewer.phone("person")
        await phone.get_by_role("button", name="Share a photo").click()
        await viewer.answers("person", "Location")
        await viewer.page.keyboard.press("ArrowUp")
        await viewer.answers("person", "Share it live for an hour")
        await viewer.sees("person", "Live location")
        shared = place.person.messages[-1]
        dot = phone.locator(".row .dot")
        before = await dot.evaluate("dot => dot.style.transform")
        place.person.move(shared, 6.4555, 3.3955)
        await expect(phone.locator(".row .track")).to_have_attribute("points", re.compile(" "))
        assert await dot.evaluate("dot => dot.style.transform") != before


async def test_a_thousand_messages_scroll_up_without_a_jump(place: Place, window: Window):
    for number in range(999):
        place.person.write(f"Message {number} " + "words " * (number * 7 % 40))
    async with window() as viewer:
        await viewer.open(place.url)
        scrolled = await viewer.page.evaluate(_SCROLL_UP)
        assert scrolled["rows"] == 1000
        assert scrolled["worst"] < 2


async def test_words_from_outside_never_become_more_than_words(place: Place, window: Window):
    evil = (
        '<b onclick="x()">bold</b><img src=x><script>x()</script>'
        '<a href="javascript:x()">link</a><a href="https://example.com/">good</a>'
        '<form><input></form><svg><a href="https://example.com">s</a></svg>'
    )
    script = """async (html) => {
      const { words } = await import("/static/words.js");
      const box = document.createElement("div");
      box.append(words(html));
      return box.innerHTML;
    }"""
    async with window() as viewer:
        await viewer.open(place.url)
        clean = await viewer.page.evaluate(script, evil)
        viewer.complaints.clear()  # the browser tells what it did not run
    assert clean.startswith("<b>bold</b>link<a href=")
    assert "script" not in clean
    assert "<img" not in clean
    assert "<input" not in clean


async def test_people_and_groups_are_made_on_the_page(place: Place, window: Window):
    async with window() as viewer:
        await viewer.open(place.url)
        await viewer.strip.get_by_label("First name").fill("Grace")
        await viewer.asks_behind("Make a person")
        await expect(viewer.page.locator("section.phone")).to_have_count(2)
        await viewer.strip.get_by_label("Title").fill("Riders")
        await viewer.asks_behind("Make a group")
        chats = viewer.phone("person").last.get_by_role("combobox", name="Chat")
        await chats.select_option(label="Riders")
        last = viewer.phone("person").last
        await last.get_by_role("textbox", name="Message").fill("Hello all")
        await last.get_by_role("button", name="Send").click()
        await expect(last.locator(".row").filter(has_text="Hello all")).to_be_visible()


async def test_a_lost_connection_is_told_and_found_again(place: Place, window: Window):
    async with window() as viewer:
        async with served(place.telegram) as url:
            await viewer.open(url)
            lost = viewer.page.get_by_text("The connection is lost")
            await expect(lost).to_be_hidden()
        await expect(lost).to_be_visible()
        await place.sends("Meanwhile")
        async with served(place.telegram, port=int(url.rsplit(":", 1)[1])):
            await expect(lost).to_be_hidden()
            await viewer.sees("person", "Meanwhile")
        viewer.complaints.clear()  # the browser tells of the requests that failed


@pytest.mark.parametrize("colours", ["light", "dark"])
async def test_axe_finds_nothing_serious_on_the_workshop(
    place: Place, window: Window, colours: str
):
    await place.sends("A card", reply_markup={"inline_keyboard": [[
        {"text": "Yes", "callback_data": "y", "style": "success"},
        {"text": "No", "callback_data": "n", "style": "danger"},
    ]]})  # fmt: skip
    async with window(color_scheme=colours) as viewer:
        await viewer.open(place.url)
        await viewer.sees("person", "A card")
        assert await serious(viewer) == []


async def test_without_scripts_the_page_says_what_it_needs(place: Place):
    async with launched("--blink-settings=scriptEnabled=false") as browser:
        page = await browser.new_page()
        await page.goto(place.url)
        await expect(page.locator(".notice-page")).to_be_visible()
        await expect(page.locator(".notice-page")).to_contain_text("needs JavaScript")


def test_the_page_is_small():
    assert sum(path.stat().st_size for path in PAGE.iterdir()) < MOST_BYTES


def test_words_are_found_through_invisible_marks():
    assert read("Rider: Musa").search("✅ Rider: \u2068Musa\u2069")


async def test_what_one_person_sees_stands_for_them_in_place_of_what_all_see(
    place: Place, window: Window
):
    bot = place.telegram.world.bots[TOKEN]
    group = place.telegram.add_group("Desk", [place.person, bot])
    rows = {"inline_keyboard": [[{"text": "Show", "callback_data": "1"}]]}
    await place.calls("sendMessage", chat_id=group.id, text="Order 1043", reply_markup=rows)
    await place.calls("sendMessage", chat_id=group.id, text="Order 1044")
    async with window() as viewer:
        await viewer.open(place.url)
        chats = viewer.phone("person").get_by_role("combobox", name="Chat")
        await chats.select_option(label="Desk")
        await viewer.presses("person", "Show")
        update = (await place.api.post(f"/bot{TOKEN}/getUpdates")).json()["result"][-1]
        to = {
            "receiver_user_id": place.person.id,
            "callback_query_id": update["callback_query"]["id"],
            "replace_callback_query_message": True,
        }
        sent = await place.calls(
            "sendMessage", chat_id=group.id, text="For Grace", ephemeral_message_parameters=to
        )
        visible = viewer.messages("person").filter(visible=True)
        await expect(visible).to_have_count(2)
        await expect(visible.first).to_contain_text("Only you and the bot see this")
        await expect(visible.first).to_contain_text("For Grace")
        assert await serious(viewer) == []
        name = {"ephemeral_message_id": sent["ephemeral_message_id"]}
        own = {"chat_id": group.id, "receiver_user_id": place.person.id}
        await place.calls("deleteEphemeralMessage", **own, **name)
        await expect(visible.first).to_contain_text("Order 1043")
