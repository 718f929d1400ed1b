"""A working day of a dispatcher, a rider and a customer, in every language."""

import re
from pathlib import Path

import pytest

from bot.demo.certificates import Certificates
from bot.demo.day import Day, Diary
from bot.demo.story import cast
from bot.demo.town import Town
from bot.local_telegram import ChatEvent
from bot.texts.catalogues import languages
from tests.support.drawn_codes import DrawnCodes

ARABIC_LETTER = re.compile(r"[\u0621-\u064a]")


async def lived(folder: Path, certificates: Certificates, language: str) -> list[list[ChatEvent]]:
    town = Town(folder, certificates=certificates, draw=DrawnCodes())
    async with town:
        people, diary = cast(town, language), Diary()
        town.telegram.listeners.append(diary.note)
        await town.start_bot()
        await Day(town, people).live()
        return [diary.of(one) for one in (people.dispatcher, people.rider, people.customer)]


def said(events: list[ChatEvent]) -> list[str]:
    """What the bot says in a chat, new and changed."""
    return [
        event.message.text
        for event in events
        if event.kind in {"sent", "edited"} and event.message.from_bot and event.message.text
    ]


@pytest.mark.parametrize("language", languages())
async def test_a_day_can_be_lived_in_every_language(
    tmp_path: Path, certificates: Certificates, language: str
):
    chats = await lived(tmp_path, certificates, language)
    assert all(len(said(events)) >= 10 for events in chats)
    if language == "ar":
        assert [
            text for events in chats for text in said(events) if not ARABIC_LETTER.search(text)
        ] == []
