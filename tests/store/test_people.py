"""People: who writes to the bot, what they may be, and how they are found again."""

import asyncio

from bot.base.database.database import Database
from bot.domain.person import Person, Role, Standing, Unreachable
from bot.store import people
from tests.support.clock import ManualClock

ADA, BOLA, CHIKA = 1, 2_000_000_000_000, 3
RIDER = "7d7f9d3e-6c0a-4a58-8a43-0d6f1c9e2a77"
PHONE = "+2348012345678"


async def met(database: Database, *user_ids: int) -> None:
    for user_id in user_ids:
        await database.write(people.meet, user_id, f"Person {user_id}", "en")


async def known(database: Database, user_id: int) -> Person | None:
    return await database.read(people.get, user_id)


async def test_somebody_who_writes_is_known_without_a_role(database: Database):
    await met(database, BOLA)
    assert await known(database, BOLA) == Person(BOLA, f"Person {BOLA}", "en")
    assert await known(database, ADA) is None


async def test_who_writes_again_is_reachable_again_and_keeps_language_and_number(
    database: Database,
):
    await database.write(people.meet, ADA, "Ada", "yo")
    await database.write(people.set_phone, ADA, PHONE)
    await database.write(people.set_unreachable, ADA, Unreachable.STOPPED)
    assert (await known(database, ADA)).standing is Standing.STOPPED
    again = await database.write(people.meet, ADA, "Adaeze", "en")
    assert again == Person(ADA, "Adaeze", "yo", phone=PHONE, reachable=True)


async def test_one_person_can_hold_several_roles(database: Database):
    await met(database, ADA)
    await database.write(people.grant, ADA, Role.DISPATCHER)
    await database.write(people.grant, ADA, Role.RIDER, RIDER)
    await database.write(people.grant, ADA, Role.CUSTOMER)
    person = await known(database, ADA)
    assert person is not None
    assert person.roles == {Role.DISPATCHER, Role.RIDER, Role.CUSTOMER}
    assert person.rider == RIDER


async def test_a_role_that_is_taken_away_is_gone_and_the_others_stay(database: Database):
    await met(database, ADA)
    await database.write(people.grant, ADA, Role.DISPATCHER)
    await database.write(people.grant, ADA, Role.RIDER, RIDER)
    await database.write(people.revoke, ADA, Role.RIDER)
    person = await known(database, ADA)
    assert person is not None
    assert (person.roles, person.rider) == ({Role.DISPATCHER}, None)


async def test_a_rider_has_one_account_and_the_newer_one_it_is(database: Database):
    await met(database, ADA, BOLA)
    await database.write(people.grant, ADA, Role.RIDER, RIDER)
    await database.write(people.grant, BOLA, Role.RIDER, RIDER)
    rides = await database.write(people.rider_person, RIDER)
    former = await known(database, ADA)
    assert rides is not None
    assert former is not None
    assert (rides.user_id, former.roles) == (BOLA, frozenset())


async def test_who_becomes_another_rider_is_not_the_former_one_any_more(database: Database):
    await met(database, ADA)
    await database.write(people.grant, ADA, Role.RIDER, RIDER)
    await database.write(people.grant, ADA, Role.RIDER, "another")
    assert await database.write(people.rider_person, RIDER) is None


async def test_a_number_belongs_to_who_verified_it_last(database: Database):
    await met(database, ADA, BOLA)
    await database.write(people.set_phone, ADA, PHONE)
    await database.write(people.set_phone, BOLA, PHONE)
    found = await database.write(people.with_phones, {PHONE, "+31612345678"})
    former = await known(database, ADA)
    assert former is not None
    assert former.phone is None
    assert {number: person.user_id for number, person in found.items()} == {PHONE: BOLA}


async def test_a_contact_that_was_given_is_not_asked_for_any_more(
    database: Database, clock: ManualClock
):
    await met(database, ADA)
    await database.write(people.contact_asked, ADA)
    asked = await known(database, ADA)
    assert asked is not None
    assert asked.contact_asked_at == clock.now()
    await database.write(people.set_phone, ADA, PHONE)
    given = await known(database, ADA)
    assert given is not None
    assert given.contact_asked_at is None


async def test_the_config_says_who_owns_the_bot_and_nobody_else_does(database: Database):
    await met(database, ADA, BOLA, CHIKA)
    await database.write(people.grant, CHIKA, Role.DISPATCHER)
    await database.write(people.set_owners, [ADA, BOLA, ADA])
    await database.write(people.set_owners, [BOLA])
    owners = await database.write(people.with_role, [Role.OWNER])
    staff = await database.write(people.with_role, [Role.OWNER, Role.DISPATCHER])
    assert [person.user_id for person in owners] == [BOLA]
    assert [person.user_id for person in staff] == [CHIKA, BOLA]


async def test_an_owner_who_has_never_written_is_nobody_to_write_to(database: Database):
    await database.write(people.set_owners, [ADA])
    assert await database.write(people.with_role, [Role.OWNER]) == []
    person = await database.write(people.meet, ADA, "Ada", "en")
    assert person.roles == {Role.OWNER}


async def test_those_with_a_role_are_loaded_with_all_their_roles(database: Database):
    await met(database, ADA)
    await database.write(people.grant, ADA, Role.DISPATCHER)
    await database.write(people.grant, ADA, Role.RIDER, RIDER)
    (person,) = await database.write(people.with_role, [Role.DISPATCHER])
    assert person.roles == {Role.DISPATCHER, Role.RIDER}


async def test_of_two_who_become_the_same_rider_at_once_one_does(database: Database):
    await asyncio.gather(*(become_rider(database, user_id) for user_id in range(1, 9)))
    riders = await database.read(people.with_role, [Role.RIDER])
    holder = await database.read(people.rider_person, RIDER)
    assert [person.rider for person in riders] == [RIDER]
    assert holder == riders[0]


async def test_a_role_that_is_given_twice_at_once_is_held_once(database: Database):
    await database.write(people.meet, 1, "Bola", "en")

    async def give() -> None:
        await database.write(people.grant, 1, Role.CUSTOMER)

    await asyncio.gather(*(give() for _ in range(8)))
    bola = await database.read(people.get, 1)
    assert bola is not None
    assert bola.roles == {Role.CUSTOMER}


async def become_rider(database: Database, user_id: int) -> None:
    await database.write(people.meet, user_id, f"Person {user_id}", "en")
    await database.write(people.grant, user_id, Role.RIDER, RIDER)
