"""Each kind of message is seen as what it is, and can be used."""

import re

import pytest
from playwright.async_api import expect

from tests.local_telegram.town import picture
from tests.page.conftest import Window
from tests.page.test_chats_in_browser import TOKEN, Place, place
from tests.page.viewer import Viewer, serious

__all__ = ["place"]

NAMED = [
    ("img", "Sticker 🙂"),
    ("img", "Voice message, 0:07"),
    ("figure", "Venue: The shop, 12 Marina Road"),
    ("group", "Contact: Bola Ahmed, +2348010000002"),
    ("group", "Anonymous poll: When?"),
    ("button", "Handover “blue gate”"),
    ("button", "Pinned message: The blue gate, behind the shop"),
]
PHONE = {"width": 390, "height": 844}


async def everything(place: Place, said: int) -> None:
    """The bot sends one of each kind, in answer to its own message."""
    web = {"x.webp": b"sticker", "x.ogg": b"voice", "x.mp4": b"video", "x.png": picture(64, 48)}
    place.telegram.web.update({f"https://a.io/{name}": file for name, file in web.items()})
    sticker = place.person.send_sticker("👍").as_json()["sticker"]["file_id"]
    await place.calls("sendSticker", sticker=sticker)
    await place.calls("sendVoice", voice="https://a.io/x.ogg", duration=7)
    await place.calls("sendVideo", video="https://a.io/x.mp4", duration=12, caption="The way in")
    door = {"latitude": 6.45, "longitude": 3.39}
    await place.calls("sendVenue", title="The shop", address="12 Marina Road", **door)
    bola = {"first_name": "Bola", "last_name": "Ahmed", "phone_number": "+2348010000002"}
    await place.calls("sendContact", **bola)
    photo = {"type": "photo", "media": "https://a.io/x.png"}
    await place.calls("sendMediaGroup", media=[photo, photo])
    await place.calls("sendPoll", question="When?", options=["Today", "Tomorrow"])
    await place.sends("I see it", reply_parameters={"message_id": said, "quote": "blue gate"})
    await place.calls("pinChatMessage", message_id=said)


async def shares(viewer: Viewer, name: str, kind: str, content: bytes) -> None:
    phone = viewer.phone("person")
    await phone.get_by_role("button", name="Share a photo").click()
    file = {"name": name, "mimeType": kind, "buffer": content}
    await phone.locator("input[type=file]").set_input_files(file)
    await viewer.answers("person", "Send")


@pytest.mark.parametrize(("colours", "size"), [("light", None), ("dark", PHONE)])
async def test_each_kind_is_seen_as_what_it_is_and_named(
    place: Place, window: Window, colours: str, size: dict[str, int] | None
):
    await everything(place, await place.sends("The blue gate, behind the shop"))
    async with window(color_scheme=colours, **({"viewport": size} if size else {})) as viewer:
        await viewer.open(place.url)
        phone = viewer.phone("person")
        for role, name in NAMED:
            await expect(phone.get_by_role(role, name=name, exact=True).last).to_be_attached()
        await expect(phone.get_by_label("Video, 0:12")).to_be_attached()
        await expect(phone.get_by_role("img", name="Photo of an album")).to_have_count(2)
        await shares(viewer, "bill.txt", "text/plain", b"Two boxes")
        await shares(viewer, "gate.png", "image/png", picture(60, 40))
        own = phone.locator(".row.out")
        await expect(own.get_by_role("link", name="File: bill.txt, 1 kB")).to_be_visible()
        await expect(own.get_by_role("img", name="Photo", exact=True)).to_be_visible()
        assert await serious(viewer) == []


async def test_a_message_in_a_topic_says_in_which(place: Place, window: Window):
    bot = place.telegram.world.bots[TOKEN]
    group = place.telegram.add_group("Riders", [place.person, bot], forum=True)
    topic = group.add_topic("Night shift")
    wish = {"chat_id": group.id, "message_thread_id": topic}
    await place.calls("sendMessage", text="Who is awake?", **wish)
    async with window() as viewer:
        await viewer.open(place.url)
        chats = viewer.phone("person").get_by_role("combobox", name="Chat")
        await chats.select_option(label="Riders")
        row = viewer.messages("person").filter(has_text="Who is awake?")
        await expect(row).to_contain_text("# Night shift")


async def test_a_tap_votes_and_a_quiz_tells_what_is_right(place: Place, window: Window):
    await place.calls("sendPoll", question="Where?", options=["Marina", "Ikoyi"])
    quiz = {"type": "quiz", "correct_option_id": 1}
    await place.calls("sendPoll", question="Who?", options=["Bola", "Musa"], **quiz)
    async with window() as viewer:
        await viewer.open(place.url)
        phone = viewer.phone("person")
        asked = phone.get_by_role("group", name="Anonymous poll: Where?")
        await asked.get_by_role("button", name="Marina").click()
        chosen = asked.get_by_role("button", name="Marina, 100 %, 1 vote, your vote")
        await expect(chosen).to_have_attribute("aria-pressed", "true")
        await chosen.click()
        await expect(asked).to_contain_text("no votes")
        riddle = phone.get_by_role("group", name="Anonymous quiz: Who?")
        await riddle.get_by_role("button", name="Bola").click()
        await expect(riddle.get_by_role("button", name=re.compile("Bola.*wrong"))).to_be_disabled()
        await expect(riddle.get_by_role("button", name=re.compile("Musa.*right"))).to_be_disabled()
        closed = place.person.messages[-2].message_id
        await place.calls("stopPoll", message_id=closed)
        await expect(asked).to_contain_text("over")
        await expect(asked.get_by_role("button", name="Ikoyi")).to_be_disabled()


async def test_a_reaction_is_put_under_a_message_by_its_menu(place: Place, window: Window):
    await place.sends("Delivered")
    async with window() as viewer:
        await viewer.open(place.url)
        await viewer.messages("person").filter(has_text="Delivered").click(button="right")
        await viewer.answers("person", "React with 👍")
        row = viewer.messages("person").filter(has_text="Delivered")
        await expect(row.locator(".reactions")).to_have_text("👍")
