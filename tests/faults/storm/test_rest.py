"""A storm is at rest when nothing waits anywhere: each thing that goes on is named."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, insert, update

from bot.base.queue.tables import jobs
from bot.local_telegram import LocalTelegram
from bot.local_telegram.bots import BotAccount
from bot.service.store import tables as of_fleet
from bot.store import tables as of_bot
from tests.faults.chatlog import ChatLog, Seen
from tests.faults.storm.rest import Rest
from tests.faults.storm.strikes import Strike, StrikeLog

LONG_AGO = datetime.now(UTC) - timedelta(hours=1)


@dataclass
class Town:
    """What is looked at of a town."""

    account: BotAccount
    bot_url: str
    fleet_url: str


class Calm:
    """A town at rest: a fault was over, the bot has looked since, and all have gone home."""

    def __init__(self, folder: Path) -> None:
        self.telegram = LocalTelegram()
        account = self.telegram.add_bot("1:secret", username="bot", first_name="Bot")
        urls = [f"sqlite:///{folder}/{name}.db" for name in ("bot", "fleet")]
        engines = [create_engine(url) for url in urls]
        self.bot, self.fleet = (engine.connect() for engine in engines)
        of_bot.metadata.create_all(self.bot)
        of_fleet.metadata.create_all(self.fleet)
        self.log, self.strikes = ChatLog(), StrikeLog()
        self.strikes.all.append(Strike("bot killed", LONG_AGO, LONG_AGO + timedelta(seconds=5)))
        looked_at = (LONG_AGO + timedelta(minutes=1)).isoformat()
        rows = {"name": "reconciled_at", "value": looked_at}
        self.do(self.bot, insert(of_bot.program.preferences).values(rows))
        self.rest = Rest(Town(account, *urls), self.log, self.strikes)

    def do(self, connection: Connection, change) -> None:
        connection.execute(change)
        connection.commit()

    def looked(self, at: datetime) -> None:
        self.do(self.bot, update(of_bot.program.preferences).values(value=at.isoformat()))


@pytest.fixture
def calm(tmp_path: Path) -> Iterator[Calm]:
    calm = Calm(tmp_path)
    yield calm
    calm.bot.close()
    calm.fleet.close()


def test_at_rest_nothing_is_named(calm: Calm):
    assert calm.rest.unrest() == []


@pytest.mark.parametrize("state", ["waiting", "running"])
def test_what_the_bot_has_to_do_is_unrest(calm: Calm, state: str):
    row = {"kind": "notice", "lane": "1", "key": "1", "body": b"", "state": state}
    row |= {"due_at": LONG_AGO, "created_at": LONG_AGO}
    calm.do(calm.bot, insert(jobs).values(row))
    assert calm.rest.unrest() == ["the bot has 1 of notice to do"]
    in_an_hour = datetime.now(UTC) + timedelta(hours=1)
    calm.do(calm.bot, update(jobs).values(due_at=in_an_hour))
    assert len(calm.rest.unrest()) == (state == "running")
    calm.do(calm.bot, update(jobs).values(state="dead"))
    assert calm.rest.unrest() == []


@pytest.mark.parametrize("minutes", [-1, 90])
def test_a_look_before_the_last_fault_was_over_or_by_a_wrong_clock_is_none(
    calm: Calm, minutes: float
):
    calm.looked(LONG_AGO + timedelta(minutes=minutes))
    (named,) = calm.rest.unrest()
    assert "has not looked" in named


def test_a_fault_that_lasts_is_unrest(calm: Calm):
    calm.strikes.all.append(Strike("bot paused", LONG_AGO))
    assert len(calm.rest.unrest()) == 1


def test_what_the_fleet_service_has_to_tell_is_unrest(calm: Calm):
    row = {"environment": "development", "delivery_uuid": "1", "event": "delivery.created"}
    row |= {"body": b"", "state": of_fleet.WAITING, "attempts": 0}
    row |= {"due_at": LONG_AGO, "created_at": LONG_AGO}
    calm.do(calm.fleet, insert(of_fleet.webhooks).values(row))
    assert calm.rest.unrest() == ["the fleet service has 1 of webhook to send"]


def test_who_has_just_spoken_and_what_telegram_still_has_is_unrest(calm: Calm):
    calm.log.seen.append(Seen(datetime.now(UTC), "sent", 1, 1, "Hello", from_bot=True))
    assert calm.rest.unrest() == ["something has just been said or done in a chat"]
    calm.telegram.add_user("Olu").write("/start")
    assert len(calm.rest.unrest()) == 2
