"""What a database belongs to: another bot, environment or account is refused."""

import asyncio
from dataclasses import replace

import pytest

from bot.base.database.database import Database
from bot.store import meta, tables
from bot.store.meta import Owner, WrongDatabase
from tests.support.sql import rows

OURS = Owner(bot="1", environment="production", key="the key")


async def bind(database: Database, owner: Owner) -> None:
    await database.write(meta.bind, owner)


async def check(database: Database, owner: Owner) -> None:
    await database.read(meta.check, owner)


async def test_a_database_stays_with_its_bot(database: Database):
    for _ in range(2):
        await bind(database, OURS)
    await check(database, OURS)


@pytest.mark.parametrize(
    ("differs", "other"),
    [
        ("bot", replace(OURS, bot="2")),
        ("environment", replace(OURS, environment="development")),
    ],
)
async def test_another_bot_or_environment_is_refused_in_words_that_say_what_to_do(
    database: Database, differs: str, other: Owner
):
    await bind(database, OURS)
    for refuse in (bind, check):
        with pytest.raises(WrongDatabase, match=rf"another {differs}.*store\.url"):
            await refuse(database, other)


async def test_looking_binds_to_nobody(database: Database):
    await check(database, OURS)
    await bind(database, Owner(bot="2", environment="development", key="another key"))


async def test_a_refused_binding_changes_nothing(database: Database):
    await bind(database, OURS)
    with pytest.raises(WrongDatabase):
        await bind(database, replace(OURS, environment="development", former_key="the key"))
    await check(database, OURS)


async def test_another_key_is_refused(database: Database):
    await bind(database, OURS)
    with pytest.raises(WrongDatabase, match="another API key"):
        await bind(database, replace(OURS, key="another key"))


async def test_a_rotated_key_is_accepted_and_is_the_key_from_then_on(database: Database):
    await bind(database, OURS)
    rotated = replace(OURS, key="new key", former_key="the key")
    await check(database, rotated)
    await check(database, OURS)
    for _ in range(2):
        await bind(database, rotated)
    await bind(database, replace(OURS, key="new key"))
    with pytest.raises(WrongDatabase):
        await bind(database, OURS)


async def test_a_former_key_that_was_never_the_key_does_not_help(database: Database):
    await bind(database, OURS)
    with pytest.raises(WrongDatabase):
        await bind(database, replace(OURS, key="another key", former_key="a third one"))


async def test_the_key_itself_is_not_kept(database: Database):
    await bind(database, replace(OURS, key="canary key"))
    kept = await rows(database, tables.program.meta.select())
    assert kept
    assert not any("canary" in row.value for row in kept)


async def test_replicas_that_start_at_once_bind_a_new_database_together(database: Database):
    await asyncio.gather(*(bind(database, OURS) for _ in range(8)))
    with pytest.raises(WrongDatabase):
        await bind(database, replace(OURS, key="another key"))
