"""The page in another language: its own words, those of the people on it, and the tour."""

import re

import pytest
from playwright.async_api import expect

from bot.demo.page_server import ShownTown
from bot.texts.catalogues import catalogue
from tests.page.conftest import Window
from tests.page.test_delivery_in_browser import shown_town, tour_clock, url
from tests.page.viewer import Viewer, serious

__all__ = ["shown_town", "tour_clock", "url"]

PHONE_SIZED = {"width": 390, "height": 844}

_OWN_WORDS = """() => {
  const others = ".row, li, option, .owner select, .names, .commands, .reply-keys, .speaks span";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
  const told = [];
  while (walker.nextNode()) {
    const at = walker.currentNode;
    if (at.closest(others) || !at.checkVisibility()) continue;
    for (const name of ["aria-label", "title", "placeholder"]) told.push(at.getAttribute(name));
    for (const node of at.childNodes) if (node.nodeType === Node.TEXT_NODE) told.push(node.data);
  }
  return told.map((words) => words?.trim()).filter(Boolean);
}"""
"""What the page says by itself: no message, no name, no language's own name."""

_NAMES = re.compile(r"Handover|Olu|Musa|Bola|Sani|/start")


async def chosen(viewer: Viewer, language: str) -> None:
    """Choose the language of the page, and wait until it is built in it."""
    await viewer.page.get_by_role("banner").get_by_role("combobox").select_option(language)
    await expect(viewer.page.locator(f"html[lang={language}] body[data-ready]")).to_be_attached()


async def english_words(viewer: Viewer) -> set[str]:
    told: list[str] = await viewer.page.evaluate(_OWN_WORDS)
    assert len(told) > 20
    return {words for words in told if re.search("[A-Za-z]{2}", _NAMES.sub("", words))}


@pytest.mark.parametrize("colours", ["light", "dark"])
async def test_in_arabic_the_page_runs_from_right_to_left_and_says_nothing_in_english(
    shown_town: ShownTown, url: str, window: Window, colours: str
):
    say = catalogue("ar").gettext
    async with window(color_scheme=colours) as viewer:
        await viewer.open(url)
        await chosen(viewer, "ar")
        assert await viewer.page.locator("html").get_attribute("dir") == "rtl"
        phones = [await viewer.phone(role).bounding_box() for role in ("dispatcher", "customer")]
        first, last = (box["x"] for box in phones if box)
        assert first > last
        player = viewer.tour.get_by_role("button")
        await expect(player).to_have_text([say("Play")])
        assert await english_words(viewer) == set()
        await player.click()
        await player.filter(has_text=say("Pause")).click()
        for number in (2, 3, 4, 5):
            step = say("{step} of {steps}").format(step=number, steps="")
            await player.filter(has_text=say("Next")).click()
            await expect(viewer.tour.locator(".step")).to_contain_text(step)
        await viewer.sees("dispatcher", say("🆕 Waiting for a rider"))
        bubble = viewer.messages("dispatcher").locator(".bubble[dir=rtl]").last
        assert await bubble.evaluate("bubble => getComputedStyle(bubble).direction") == "rtl"
        assert await english_words(viewer) == set()
        assert await serious(viewer) == []
        await viewer.page.set_viewport_size(PHONE_SIZED)
        width = await viewer.page.evaluate("document.documentElement.scrollWidth")
        assert width <= PHONE_SIZED["width"]
        assert await english_words(viewer) == set()
        assert viewer.hosts == {url.split("/")[2]}


async def test_in_spanish_speak_the_page_the_bot_and_everybody_who_has_met_it(
    shown_town: ShownTown, url: str, window: Window
):
    say = catalogue("es").gettext
    async with window() as viewer, window() as another:
        await viewer.open(url)
        await another.open(url)
        await viewer.starts("dispatcher")
        await viewer.asks_behind("An order")
        await viewer.sees("dispatcher", "Waiting for a rider")
        await chosen(viewer, "es")
        await expect(another.page.locator("html[lang=es] body[data-ready]")).to_be_attached()
        await viewer.sees("dispatcher", say("🆕 Waiting for a rider"))
        names = [say(role) for role in ("Dispatcher", "Rider", "Customer")]
        await expect(viewer.page.locator(".owner h2")).to_have_text(names)
        await viewer.asks_behind(say("An order"))
        await viewer.presses("dispatcher", say("Assign"))
        await viewer.phone("rider").get_by_role("button", name=say("Start"), exact=True).click()
        await viewer.uses_key("rider", say("Share my phone number"))


async def test_one_person_speaks_another_language_after_hello_too(
    shown_town: ShownTown, url: str, window: Window
):
    async with window() as viewer:
        await viewer.open(url)
        await viewer.starts("dispatcher")
        await viewer.sees("dispatcher", "Olu")
        await viewer.strip.get_by_label("Olu").select_option("fr")
        await viewer.sees("dispatcher", "/language fr")
        await viewer.asks_behind("An order")
        await viewer.sees("dispatcher", catalogue("fr").gettext("🆕 Waiting for a rider"))
        await expect(viewer.page.locator("html")).to_have_attribute("lang", "en")


async def test_times_are_the_viewers_own_and_the_newest_code_is_on_top(
    shown_town: ShownTown, url: str, window: Window
):
    async with window(timezone_id="Asia/Kathmandu") as viewer, window(timezone_id="UTC") as utc:
        await viewer.open(url)
        await utc.open(url)
        await viewer.starts("dispatcher")
        for number in (1, 2):
            await viewer.asks_behind("An order")
            await expect(viewer.strip.locator(".hooks li")).to_have_count(number)
        texts = viewer.strip.locator(".part").first.locator("li")
        await expect(texts).to_have_count(6)
        tops = {
            (box or {})["y"]: text
            for text in await texts.all()
            if (box := await text.bounding_box())
        }
        on_top = [await tops[top].inner_text() for top in sorted(tops)]
        # Two lanes send the two codes of an order, so either may come last.
        assert sorted("Drop-off code" in text for text in on_top[:2]) == [False, True]
        assert ["code: " in text for text in on_top] == [True] * 4 + [False] * 2
        assert all("1002" in text for text in on_top[:2])
        for place in (".strip li time", "[data-role=dispatcher] .row:not(.out) .foot time"):
            here, there = (each.page.locator(place).first for each in (viewer, utc))
            await expect(here).to_be_visible()
            minutes = [
                int(told.split(":")[1])
                for told in (await here.inner_text(), await there.inner_text())
            ]
            assert (minutes[0] - minutes[1]) % 60 == 45
