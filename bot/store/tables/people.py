"""Tables of people: who writes to the bot, as what, in which groups, and what they are asked."""

from sqlalchemy import BigInteger, Boolean, Column, Integer, String, Table, Text, false

from bot.base.database.personal_data import (
    IMPERSONAL,
    Kept,
    Term,
    Theirs,
    Then,
    Whose,
    about,
    lasts,
    stays,
)
from bot.base.database.sql_types import UtcDateTime
from bot.store.tables.ground import COPY, OF_DELIVERY, THEIR_NUMBER, THEIR_ROW, THEIRS, metadata

_BARRED = about(Kept("or whoever was put out as a rider would be one again; without a name"))
_PERSON = stays("they are forgotten: as they wish, or when they follow nothing and say nothing")

people = Table(
    "people",
    metadata,
    Column(
        "user_id",
        BigInteger,
        primary_key=True,
        autoincrement=False,
        info=about(Whose(Then.DELETE, unless="barred_rider")),
    ),
    Column("first_name", String, nullable=False, info=about(Theirs(cleared=""))),
    Column("language", String, nullable=False, info=_BARRED),
    Column("phone", String, index=True, info=THEIRS),
    Column("reachable", Boolean, nullable=False, info=_BARRED),
    Column("unreachable_because", String, info=THEIRS),
    Column("contact_asked_at", UtcDateTime, info=THEIRS),
    Column("created_at", UtcDateTime, nullable=False, info=_BARRED),
    Column("muted_until", UtcDateTime, info=THEIRS),
    Column("quiet_from", Integer, info=THEIRS),
    Column("quiet_to", Integer, info=THEIRS),
    Column(
        "off_duty",
        Boolean,
        nullable=False,
        server_default=false(),
        info=about(Theirs(cleared=False)),
    ),
    Column(
        "keeps_finished",
        Boolean,
        nullable=False,
        server_default=false(),
        info=about(Theirs(cleared=False)),
    ),
    Column(
        "plain_lists",
        Boolean,
        nullable=False,
        server_default=false(),
        info=about(Theirs(cleared=False)),
    ),
    Column("duty_from", UtcDateTime, info=THEIRS),
    Column("duty_until", UtcDateTime, info=THEIRS),
    Column(
        "on_break",
        Boolean,
        nullable=False,
        server_default=false(),
        info=about(Theirs(cleared=False)),
    ),
    Column("seen_at", UtcDateTime, info=THEIRS),
    Column("barred_rider", String, info=_BARRED),
    info=_PERSON,
)

muted_kinds = Table(
    "muted_kinds",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=THEIR_ROW),
    Column("kind", String, primary_key=True, info=THEIRS),
    info=_PERSON,
)

roles = Table(
    "roles",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=THEIR_ROW),
    Column("role", String, primary_key=True, index=True, info=THEIRS),
    Column("rider", String, index=True, info=THEIRS),
    info=_PERSON,
)

invites = Table(
    "invites",
    metadata,
    Column("token_hash", String, primary_key=True, info=IMPERSONAL),
    Column("role", String, nullable=False, info=IMPERSONAL),
    Column("rider", String, info=IMPERSONAL),
    Column("delivery", String, index=True, info=OF_DELIVERY),
    Column("receiver", String, info=IMPERSONAL),
    Column("made_by", BigInteger, nullable=False, index=True, info=THEIR_NUMBER),
    Column("expires_at", UtcDateTime, index=True, info=IMPERSONAL),
    Column("used_by", BigInteger, index=True, info=THEIR_ROW),
    Column("used_at", UtcDateTime, info=THEIRS),
    Column("for_user", BigInteger, index=True, info=THEIR_ROW),
    Column("for_name", String, info=THEIRS),
    info=lasts("expires_at", Term.RETENTION),
)

groups = Table(
    "groups",
    metadata,
    Column("chat_id", BigInteger, primary_key=True, autoincrement=False, info=IMPERSONAL),
    Column("topic", Integer, info=IMPERSONAL),
    Column("title", String, nullable=False, info=IMPERSONAL),
    Column("language", String, nullable=False, info=IMPERSONAL),
    Column("bound_by", BigInteger, nullable=False, info=THEIR_NUMBER),
    Column("bound_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("shop", String, info=COPY),
    info=stays("the group is unbound"),
)

dialogs = Table(
    "dialogs",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=THEIR_ROW),
    Column("name", String, nullable=False, info=THEIRS),
    Column("data", Text, nullable=False, info=THEIRS),
    Column("expires_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    info=lasts("expires_at"),
)

habits = Table(
    "habits",
    metadata,
    Column("uuid", String, primary_key=True, info=IMPERSONAL),
    Column("author", BigInteger, nullable=False, index=True, info=THEIR_ROW),
    Column("layout", Text, nullable=False, info=THEIRS),
    Column("used_at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    info=lasts("used_at", Term.RETENTION),
)
