"""Today's bot takes up the database of the first version, and does what that has left, once."""

import hashlib
import json
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from bot.base import backlog
from bot.demo.certificates import Certificates
from bot.demo.telegram import ChatMessage
from bot.demo.town import Town
from bot.fleet import Delivery, State, StatusToken
from tests.store.first_version import database as first
from tests.store.postgres import running
from tests.store.work import KEY, opened, sqlite_url
from tests.support.business import SENDER, Business, finds, heard, labels, rung
from tests.support.clock import ManualClock
from tests.support.recorder import Recorder
from tests.support.sql import by_sqlalchemy

LEFT_OUT = [
    '"nobody"',  # what no bot could read
    *(f'"kind":"{kind}' for kind in ("accept", "hand_over_by", "cancel", "edit_", "assign_many")),
    *(f'"kind":"{kind}' for kind in ("create", "switch", "invite")),
]
"""What a story cannot do: the rest of the requests contradict each other."""


Store = Callable[[Path], AbstractContextManager[str]]
"""Where a new database is found, which may need a folder."""


@contextmanager
def sqlite(folder: Path) -> Iterator[str]:
    yield sqlite_url(folder)


@contextmanager
def postgresql(_folder: Path) -> Iterator[str]:
    with running() as postgres:
        yield postgres.fresh("of_the_first_version")


@dataclass(frozen=True)
class Left:
    """What there was in a town before its bot was exchanged."""

    business: Business
    carried: Delivery
    new: Delivery
    to_be_deleted: ChatMessage

    def rows(self) -> first.Rows:
        """Return the rows of the first version with the people and deliveries of this town."""
        business, town = self.business, self.business.town
        text = json.dumps(first.kept_rows())
        for kept, ours in (
            ('"4821', f'"{business.code(self.carried.order_number, SENDER)}'),
            ("900106", self.to_be_deleted.message_id),
            ("7100001", business.owner.id),
            ("7100002", business.musa.id),
            ("7100003", business.bola.id),
            ("11111111-aaaa-4aaa-8aaa-000000000001", business.riders["Musa Bello"]),
            ("22222222-bbbb-4bbb-8bbb-000000000001", self.carried.uuid),
            ("22222222-bbbb-4bbb-8bbb-000000000002", self.new.uuid),
            (printed("the-key-of-the-account"), printed(town.api_key)),
        ):
            text = text.replace(kept, str(ours))
        rows = json.loads(text)
        return rows | {"jobs": [row for row in rows["jobs"] if can_be_done(row)]}


def printed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:16]


def can_be_done(job: first.Row) -> bool:
    return bool(job["body"]) and not any(words in job["body"] for words in LEFT_OUT)


async def left_by(town: Town, clock: ManualClock) -> Left:
    """A parcel that Musa has accepted, and a new one, while no bot listens."""
    business = Business(town, clock)
    to_be_deleted = business.musa.write("/start")
    for person in (business.owner, business.bola):
        person.write("/start")
    await business.hire_riders()
    shop = town.shop
    (carried,) = await shop.create_delivery(business.new_order())
    await shop.assign(business.riders["Musa Bello"], [carried.uuid])
    await shop.update_status(carried.uuid, StatusToken.ACCEPTED)
    (new,) = await shop.create_delivery(business.new_order())
    return Left(business, carried, new, to_be_deleted)


@pytest.mark.parametrize("store", [sqlite, postgresql])
async def test_what_the_first_version_has_left_is_done_once(
    tmp_path: Path, certificates: Certificates, clock: ManualClock, store: Store
):
    door = Recorder()
    key_file = tmp_path / "handover.key"
    key_file.write_bytes(KEY)
    key_file.chmod(0o600)
    with store(tmp_path) as url:
        settings = {"store": {"url": url, "key_file": str(key_file)}}
        async with Town(
            tmp_path,
            clock=clock,
            certificates=certificates,
            around_fleet=door.around,
            changed_settings=settings,
        ) as town:
            left = await left_by(town, clock)
            await by_sqlalchemy(url, partial(first.fill, rows=left.rows()))
            assert await first.killed(url, "UPDATE jobs SET lane=") == -signal.SIGKILL
            asked = Counter(door.paths)
            await town.start_bot()
            await town.idle()
            for _ in range(5):
                await left.business.later(minutes=1)
            await see_that_all_is_done_once(left, Counter(door.paths) - asked)
            await town.stop_bot()
        database = await opened(url, clock)
        assert not await database.read(backlog.counts)
        await database.close()


async def see_that_all_is_done_once(left: Left, asked: Counter[str]) -> None:
    business, owner, musa = left.business, left.business.owner, left.business.musa
    assert await business.state(left.carried) is State.IN_TRANSIT
    assert await business.state(left.new) is State.AWAITING_PICKUP
    for change in ("/deliveries/update_status", "/deliveries/assign/"):
        assert sum(times for path, times in asked.items() if change in path) == 1, change
    assert left.to_be_deleted not in musa.messages
    for words in ("Something was said", "A picture", "A photo", "A table", "Another page"):
        assert heard(owner, words) == 1, words
    assert len([said for said in rung(business, owner) if "A flat tyre" in said]) == 1
    assert heard(owner, "/board") == 1
    assert heard(musa, "open job") == 1
    assert heard(musa, "A new job for you") == 1
    assert labels(finds(musa, f"Order {left.carried.order_number}"))[0] == "🏁 Delivered"
