"""The demo without a page: a town in a temporary folder, with its story or its day printed."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.text import Text

from bot import logs
from bot.base.clock import Clock
from bot.demo import lagos
from bot.demo.day import Day, Diary
from bot.demo.screen import Screen
from bot.demo.story import PHONES, Story, StoryBroken, cast
from bot.demo.town import Town
from bot.texts.catalogues import ENGLISH

_AT_MOST = 120.0


@contextmanager
def temporary_town(clock: Clock | None = None) -> Iterator[Town]:
    """Yield a town of Lagos in a temporary folder; only its errors are logged, without its keys."""
    with TemporaryDirectory(prefix="handover-") as folder:
        town = Town(Path(folder), clock=clock, changed_settings=lagos.SETTINGS)
        logs.configure("ERROR", as_json=False, secrets=[town.api_key, town.account.token])
        yield town


async def show_demo(console: Console, language: str) -> int:
    """Play the story on the console; return the exit code, 0 if all went as it should."""
    with temporary_town() as town:
        return await play(town, console, language)


async def show_day(console: Console, language: str) -> int:
    """Print the day of a dispatcher, a rider and a customer, chat by chat; return 0.

    Raises:
        NoSuchButton: a person has no such button in their chat.
    """
    with temporary_town() as town:
        async with town:
            people = cast(town, language)
            screen, seen = Screen(console, people, {}), Diary()
            town.telegram.listeners.append(seen.note)
            await town.start_bot()
            await Day(town, people).live()
        for person in (people.dispatcher, people.rider, people.customer):
            screen.chat(person, seen.of(person))
    return 0


async def play(town: Town, console: Console, language: str = ENGLISH) -> int:
    """Start a town, play the story in it, and return the exit code."""
    began = time.monotonic()
    try:
        async with asyncio.timeout(_AT_MOST), town:
            people = cast(town, language)
            screen = Screen(console, people, PHONES)
            town.telegram.listeners.append(screen.happened)
            town.sms.on_message.append(screen.text_message)
            await town.start_bot()
            await Story(town, people, screen).play()
    except StoryBroken as broken:
        return _ended(console, str(broken))
    except TimeoutError:
        return _ended(console, f"The story did not come to its end within {_AT_MOST:.0f} seconds.")
    seconds = time.monotonic() - began
    console.print()
    console.print(
        Text(
            f"✅ Delivered: picked up and dropped off by code, everybody told. ({seconds:.1f} s)",
            style="bold green",
        )
    )
    return 0


def _ended(console: Console, sentence: str) -> int:
    console.print()
    console.print(Text(f"❌ {sentence}", style="bold red"))
    return 1
