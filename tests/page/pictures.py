"""`python -m tests.page.pictures` makes the pictures of the pages from the tour, step by step."""

import asyncio
import io
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.async_api import Page, expect

from bot import logs
from bot.base.http.server import Server
from bot.demo.forward_clock import ForwardClock
from bot.demo.page_server import shown
from bot.demo.town import Town
from tests.page.viewer import launched
from tests.pages import DOCS
from tests.support.patience import PATIENCE

FOLDER = DOCS / "pictures"
WINDOW = {"width": 1440, "height": 900}
SHOWN_AS_PICTURE = 12
SHRUNK = (960, 600)
COLOURS = 96
STEP = 620
LAST = 1500
"""Milliseconds that a step of the animation is shown."""


async def make() -> list[Path]:
    frames = [frame async for frame in _steps()]
    FOLDER.mkdir(exist_ok=True)
    picture, animation = FOLDER / "phones.png", FOLDER / "tour.gif"
    few = frames[SHOWN_AS_PICTURE - 1].quantize(256, dither=Image.Dither.NONE)
    few.save(picture, optimize=True)
    small = [_shrunk(frame) for frame in frames]
    durations = [STEP] * (len(small) - 1) + [LAST]
    small[0].save(
        animation, save_all=True, append_images=small[1:], duration=durations, loop=0, optimize=True
    )
    return [picture, animation]


def _shrunk(frame: Image.Image) -> Image.Image:
    small = frame.resize(SHRUNK, Image.Resampling.LANCZOS)
    return small.quantize(COLOURS, dither=Image.Dither.NONE)


async def _steps() -> AsyncIterator[Image.Image]:
    """Yield the page as it is before each step of the tour, and at its end."""
    async with open_page() as page:
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
            yield Image.open(io.BytesIO(await page.screenshot())).convert("RGB")


async def _come_to_rest(page: Page) -> None:
    """Wait until nothing waits any more; who has acted is still marked."""
    await expect(page.locator(".queue .some")).to_have_count(0, timeout=PATIENCE * 1000)
    await expect(page.locator(".row[aria-hidden]")).to_have_count(0)


@asynccontextmanager
async def open_page() -> AsyncIterator[Page]:
    """Open the page of a town that nobody has acted in yet."""
    logs.configure("ERROR", as_json=False)
    with TemporaryDirectory() as folder:
        clock = ForwardClock()
        town = Town(Path(folder), clock=clock)
        async with shown(town, clock) as page, Server(page.asgi) as server, launched() as browser:
            window = await browser.new_page(
                viewport=WINDOW, color_scheme="light", reduced_motion="reduce"
            )
            await window.goto(server.url)
            await expect(window.locator("body[data-ready]")).to_be_attached()
            yield window
            page.log.close()


if __name__ == "__main__":
    for made in asyncio.run(make()):
        sys.stdout.write(f"{made}: {made.stat().st_size / 1000:.0f} kB\n")
