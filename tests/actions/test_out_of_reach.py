"""Out of reach: told when it begins, once for each open job, and not for each refused message."""

from datetime import timedelta

import pytest

from bot.actions.rider import out_of_reach
from bot.domain.person import Standing, Unreachable
from bot.store import people
from tests.actions.business import (
    ASSIGNED,
    CUSTOMER,
    DISPATCHER,
    OTHER_RIDER,
    RIDER,
    Business,
)


async def lose(business: Business, user_id: int, because: Unreachable) -> None:
    business.clock.advance(timedelta(seconds=1))
    await business.database.write(out_of_reach.lose, user_id, because)


async def heard(business: Business) -> int:
    return sum("does not get" in said for said in await business.said(DISPATCHER))


async def test_every_further_message_that_is_refused_is_told_to_nobody(business: Business):
    await business.read(ASSIGNED)
    for _ in range(3):
        await lose(business, RIDER, Unreachable.BLOCKED)
    assert await heard(business) == 1
    await business.database.write(people.set_reachable, RIDER)
    await lose(business, RIDER, Unreachable.STOPPED)
    assert await heard(business) == 2


async def test_who_has_stopped_and_blocks_then_has_blocked(business: Business):
    await lose(business, RIDER, Unreachable.STOPPED)
    await lose(business, RIDER, Unreachable.BLOCKED)
    person = await business.database.read(people.get, RIDER)
    assert person.standing is Standing.BLOCKED


@pytest.mark.parametrize("user_id", [OTHER_RIDER, CUSTOMER, -100200])
async def test_of_who_has_no_open_job_nobody_is_told(business: Business, user_id: int):
    await business.read(ASSIGNED)
    await lose(business, user_id, Unreachable.BLOCKED)
    assert await heard(business) == 0
