"""The owner's code: what is said while it does not come, and which one counts."""

import asyncio
import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from telegram import User

from bot.cli.init.owner_code import owner_by_code
from bot.config import Settings
from bot.demo.town import Town
from tests.cli.answering import Answering
from tests.support.clock import ManualClock
from tests.support.patience import PATIENCE

CONFLICT = "Conflict: terminated by other getUpdates request"


class ImpatientClock(ManualClock):
    """Goes on to whatever somebody waits for."""

    async def wait(self, event: asyncio.Event, until: datetime | None) -> None:  # noqa: ARG002 - the clock's
        if until is not None:
            self.advance(until - self.now())


class Reading(Answering):
    """Does something with each code that is shown, one after the other."""

    def __init__(self, *deeds: Callable[[str], object]) -> None:
        super().__init__({}, waits=lambda: True)
        self._deeds = list(deeds)

    def tell(self, *lines: str) -> None:
        super().tell(*lines)
        for code in re.findall(r"start=([A-Z2-9]{8}) ", lines[0]):
            self._deeds.pop(0)(code)


async def found(town: Town, person: Answering, clock: ManualClock) -> User | None:
    settings = Settings.model_validate(town.settings)
    async with asyncio.timeout(PATIENCE):
        return await owner_by_code(settings, person, clock)


async def test_a_code_counts_for_ten_minutes_and_then_another_does(town: Town):
    clock, codes = ImpatientClock(), list[str]()

    def let_it_grow_old(code: str) -> None:
        codes.append(code)
        clock.advance(timedelta(minutes=10, seconds=1))

    def send_both(code: str) -> None:
        town.telegram.add_user("Eve").write(codes[0])
        town.owner.write(code)

    person = Reading(let_it_grow_old, send_both)
    owner = await found(town, person, clock)
    assert owner is not None
    assert owner.id == town.owner.id
    assert "another code; it does not count" in person.shown


@pytest.mark.parametrize(
    ("status", "why", "sentence"),
    [
        (409, CONFLICT, "Another program takes this bot's messages: stop it. Waiting."),
        (502, "Bad Gateway", "Telegram does not answer; still trying."),
    ],
)
async def test_trouble_is_said_once_and_waited_for(
    town: Town, status: int, why: str, sentence: str
):
    town.telegram.fail("getUpdates", status, why, times=3)
    person = Reading(town.owner.write)
    owner = await found(town, person, ImpatientClock())
    assert owner is not None
    assert owner.id == town.owner.id
    assert person.told.count(sentence) == 1


async def test_behind_too_many_messages_a_number_is_asked_for_and_why(town: Town):
    stranger = town.telegram.add_user("Eve")
    for number in range(100):
        stranger.write(f"hello {number}")
    person = Reading(lambda _code: None)
    assert await found(town, person, ImpatientClock()) is None
    assert person.told[-1].startswith("100 messages wait for the bot")
    assert len(town.account.queue.pending()) == 100
