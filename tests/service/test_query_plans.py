"""How the database finds things: never by looking at all that there ever was."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.base.database.database import Database
from tests.benchmarks.filling import NOW, Filler
from tests.benchmarks.plans import Plan, explain
from tests.benchmarks.questions import Question, questions
from tests.service.fleet import DATABASE, opened, running, settings_at, sqlite_url
from tests.support.clock import ManualClock
from tests.support.sql import execute, listening


@pytest.fixture
async def database(folder: Path) -> AsyncIterator[Database]:
    async with opened(sqlite_url(folder / DATABASE)) as database:
        yield database


@pytest.fixture
async def asked(database: Database) -> list[Question]:
    """What is asked of the database, which is full."""
    filler = Filler(300)
    await filler.fill(database)
    return questions(filler)


def scans(plans: list[Plan]) -> list[str]:
    return [f"{plan.statement}: {plan.steps}" for plan in plans if plan.full_scan]


async def test_no_question_looks_at_everything_but_those_by_text(
    database: Database, folder: Path, certificates: Path, asked: list[Question]
):
    looking_at_everything = []
    for question in asked:  # each of a service that has found nothing yet
        async with running(settings_at(folder, certificates), ManualClock(NOW)) as fleet:
            with listening() as statements:
                await fleet.get(question.path, **question.query)
        plans = await explain(database, statements)
        assert len(plans) >= 2
        if scans(plans) and not question.by_text:
            looking_at_everything.append(question.name)
    assert looking_at_everything == []


async def test_no_change_looks_at_everything(
    database: Database, folder: Path, certificates: Path, asked: list[Question]
):
    assert asked
    async with running(settings_at(folder, certificates), ManualClock(NOW)) as fleet:
        with listening() as statements:
            uuid = await fleet.at("Delivered")
            await fleet.update(await fleet.at("Awaiting Pickup"))
            await fleet.service.idle()
        assert len(statements) > 30
        assert scans(await explain(database, statements)) == []
        assert (await fleet.delivery(uuid))["status"] == "Delivered"


@pytest.mark.parametrize("statement", [
    "SELECT count(*) FROM deliveries WHERE environment = 'development'",
    "SELECT * FROM items ORDER BY created_at",
])  # fmt: skip
async def test_a_look_at_everything_is_noticed(database: Database, statement: str):
    with listening() as statements:
        await execute(database, statement)
    assert len(scans(await explain(database, statements))) == 1
