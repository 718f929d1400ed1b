"""Each kind of message is seen as what it is, and can be used."""

import re

from playwright.async_api import expect

from tests.page.conftest import Window
from tests.page.test_chats_in_browser import Place, place

__all__ = ["place"]


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
