"""A database of the first version, with everything that can wait in it, is taken up whole."""

import asyncio
import signal
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from bot.actions import notice_kinds, request_queue
from bot.actions.dispatcher.set_status import StaffCodeQuestion
from bot.actions.fleet_requests import registry
from bot.actions.fleet_requests.sign_up import SignUp
from bot.actions.rider.code_questions import PickupQuestion
from bot.actions.snapshots import snapshot
from bot.base import dead_letters, jobs
from bot.base.database import Database
from bot.base.jobs import NewJob
from bot.fleet import State
from bot.store import deliveries
from bot.store.job_kind import JobKind
from bot.store.schema import SCHEMA
from tests.store.first_version import database as first
from tests.store.first_version.database import LAST_REVISION, Row
from tests.store.work import claim, finish, opened, sqlite_url
from tests.support.clock import ManualClock
from tests.support.sql import by_sqlalchemy

MUSA, OWNER = 7100002, 7100001
CARRIED = "22222222-bbbb-4bbb-8bbb-000000000001"
_OF_THE_QUEUE = ("jobs", "leases")
_LATER_KINDS = {JobKind.PHOTO}
_LATER_REQUESTS = {SignUp}
"""The first version knew nothing of these."""


@pytest.fixture
async def old_url(blank_url: str) -> str:
    """The address of a database that the first version has left."""
    await by_sqlalchemy(blank_url, first.fill)
    return blank_url


@asynccontextmanager
async def taken_up(url: str) -> AsyncIterator[Database]:
    """Open a database as today's bot does, after every migration that it has not seen."""
    database = await opened(url, ManualClock())
    try:
        yield database
    finally:
        await database.close()


@pytest.fixture
async def migrated(old_url: str) -> AsyncIterator[Database]:
    async with taken_up(old_url) as database:
        yield database


def inside_of_a_revision() -> list[str]:
    """What a migration has just said when it is killed in the middle of a revision."""
    return ["UPDATE jobs SET lane=", "DROP INDEX jobs_due"]


def between_revisions() -> list[str]:
    """What a migration has just said when it is killed at the end of each revision."""
    folder = ScriptDirectory.from_config(_config())
    scripts = folder.iterate_revisions("head", LAST_REVISION)
    return [f"version_num='{script.revision}'" for script in scripts]


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(SCHEMA.migrations))
    return config


def revision(connection: Connection) -> str | None:
    return connection.scalar(text("SELECT version_num FROM alembic_version"))


@pytest.mark.parametrize(
    "last_words",
    [
        inside_of_a_revision,
        pytest.param(
            between_revisions, marks=pytest.mark.long("a migration is killed at each revision")
        ),
    ],
)
async def test_a_migration_that_is_killed_leaves_everything_as_it_was_and_is_done_at_the_next_start(
    old_url: str, last_words: Callable[[], list[str]]
):
    for words in last_words():
        assert await first.killed(old_url, words) == -signal.SIGKILL
        assert await by_sqlalchemy(old_url, revision) == LAST_REVISION
        assert await by_sqlalchemy(old_url, first.rows_of) == first.kept_rows()
    async with taken_up(old_url) as database:
        assert await worked_off(database) == waiting()


Lanes = Mapping[tuple[str, str], list[tuple[str, str]]]
"""By kind and lane the key and body of each job, in order."""


def waiting() -> Lanes:
    """What the first version has left to be done."""
    lanes: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for row in first.kept_rows()["jobs"]:
        if row["state"] in {"waiting", "running"}:
            lanes[row["kind"], row["lane"]].append((row["key"], row["body"]))
    return lanes


async def worked_off(database: Database) -> Lanes:
    """Do all that waits, and return it."""
    lanes: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for kind in JobKind:
        while claimed := await claim(database, kind=kind):
            for job in claimed:
                body = first.unsealed_codes(job.body.decode())
                lanes[kind, job.lane].append((job.key, body))
                await finish(database, job)
    return lanes


async def test_what_waited_is_done_in_its_order_and_each_only_once(migrated: Database):
    assert await worked_off(migrated) == waiting()
    known = first.kept_rows()["jobs"]
    again = [NewJob(row["kind"], row["lane"], row["key"], b"{}") for row in known]
    assert [await migrated.write(jobs.add, job) for job in again] == [False] * len(known)
    assert await worked_off(migrated) == {}
    given_up = await migrated.read(dead_letters.listed)
    assert {letter.lane for letter in given_up} == {
        f"of {kind}:dead" for kind in {*JobKind} - _LATER_KINDS
    }


async def test_every_notice_and_every_request_can_still_be_read():
    rows = [row for row in first.kept_rows()["jobs"] if "nobody" not in row["body"] and row["body"]]
    requests = [request_queue.read(b) for b in bodies(rows, JobKind.FLEET_REQUEST)]
    known = {each.carries_out for each in registry.OPERATIONS} - _LATER_REQUESTS
    assert {type(each) for each in requests} == known
    kinds = {notice_kinds.read(body).kind for body in bodies(rows, JobKind.NOTICE)}
    assert kinds == {"say", "replace", "card", "erase_card", "erase", "menu"}


def bodies(rows: list[Row], kind: JobKind) -> list[bytes]:
    return [row["body"].encode() for row in rows if row["kind"] == kind]


async def test_what_is_no_job_stands_as_it_stood(old_url: str):
    async with taken_up(old_url):
        pass
    now = await by_sqlalchemy(old_url, partial(first.rows_of, without=_OF_THE_QUEUE))
    for name, kept in first.kept_rows().items():
        if name not in _OF_THE_QUEUE:
            columns = kept[0].keys()
            assert [{column: row[column] for column in columns} for row in now[name]] == kept


async def test_what_was_asked_and_what_is_known_of_a_delivery_can_still_be_read(migrated: Database):
    of_musa = await migrated.read(PickupQuestion.current, MUSA)
    of_owner = await migrated.read(StaffCodeQuestion.current, OWNER)
    assert of_musa is not None
    assert of_owner is not None
    assert (of_musa.delivery, of_owner.delivery, of_owner.stage) == (CARRIED, CARRIED, "pickup")
    row = await migrated.read(deliveries.get, CARRIED)
    assert row is not None
    assert snapshot(row).state is State.ACCEPTED


async def test_the_kept_rows_are_those_that_the_first_version_writes(tmp_path: Path):
    made, written = tmp_path / "made", tmp_path / "written"
    for folder in (made, written):
        folder.mkdir()
    try:
        with first.code() as root:
            await asyncio.to_thread(first.write_anew, root, sqlite_url(written))
    except LookupError as error:
        pytest.skip(str(error))
    await by_sqlalchemy(sqlite_url(made), first.fill)
    assert await by_sqlalchemy(sqlite_url(written), first.rows_of) == first.kept_rows()
    assert await by_sqlalchemy(sqlite_url(made), first.rows_of) == first.kept_rows()
    assert await by_sqlalchemy(sqlite_url(made), tables) == await by_sqlalchemy(
        sqlite_url(written), tables
    )


def tables(connection: Connection) -> set[str]:
    """How the tables and indexes of an SQLite file were made."""
    made = connection.scalars(text("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
    return set(made)
