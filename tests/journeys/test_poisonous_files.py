"""Somebody sends what would stop the bot: it says so at once, once, and goes on with everybody."""

import asyncio
import re
import shutil
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from bot.base.clock import SystemClock
from bot.demo.certificates import Certificates
from bot.demo.town import ENVIRONMENT, Mode, Town
from bot.service.operations.enrolment import register_rider
from tests.faults.bot_process import BotProcess
from tests.faults.eyes import Eyes
from tests.support import poisonous_pictures as pictures
from tests.support import poisonous_sheets as sheets
from tests.support.business import Business, heard, sees

READING = '"file to be read"'
MOST_MEMORY = 400 * 1024
"""Kibibytes of the bot's own process, at any time."""
TITLES, ORDER = "Customer,Phone,Address,Fee\n", "Chidi Eze,08035556666,9 Creek Road Apapa,900\n"

pytestmark = [
    pytest.mark.long("the bot is a program, and some of what it is sent takes as long as it may"),
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="Linux tells of memory"),
]


class WatchedBot(BotProcess):
    """A bot of which is known when it reads a file, and how much memory it had at most."""

    def __init__(self, town: Town) -> None:
        super().__init__(town, settings={**town.settings, "business": {"country": "NG"}})
        self.reads = asyncio.Event()

    def heard(self, line: str) -> None:
        super().heard(line)
        if READING in line:
            self.reads.set()

    @property
    def readings(self) -> int:
        return sum(READING in line for line in self.output)

    @property
    def most_memory(self) -> int:
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0])


@dataclass(frozen=True, slots=True)
class Story:
    business: Business
    bot: WatchedBot
    eyes: Eyes

    async def sees(self, words: str) -> None:
        await self.eyes.see(lambda: sees(self.business.owner, words))

    async def answered(self) -> float:
        """Return after how many seconds a rider is answered."""
        musa, began = self.business.musa, time.monotonic()
        before = len(musa.messages)
        musa.write("/jobs")
        await self.eyes.see(lambda: any(each.from_bot for each in musa.messages[before:]))
        return time.monotonic() - began


@pytest.fixture
async def story(tmp_path: Path, certificates: Certificates, mode: Mode) -> AsyncIterator[Story]:
    async with (
        Town(tmp_path, mode=mode, certificates=certificates) as town,
        WatchedBot(town) as bot,
    ):
        await bot.start()
        business, eyes = Business(town, SystemClock()), Eyes(town)
        await register_rider(
            town.service.environment(ENVIRONMENT),
            name="Musa Bello",
            phone_code="234",
            phone_number="08020000001",
            email="musa@example.com",
        )
        business.owner.write("/start")
        await eyes.see(lambda: sees(business.owner, "Hello"))
        business.musa.write("/start")
        await eyes.see(lambda: bool(business.musa.messages[-1].keyboard))
        business.musa.press("Share my phone number")
        await eyes.see(lambda: sees(business.musa, "You ride here"))
        yield Story(business, bot, eyes)


async def test_whoever_sends_them_is_told_once_and_a_rider_is_answered_meanwhile(story: Story):
    usual = max([await story.answered() for _ in range(3)])
    owner = story.business.owner
    for name in ("entities", "1,500 sheets", "strings", "a million columns", "slow"):
        file_name, made, _ = sheets.POISONS[name]
        content = made()
        owner.send_document(content if isinstance(content, bytes) else content.encode(), file_name)
    owner.send_photo(pictures.scans(500))
    slowest = 0.0
    while not sees(owner, "I keep it with this order"):
        slowest = max(slowest, await story.answered())
    assert slowest < max(1.0, 3 * usual)
    assert heard(owner, "I cannot read that file") == 1
    assert heard(owner, "holds more than a list of orders does") == 3
    assert heard(owner, "Reading that file took too long") == 1
    assert story.bot.readings <= 6
    assert story.bot.most_memory < MOST_MEMORY
    owner.send_document(f"{TITLES}{ORDER}".encode(), "orders.csv")
    await story.sees("1 row read")


async def test_a_list_that_was_read_as_the_bot_was_killed_is_not_read_again(story: Story):
    owner = story.business.owner
    owner.send_document(sheets.slow(), "orders.xlsx")
    await story.bot.reads.wait()
    await story.bot.kill()
    await story.bot.start()
    await story.sees("I was stopped while I read that file")
    assert story.bot.readings == 1
    owner.send_document(f"{TITLES}{ORDER}".encode(), "orders.csv")
    await story.sees("1 row read")
    assert story.bot.readings == 2


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="Tesseract is not installed")
async def test_a_picture_that_was_read_as_the_bot_was_killed_is_kept_unread(story: Story):
    noise = Image.effect_noise((3000, 3000), 90)
    story.business.owner.send_photo(pictures.written(noise, "PNG"))
    await story.bot.reads.wait()
    await story.bot.kill()
    await story.bot.start()
    await story.sees("I keep it with this order")
    assert story.bot.readings == 1
