"""Personal data: no column can be added without saying what becomes of it when somebody leaves."""

from sqlalchemy import BigInteger, Column, MetaData, String, Table

from bot.base.database.personal_data import (
    Impersonal,
    Kept,
    OfDelivery,
    Theirs,
    Then,
    Whose,
    about,
    lasts,
    stays,
    undecided,
)
from bot.store.tables import metadata


def test_every_column_says_what_becomes_of_it_when_a_person_is_forgotten():
    assert list(undecided(metadata)) == []


def test_a_table_that_says_nothing_is_found():
    new = MetaData()
    Table("visits", new, Column("user_id", BigInteger), Column("note", String))
    assert [said.split(":")[0] for said in undecided(new)] == ["visits.user_id", "visits.note"]


def test_a_column_that_is_added_to_a_table_is_found():
    new = MetaData()
    theirs = Column("user_id", BigInteger, info=about(Whose(Then.DELETE)))
    Table("people", new, theirs, Column("nickname", String), info=stays("they are forgotten"))
    assert [said.split(":")[0] for said in undecided(new)] == ["people.nickname"]


def test_what_is_a_persons_stands_beside_a_number_that_says_whose():
    new = MetaData()
    Table("visits", new, Column("note", String, info=about(Theirs())), info=lasts("note"))
    assert [said.split(":")[0] for said in undecided(new)] == ["visits.note"]


def test_nothing_is_kept_without_a_reason_or_for_one_that_is_not_there():
    new = MetaData()
    unless = Column("user_id", BigInteger, info=about(Whose(Then.DELETE, unless="barred")))
    note = Column("note", String, info=about(Kept("")))
    Table("visits", new, unless, note, info=stays("they are forgotten"))
    assert [said.split(":")[0] for said in undecided(new)] == ["visits.user_id", "visits.note"]


def test_a_table_lasts_until_a_time_that_it_holds():
    new = MetaData()
    Table("visits", new, Column("at", String, info=about(Impersonal())), info=lasts("until"))
    assert [said.split(":")[0] for said in undecided(new)] == ["visits"]


def test_a_table_that_holds_something_of_people_says_when_that_ends():
    new = MetaData()
    whose = about(Whose(Then.DELETE))
    Table("visits", new, Column("user_id", BigInteger, info=whose))
    Table("steps", new, Column("at", String, info=about(Impersonal())))
    delivery = Column("delivery", String, info=about(OfDelivery()))
    Table("calls", new, Column("user_id", BigInteger, info=whose), delivery)
    assert [said.split(":")[0] for said in undecided(new)] == ["visits"]
