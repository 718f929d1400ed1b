"""Problems: the one that a delivery has now."""

from dataclasses import replace

import pytest

from bot.base.database.database import Database
from bot.domain.known_delivery import DeliveryRow
from bot.store import deliveries, problem_reports
from bot.store.problem_reports import ProblemReport, Reason

ROW = DeliveryRow("d", "1001", "in_transit", 3, True, "musa", None, "{}")
NOT_HOME = ProblemReport("d", "musa", Reason.NOT_HOME, "I rang", "photo-1")


async def told(database: Database, *told: ProblemReport) -> None:
    await database.write(deliveries.save, ROW)
    for problem in told:
        await database.write(problem_reports.add, problem)


async def latest(database: Database) -> ProblemReport | None:
    found = await database.read(problem_reports.latest, "d")
    return replace(found, at=None) if found else None


async def test_the_latest_problem_takes_the_place_of_the_one_before(database: Database):
    await told(database, ProblemReport("d", "musa", Reason.DAMAGED), NOT_HOME)
    assert await latest(database) == NOT_HOME
    assert await database.write(problem_reports.solve, "d", "musa")
    assert not await database.write(problem_reports.solve, "d", "musa")
    assert await latest(database) is None


async def test_nobody_else_solves_it(database: Database):
    await told(database, NOT_HOME)
    assert not await database.write(problem_reports.solve, "d", "sani")
    assert not await database.write(problem_reports.solve, "e", "musa")
    assert await latest(database) == NOT_HOME


@pytest.mark.parametrize("changed", [{"rider": "sani"}, {"rider": None}, {"is_open": False}])
async def test_it_goes_with_its_rider_and_with_the_delivery(database: Database, changed):
    await told(database, NOT_HOME)
    await database.write(deliveries.save, replace(ROW, **changed))
    assert await latest(database) is None
