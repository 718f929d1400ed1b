"""Invites: links that work once, for who opens them first."""

import asyncio
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.base.database.database import Database
from bot.domain.person import Role
from bot.store import invites, tables
from bot.store.invites import Invite
from tests.support.clock import ManualClock
from tests.support.sql import rows, uncommitted

OWNER, ADA, BOLA = 1, 2, 3
RIDER = Invite(Role.RIDER, OWNER, rider="7d7f9d3e-6c0a-4a58-8a43-0d6f1c9e2a77")


async def make(database: Database, invite: Invite = RIDER) -> str:
    return await database.write(invites.make, invite)


async def use(database: Database, token: str, user_id: int = ADA) -> Invite | None:
    return await database.write(invites.use, token, user_id)


@pytest.mark.parametrize(
    "invite",
    [
        RIDER,
        Invite(Role.DISPATCHER, OWNER),
        Invite(Role.CUSTOMER, OWNER, delivery="d", receiver="r"),
    ],
)
async def test_a_link_makes_of_its_opener_what_its_maker_wanted(database: Database, invite: Invite):
    assert await use(database, await make(database, invite)) == invite


async def test_a_link_works_for_one_person_only(database: Database):
    token = await make(database)
    assert await use(database, token, ADA) == RIDER
    assert await use(database, token, BOLA) is None


async def test_who_has_used_a_link_may_open_it_again(database: Database):
    token = await make(database)
    assert [await use(database, token, ADA) for _ in range(2)] == [RIDER, RIDER]


async def test_of_many_who_open_a_link_at_once_exactly_one_wins(database: Database):
    token = await make(database)
    answers = await asyncio.gather(*(use(database, token, user_id) for user_id in range(2, 10)))
    assert sorted(answer is not None for answer in answers) == [False] * 7 + [True]


async def test_who_opens_a_link_while_somebody_else_is_still_doing_so_loses(database: Database):
    token = await make(database)
    async with uncommitted(database, invites.use, token, ADA) as first:
        second = asyncio.create_task(use(database, token, BOLA))
        await asyncio.sleep(0)
    assert await first == RIDER
    assert await second is None


async def test_a_link_expires(database: Database, clock: ManualClock):
    day = timedelta(days=1)
    invite = Invite(Role.DISPATCHER, OWNER, expires_at=clock.now() + day)
    token, late = await make(database, invite), await make(database, invite)
    clock.advance(day - timedelta(seconds=1))
    assert await use(database, token) == invite
    clock.advance(timedelta(seconds=1))
    assert await use(database, late) is None
    assert await use(database, token) is None


@pytest.mark.parametrize("token", ["", "unknown", "a" * 22, "ü" * 22, "a\x00b"])
async def test_a_token_that_was_never_made_is_answered_like_a_used_one(
    database: Database, token: str
):
    used = await make(database)
    await use(database, used, BOLA)
    assert await use(database, token) is await use(database, used) is None


async def test_a_token_fits_into_a_link_and_only_its_hash_is_kept(database: Database):
    token = await make(database)
    assert re.fullmatch(r"[A-Za-z0-9_-]{22}", token)
    (row,) = await rows(database, select(tables.people.invites))
    assert token not in map(str, row)


async def test_tokens_are_never_the_same(database: Database):
    assert len({await make(database) for _ in range(20)}) == 20


def named(user_id: int, clock: ManualClock, role: Role = Role.DISPATCHER) -> Invite:
    ends = clock.now() + timedelta(days=1)
    return Invite(role, OWNER, expires_at=ends, for_user=user_id, for_name="Ada")


async def test_what_is_for_a_person_is_taken_up_once_and_by_nobody_else(
    database: Database, clock: ManualClock
):
    invite = named(ADA, clock)
    await make(database, invite)
    assert await database.read(invites.open_for_people) == [invite]
    assert await database.write(invites.take_up, BOLA) == []
    assert await database.write(invites.take_up, ADA) == [invite]
    assert await database.write(invites.take_up, ADA) == []
    assert await database.read(invites.open_for_people) == []


async def test_what_is_for_a_person_runs_out_and_can_be_withdrawn_by_role(
    database: Database, clock: ManualClock
):
    await make(database, named(ADA, clock))
    rider = named(ADA, clock, Role.RIDER)
    await make(database, rider)
    assert await database.write(invites.withdraw, ADA, Role.DISPATCHER) == ["Ada"]
    assert await database.write(invites.withdraw, ADA, Role.DISPATCHER) == []
    assert await database.read(invites.open_for_people) == [rider]
    clock.advance(timedelta(days=1))
    assert await database.read(invites.open_for_people) == []
    assert await database.write(invites.take_up, ADA) == []


@pytest.mark.parametrize("removed", [OWNER, ADA])
async def test_whose_role_ends_is_neither_invited_any_more_nor_invites(
    database: Database, clock: ManualClock, removed: int
):
    await make(database, named(ADA, clock))
    await database.write(invites.void, removed)
    assert await database.write(invites.take_up, ADA) == []


async def test_only_what_can_make_a_person_a_rider_is_told_to_be_that(
    database: Database, clock: ManualClock
):
    for_a_rider = await make(database)
    for_staff = await make(database, Invite(Role.DISPATCHER, OWNER))
    assert await database.read(invites.is_of_rider, for_a_rider, ADA)
    assert not await database.read(invites.is_of_rider, for_staff, ADA)
    assert not await database.read(invites.is_of_rider, "", ADA)
    await make(database, replace(named(ADA, clock, Role.RIDER), rider=RIDER.rider))
    assert await database.read(invites.is_of_rider, "", ADA)
    assert not await database.read(invites.is_of_rider, "", BOLA)
