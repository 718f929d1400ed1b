"""What a database belongs to: another bot, environment or account is refused."""

import asyncio

import pytest

from bot.base.database import Database
from bot.store import meta
from bot.store.meta import WrongDatabase


async def bind(database: Database, **facts: str) -> None:
    async with database.write() as tx:
        await meta.bind(tx, **facts)


async def bind_key(database: Database, key: str, former: str = "") -> None:
    async with database.write() as tx:
        await meta.bind_key(tx, key, former)


async def test_a_database_stays_with_its_bot(database: Database):
    for _ in range(2):
        await bind(database, bot="1", environment="production")


@pytest.mark.parametrize(
    "facts",
    [{"bot": "2", "environment": "production"}, {"bot": "1", "environment": "development"}],
)
async def test_another_bot_or_environment_is_refused_in_words_that_say_what_to_do(
    database: Database, facts: dict[str, str]
):
    await bind(database, bot="1", environment="production")
    (differs,) = (name for name, value in facts.items() if value not in {"1", "production"})
    with pytest.raises(WrongDatabase, match=rf"another {differs}.*store\.url"):
        await bind(database, **facts)


async def test_a_refused_binding_changes_nothing(database: Database):
    await bind(database, environment="production")
    with pytest.raises(WrongDatabase):
        await bind(database, bot="1", environment="development")
    await bind(database, bot="2", environment="production")


async def test_another_key_is_refused(database: Database):
    await bind_key(database, "the key")
    await bind_key(database, "the key")
    with pytest.raises(WrongDatabase, match="another API key"):
        await bind_key(database, "another key")


async def test_a_rotated_key_is_accepted_and_is_the_key_from_then_on(database: Database):
    await bind_key(database, "old key")
    await bind_key(database, "new key", former="old key")
    await bind_key(database, "new key", former="old key")
    await bind_key(database, "new key")
    with pytest.raises(WrongDatabase):
        await bind_key(database, "old key")


async def test_a_former_key_that_was_never_the_key_does_not_help(database: Database):
    await bind_key(database, "the key")
    with pytest.raises(WrongDatabase):
        await bind_key(database, "another key", former="a third one")


async def test_a_database_that_was_never_bound_does_not_belong_to_an_empty_former_key(
    database: Database,
):
    await bind_key(database, "the key", former="")
    with pytest.raises(WrongDatabase):
        await bind_key(database, "another key", former="")


async def test_the_key_itself_is_not_kept(database: Database):
    await bind_key(database, "canary key")
    async with database.read() as tx:
        rows = (await tx.connection.exec_driver_sql("SELECT value FROM meta")).all()
    assert rows
    assert not any("canary" in row.value for row in rows)


async def test_replicas_that_start_at_once_bind_a_new_database_together(database: Database):
    await asyncio.gather(*(bind(database, environment="production") for _ in range(8)))
    await asyncio.gather(*(bind_key(database, "a key") for _ in range(8)))
    with pytest.raises(WrongDatabase):
        await bind_key(database, "another key")
