"""Statements that are prepared once: what goes in comes out, in both databases' words."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, func, select, update

from bot.base.database import prepared
from bot.base.database.database import Database
from bot.base.database.prepared import POSTGRESQL, SQLITE, Change, Query, among, as_row, as_value
from bot.base.database.transaction import Transaction
from bot.store.tables.people import people
from bot.store.tables.program import meta

NOON = datetime(2026, 3, 2, 12, 0, 0, 5, tzinfo=UTC)

NAMED = prepared.given("wanted")
ADD = Change(
    lambda insert: (
        insert(meta)
        .values(name=prepared.given("name"), value=prepared.given("value"))
        .on_conflict_do_update(index_elements=["name"], set_={"value": prepared.given("value")})
    )
)
VALUE = Query(select(meta.c.value).where(meta.c.name == NAMED), as_value)
NAMES = Query(select(meta.c.name).where(among(meta.c.name, "wanted")).order_by("name"), as_value)


@dataclass(frozen=True)
class Fact:
    """A row of `meta`."""

    name: str
    value: str


@dataclass(frozen=True)
class Reversed:
    """A row of `meta`, its columns the wrong way round."""

    value: str
    name: str


async def test_a_row_becomes_the_dataclass_whose_fields_its_columns_are(database: Database):
    await database.write(Transaction.run, ADD, name="a", value="b")
    assert await database.read(Transaction.all, Query(select(meta), Fact)) == [Fact("a", "b")]


async def test_a_dataclass_whose_fields_are_others_is_refused(database: Database):
    with pytest.raises(TypeError, match="do not fill"):
        await database.read(Transaction.all, Query(select(meta), Reversed))


async def test_a_command_tells_how_many_rows_it_has_changed(database: Database):
    for name in "abc":
        assert await database.write(Transaction.run, ADD, name=name, value="old") == 1
    change = Change(update(meta).where(meta.c.name != NAMED).values(value="new"))
    assert await database.write(Transaction.run, change, wanted="a") == 2
    assert await database.write(Transaction.run, Change(delete(meta))) == 3


async def test_what_is_there_is_changed_where_an_insert_says_so(database: Database):
    for value in ("old", "new"):
        await database.write(Transaction.run, ADD, name="a", value=value)
    assert await database.read(Transaction.one, VALUE, wanted="a") == "new"


async def test_where_there_is_no_row_there_is_none(database: Database):
    assert await database.read(Transaction.one, VALUE, wanted="a") is None
    assert await database.read(Transaction.all, VALUE, wanted="a") == []


@pytest.mark.parametrize("wanted", [[], ["b"], ["c", "a"], {"a", "b", "c", "x"}, ["'", '"', "b"]])
async def test_however_many_are_asked_for_the_statement_is_the_same(
    database: Database, wanted: list[str]
):
    for name in "abc":
        await database.write(Transaction.run, ADD, name=name, value="")
    found = await database.read(Transaction.all, NAMES, wanted=wanted)
    assert found == [name for name in "abc" if name in wanted]


@pytest.mark.parametrize("zone", [UTC, timezone(timedelta(hours=5, minutes=30))])
async def test_a_time_is_compared_and_comes_back_as_the_moment_it_is(
    database: Database, zone: timezone
):
    columns = ("user_id", "first_name", "language", "reachable", "created_at")
    meet = Change(people.insert().values({name: prepared.given(name) for name in columns}))
    values = {"user_id": 7, "first_name": "Ada", "language": "en", "reachable": True}
    await database.write(Transaction.run, meet, **values, created_at=NOON.astimezone(zone))
    since = people.c.created_at >= prepared.given("since")
    query = Query(select(people.c.created_at, people.c.reachable).where(since), as_row)
    later = NOON + timedelta(microseconds=1)
    assert await database.read(Transaction.all, query, since=NOON.astimezone(zone)) == [
        (NOON, True)
    ]
    assert await database.read(Transaction.all, query, since=later.astimezone(zone)) == []


async def test_constants_of_a_statement_need_no_value(database: Database):
    await database.write(Transaction.run, ADD, name="a", value="b")
    these = meta.c.name.in_(["a", "x"]) & (meta.c.value == "b") & (func.length(meta.c.name) == 1)
    query = Query(select(meta.c.name).where(these, meta.c.value != NAMED), as_value)
    assert await database.read(Transaction.all, query, wanted="c") == ["a"]


async def test_a_value_that_is_missing_is_named(database: Database):
    with pytest.raises(KeyError, match="wanted"):
        await database.read(Transaction.one, VALUE)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
async def test_any_text_comes_back_and_is_found_again(sqlite: Database, text: str):
    await sqlite.write(Transaction.run, ADD, name=text, value=text)
    assert await sqlite.read(Transaction.one, VALUE, wanted=text) == text
    assert await sqlite.read(Transaction.all, NAMES, wanted=[text]) == [text]


def test_no_value_is_written_into_the_text_of_a_statement():
    for dialect in (SQLITE, POSTGRESQL):
        for statement in (ADD, VALUE, NAMES):
            assert not re.search(r"'[^']*'", statement.prepared(dialect).sql)
            assert statement.prepared(dialect) is statement.prepared(dialect)


async def test_no_value_is_cut_to_the_length_of_the_column_it_is_looked_for_in(
    database: Database,
):
    await database.write(Transaction.run, ADD, name="x" * 50, value="")
    found = await database.read(Transaction.all, NAMES, wanted=["x" * 50 + "y"])
    assert found == []
