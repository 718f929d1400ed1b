"""`python -m tests.page.pictures` makes the pictures of the pages.

They are the tour, step by step, and single chats in two languages, in light and in dark.
"""

import asyncio
import io
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from PIL import Image
from playwright.async_api import Page, expect

from bot import logs
from bot.base.http.server import Server
from bot.demo import lagos
from bot.demo.forward_clock import ForwardClock
from bot.demo.page_server import ShownTown, shown
from bot.demo.town import Town
from bot.texts.catalogues import ENGLISH
from tests.page.scenes import Hour
from tests.page.viewer import launched
from tests.pages import DOCS
from tests.support.patience import PATIENCE

FOLDER = DOCS / "pictures"
WINDOW = {"width": 1440, "height": 900}
SHOWN_AS_PICTURE = 12
SHRUNK = (960, 600)
COLOURS = 96
COLOUR_SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
STEP = 620
LAST = 1500
"""Milliseconds that a step of the animation is shown."""


async def make() -> list[Path]:
    FOLDER.mkdir(exist_ok=True)
    made = await _tour()
    for language in ("en", "ar"):
        made += [picture async for picture in _chats(language)]
    return made


async def _tour() -> list[Path]:
    frames = [frame async for frame in _steps()]
    animation = FOLDER / "tour.gif"
    small = [_shrunk(frame) for frame in frames]
    durations = [STEP] * (len(small) - 1) + [LAST]
    small[0].save(
        animation, save_all=True, append_images=small[1:], duration=durations, loop=0, optimize=True
    )
    return [_saved(frames[SHOWN_AS_PICTURE - 1], "phones", 256), animation]


async def _chats(language: str) -> AsyncIterator[Path]:
    """Make the pictures of single chats in a language, in light and in dark."""
    async with open_page(language) as (page, shown_town, clock):
        hour = Hour(shown_town.town, shown_town.people, clock, language)
        group = await hour.pass_by()
        bot = shown_town.town.account
        scenes = (
            ("board", "dispatcher", bot.id),
            ("group", "dispatcher", group.id),
            ("rider", "rider", bot.id),
            ("customer", "customer", bot.id),
        )
        for scene, role, chat in scenes:
            phone = page.locator(f"section.phone[data-role={role}]")
            chats = phone.locator(".names select")
            if await chats.is_visible():
                await chats.select_option(str(chat))
            await page.evaluate("document.activeElement.blur()")
            for colours in COLOUR_SCHEMES:
                await page.emulate_media(color_scheme=colours)
                await _come_to_rest(page)
                await expect(page.locator(".acting")).to_have_count(0)
                frame = await phone.screenshot()
                yield _saved(_image(frame), f"{scene}-{language}-{colours}", COLOURS)


def _saved(frame: Image.Image, name: str, colours: int) -> Path:
    path = FOLDER / f"{name}.png"
    frame.quantize(colours, dither=Image.Dither.NONE).save(path, optimize=True)
    return path


def _image(screenshot: bytes) -> Image.Image:
    return Image.open(io.BytesIO(screenshot)).convert("RGB")


def _shrunk(frame: Image.Image) -> Image.Image:
    small = frame.resize(SHRUNK, Image.Resampling.LANCZOS)
    return small.quantize(COLOURS, dither=Image.Dither.NONE)


async def _steps() -> AsyncIterator[Image.Image]:
    """Yield the page as it is before each step of the tour, and at its end."""
    async with open_page() as (page, *_):
        step = page.locator(".tour .step")
        player = page.locator(".tour").get_by_role("button")
        await player.filter(has_text="Play").click()
        await player.filter(has_text="Pause").click()
        await expect(step).to_have_text(re.compile(r"\d+ of"))
        while (at := await step.inner_text()) != "The end":
            await expect(page.locator(".toast.shown")).to_have_count(0)
            await player.filter(has_text="Next").click()
            await expect(step).not_to_have_text(at, timeout=PATIENCE * 1000)
            await _come_to_rest(page)
            yield _image(await page.screenshot())


async def _come_to_rest(page: Page) -> None:
    """Wait until nothing waits any more; who has acted is still marked."""
    await expect(page.locator(".queue .some")).to_have_count(0, timeout=PATIENCE * 1000)
    await expect(page.locator(".row[aria-hidden], .toast.shown")).to_have_count(0)


@asynccontextmanager
async def open_page(
    language: str = ENGLISH,
) -> AsyncIterator[tuple[Page, ShownTown, ForwardClock]]:
    """Open the page of a town that nobody has acted in yet."""
    logs.configure("ERROR", as_json=False)
    with TemporaryDirectory() as folder:
        clock = ForwardClock()
        town = Town(Path(folder), clock=clock, changed_settings=lagos.SETTINGS)
        async with (
            shown(town, clock, language=language) as page,
            Server(page.asgi) as server,
            launched() as browser,
        ):
            window = await browser.new_page(
                viewport=WINDOW,
                color_scheme="light",
                reduced_motion="reduce",
                timezone_id=lagos.SETTINGS["business"]["timezone"],
            )
            await window.goto(server.url)
            await expect(window.locator("body[data-ready]")).to_be_attached()
            yield window, page, clock
            page.log.close()


if __name__ == "__main__":
    for made in asyncio.run(make()):
        sys.stdout.write(f"{made}: {made.stat().st_size / 1000:.0f} kB\n")
