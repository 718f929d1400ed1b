"""How people are found: by an index, however many there are."""

from collections.abc import Callable

import pytest

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.domain.person import Role
from bot.identifiers import RiderUuid
from bot.store import people
from tests.support.sql import plans

Look = Callable[[Transaction], object]


@pytest.mark.parametrize(
    "look",
    [
        lambda tx: people.get(tx, 7),
        lambda tx: people.with_role(tx, (Role.OWNER, Role.DISPATCHER)),
        lambda tx: people.rider_person(tx, RiderUuid("r")),
        lambda tx: people.with_phones(tx, ["+2348030000001"]),
    ],
    ids=["by number", "by role", "by rider", "by phone"],
)
async def test_nobody_goes_through_all_people(sqlite: Database, look: Look):
    looks = [plan for plan in await sqlite.read(plans, look) if plan.startswith(("SCAN", "SEARCH"))]
    assert looks
    assert [plan for plan in looks if plan.startswith(("SCAN people", "SCAN roles"))] == []
