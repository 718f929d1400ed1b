"""Tables of the bot itself: what it belongs to, remembers, has asked, and has seen done."""

from datetime import timedelta

from sqlalchemy import BigInteger, Column, Index, String, Table, Text

from bot.base.database.personal_data import IMPERSONAL, Kept, Term, Then, Whose, about, lasts, stays
from bot.base.database.sql_types import Serial, UtcDateTime
from bot.store.tables.ground import COPY, NOBODY, THEIR_ROW, metadata

LONGEST_QUOTA = timedelta(days=1)
"""How long ago something may be that still counts for a quota."""

meta = Table(
    "meta",
    metadata,
    Column("name", String, primary_key=True, info=IMPERSONAL),
    Column("value", String, nullable=False, info=IMPERSONAL),
)

preferences = Table(
    "preferences",
    metadata,
    Column("name", String, primary_key=True, info=IMPERSONAL),
    Column(
        "value",
        Text,
        nullable=False,
        info=about(Kept("the business itself, as sender of what it sends next")),
    ),
    info=stays("the sender has sent nothing for as long as what is personal is kept"),
)

sent_requests = Table(
    "requests",
    metadata,
    Column("key", String, primary_key=True, info=IMPERSONAL),
    Column("sent_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("before", Text, nullable=False, info=COPY),
    info=lasts("sent_at", Term.RETENTION),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True, info=IMPERSONAL),
    Column("at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    Column(
        "user_id",
        BigInteger,
        nullable=False,
        index=True,
        info=about(Whose(Then.CLEAR, cleared=NOBODY)),
    ),
    Column("act", String, nullable=False, info=IMPERSONAL),
    Column("delivery", String, index=True, info=IMPERSONAL),
    Column("detail", String, index=True, info=about(Whose(Then.CLEAR, written="{}"))),
    info=lasts("at", Term.RETENTION),
)

quotas = Table(
    "quotas",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True, info=IMPERSONAL),
    Column("user_id", BigInteger, nullable=False, info=THEIR_ROW),
    Column("name", String, nullable=False, info=IMPERSONAL),
    Column("at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Index("quotas_of", "user_id", "name"),
    info=lasts("at", LONGEST_QUOTA),
)
