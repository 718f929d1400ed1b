"""Tables of chats: the messages that live there, and what people say to each other."""

from datetime import timedelta

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, String, Table, Text

from bot.base.database.answers import RESTLESS
from bot.base.database.personal_data import IMPERSONAL, Term, lasts
from bot.base.database.sql_types import Serial, UtcDateTime
from bot.store.tables.ground import OF_DELIVERY, TALKED_ABOUT, THEIR_ROW, THEIRS, metadata

_OF_NOW = timedelta(days=7)
"""How long messages are known that showed how things stood, after that has changed."""

cards = Table(
    "cards",
    metadata,
    Column("chat_id", BigInteger, primary_key=True, autoincrement=False, info=THEIR_ROW),
    Column("delivery", String, primary_key=True, index=True, info=OF_DELIVERY),
    Column("view", String, primary_key=True, info=IMPERSONAL),
    Column("message_id", BigInteger, nullable=False, info=IMPERSONAL),
    Column("shown", String, nullable=False, info=IMPERSONAL),
    Column("rang_for", UtcDateTime, info=IMPERSONAL),
    Column("sent_at", UtcDateTime, index=True, info=IMPERSONAL),
    Index("cards_sent", "chat_id", "sent_at"),
    info=lasts("sent_at", Term.UNENDED) | RESTLESS,
)

finished_cards = Table(
    "finished_cards",
    metadata,
    Column("chat_id", BigInteger, primary_key=True, autoincrement=False, info=THEIR_ROW),
    Column("message_id", BigInteger, primary_key=True, autoincrement=False, info=IMPERSONAL),
    Column("sent_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("ended_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    info=lasts("ended_at", _OF_NOW),
)

job_words = Table(
    "job_words",
    metadata,
    Column("chat_id", BigInteger, primary_key=True, autoincrement=False, info=THEIR_ROW),
    Column("message_id", BigInteger, primary_key=True, autoincrement=False, info=IMPERSONAL),
    Column("delivery", String, nullable=False, index=True, info=OF_DELIVERY),
    Column("sent_at", UtcDateTime, nullable=False, info=IMPERSONAL),
)

new_orders = Table(
    "new_orders",
    metadata,
    Column("delivery", String, primary_key=True, info=OF_DELIVERY),
    Column("came_at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    Column("in_digest", Boolean, nullable=False, info=IMPERSONAL),
    info=lasts("came_at", _OF_NOW),
)

digests = Table(
    "digests",
    metadata,
    Column("uuid", String, primary_key=True, info=IMPERSONAL),
    Column("kind", String, nullable=False, info=IMPERSONAL),
    Column("rung_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("grown_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("ended_at", UtcDateTime, info=IMPERSONAL),
    Column("reader", BigInteger, nullable=False, server_default="0", info=THEIR_ROW),
    info=lasts("ended_at", _OF_NOW),
)
_DIGEST_LIVES = digests.c.ended_at.is_(None)
Index(
    "digests_living",
    digests.c.kind,
    digests.c.reader,
    unique=True,
    sqlite_where=_DIGEST_LIVES,
    postgresql_where=_DIGEST_LIVES,
)

boards = Table(
    "boards",
    metadata,
    Column("uuid", String, primary_key=True, info=IMPERSONAL),
    Column("chat_id", BigInteger, nullable=False, info=THEIR_ROW),
    Column("page", Integer, nullable=False, info=IMPERSONAL),
    Column("is_fresh", Boolean, nullable=False, info=IMPERSONAL),
    Column("ends_at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    info=lasts("ends_at", _OF_NOW),
)

conversations = Table(
    "conversations",
    metadata,
    Column("uuid", String, primary_key=True, info=IMPERSONAL),
    Column("user_id", BigInteger, nullable=False, info=THEIR_ROW),
    Column("reader", BigInteger, info=THEIR_ROW),
    Column("delivery", String, info=OF_DELIVERY),
    Column("spoken_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("answered_at", UtcDateTime, info=IMPERSONAL),
    Index("conversations_of", "user_id", "spoken_at"),
    Index("conversations_about", "delivery", "reader"),
    info=lasts("spoken_at", TALKED_ABOUT),
)

conversation_lines = Table(
    "conversation_lines",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True, info=IMPERSONAL),
    Column("conversation", String, nullable=False, index=True, info=IMPERSONAL),
    Column("user_id", BigInteger, nullable=False, info=THEIR_ROW),
    Column("words", Text, nullable=False, info=THEIRS),
    Column("at", UtcDateTime, nullable=False, info=IMPERSONAL),
    info=lasts("at", TALKED_ABOUT),
)

broadcasts = Table(
    "broadcasts",
    metadata,
    Column("uuid", String, primary_key=True, info=IMPERSONAL),
    Column("user_id", BigInteger, nullable=False, index=True, info=THEIR_ROW),
    Column("words", Text, nullable=False, info=THEIRS),
    Column("at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    info=lasts("at", TALKED_ABOUT),
)

broadcast_readers = Table(
    "broadcast_readers",
    metadata,
    Column("broadcast", String, primary_key=True, info=IMPERSONAL),
    Column(
        "user_id", BigInteger, primary_key=True, autoincrement=False, index=True, info=THEIR_ROW
    ),
    Column("has_seen", Boolean, nullable=False, info=THEIRS),
    Column("at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    info=lasts("at", TALKED_ABOUT),
)
