"""The tables, as SQLAlchemy Core sees them. They are made so, or by migrations; tests compare."""

from datetime import timedelta

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    MetaData,
    Sequence,
    String,
    Table,
    Text,
    false,
)

from bot.base.database.answers import RESTLESS
from bot.base.database.personal_data import (
    IMPERSONAL,
    Kept,
    OfDelivery,
    Term,
    Theirs,
    Then,
    Whose,
    about,
    lasts,
    stays,
)
from bot.base.database.sql_types import Serial, UtcDateTime
from bot.base.queue.tables import queue

LONGEST_HANDOVER = timedelta(days=7)
"""After so long nobody is asked any more whether a parcel has changed hands on the way."""

LONGEST_QUOTA = timedelta(days=1)
"""How long ago something may be that still counts for a quota."""

_TALKED_ABOUT = timedelta(days=7)
"""How long what people have said to each other is kept."""

_OF_NOW = timedelta(days=7)
"""How long messages are known that showed how things stood, after that has changed."""

NOBODY = 0
"""Who has done what the log tells, where it is not known any more."""

GUESSER = "staff:{}"
"""How somebody who is not its rider is named where codes that were refused are counted."""

# What is decided again and again of what columns hold of people.
_THEIR_ROW = about(Whose(Then.DELETE))
_THEIR_NUMBER = about(Whose(Then.NOBODY))
_THEIRS = about(Theirs())
_COPY = about(Kept("a copy of what the business's delivery service holds"))
_RECORD = about(Kept("a rider's report to the business on a delivery, which outlasts the rider"))
_ORDER = about(Kept("an order as it was sent to the business, for as long as it is talked about"))
_BOOKED = about(Kept("why less cash was handed in than carried, until rider and business agree"))
_BARRED = about(Kept("or whoever was put out as a rider would be one again; without a name"))
_SHARED = about(Kept("a rider's, for as long as they share it, and no longer"))
_OF_DELIVERY = about(OfDelivery())
_BOOKED_BY = about(Whose(Then.CLEAR, cleared=NOBODY))

_PERSON = stays("they are forgotten: as they wish, or when they follow nothing and say nothing")

metadata = MetaData()
# Of `Transaction.next_number`, where a database has sequences.
Sequence("numbers", metadata=metadata)

# The queue is in the same database; its rows are for `bot.base` alone.
for _table in queue.sorted_tables:
    _table.to_metadata(metadata)

meta = Table(
    "meta",
    metadata,
    Column("name", String, primary_key=True, info=IMPERSONAL),
    Column("value", String, nullable=False, info=IMPERSONAL),
)

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
    Column("phone", String, index=True, info=_THEIRS),
    Column("reachable", Boolean, nullable=False, info=_BARRED),
    Column("unreachable_because", String, info=_THEIRS),
    Column("contact_asked_at", UtcDateTime, info=_THEIRS),
    Column("created_at", UtcDateTime, nullable=False, info=_BARRED),
    Column("muted_until", UtcDateTime, info=_THEIRS),
    Column("quiet_from", Integer, info=_THEIRS),
    Column("quiet_to", Integer, info=_THEIRS),
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
    Column("duty_from", UtcDateTime, info=_THEIRS),
    Column("duty_until", UtcDateTime, info=_THEIRS),
    Column(
        "on_break",
        Boolean,
        nullable=False,
        server_default=false(),
        info=about(Theirs(cleared=False)),
    ),
    Column("seen_at", UtcDateTime, info=_THEIRS),
    Column("barred_rider", String, info=_BARRED),
    info=_PERSON,
)

muted_kinds = Table(
    "muted_kinds",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=_THEIR_ROW),
    Column("kind", String, primary_key=True, info=_THEIRS),
    info=_PERSON,
)

roles = Table(
    "roles",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=_THEIR_ROW),
    Column("role", String, primary_key=True, index=True, info=_THEIRS),
    Column("rider", String, index=True, info=_THEIRS),
    info=_PERSON,
)

invites = Table(
    "invites",
    metadata,
    Column("token_hash", String, primary_key=True, info=IMPERSONAL),
    Column("role", String, nullable=False, info=IMPERSONAL),
    Column("rider", String, info=IMPERSONAL),
    Column("delivery", String, index=True, info=_OF_DELIVERY),
    Column("receiver", String, info=IMPERSONAL),
    Column("made_by", BigInteger, nullable=False, index=True, info=_THEIR_NUMBER),
    Column("expires_at", UtcDateTime, index=True, info=IMPERSONAL),
    Column("used_by", BigInteger, index=True, info=_THEIR_ROW),
    Column("used_at", UtcDateTime, info=_THEIRS),
    Column("for_user", BigInteger, index=True, info=_THEIR_ROW),
    Column("for_name", String, info=_THEIRS),
    info=lasts("expires_at", Term.RETENTION),
)

deliveries = Table(
    "deliveries",
    metadata,
    Column("uuid", String, primary_key=True, info=_OF_DELIVERY),
    Column("order_number", String, nullable=False, index=True, info=IMPERSONAL),
    Column("state", String, nullable=False, info=IMPERSONAL),
    Column("rank", Integer, nullable=False, info=IMPERSONAL),
    Column("is_open", Boolean, nullable=False, info=IMPERSONAL),
    Column("rider", String, info=IMPERSONAL),
    Column("updated_at", UtcDateTime, info=IMPERSONAL),
    Column("revision", Integer, nullable=False, info=IMPERSONAL),
    Column("snapshot", Text, nullable=False, info=_COPY),
    Column("seen_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("as_of", BigInteger, nullable=False, server_default="0", info=IMPERSONAL),
    Column("given_as_of", BigInteger, nullable=False, server_default="0", info=IMPERSONAL),
    Column("pickup", String, info=_COPY),
    Column("given_at", UtcDateTime, info=IMPERSONAL),
    Column("ended_at", UtcDateTime, index=True, info=IMPERSONAL),
    Index("deliveries_rider", "rider", "is_open"),
    Index("deliveries_open", "is_open", "seen_at"),
    Index("deliveries_ended", "state", "seen_at"),
)

phones = Table(
    "phones",
    metadata,
    Column("delivery", String, primary_key=True, info=_OF_DELIVERY),
    Column("party", String, primary_key=True, info=IMPERSONAL),
    Column("phone", String, nullable=False, index=True, info=_COPY),
)

subscriptions = Table(
    "watches",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=_THEIR_ROW),
    Column("delivery", String, primary_key=True, index=True, info=_OF_DELIVERY),
    Column("party", String, nullable=False, info=_THEIRS),
)

cards = Table(
    "cards",
    metadata,
    Column("chat_id", BigInteger, primary_key=True, autoincrement=False, info=_THEIR_ROW),
    Column("delivery", String, primary_key=True, index=True, info=_OF_DELIVERY),
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
    Column("chat_id", BigInteger, primary_key=True, autoincrement=False, info=_THEIR_ROW),
    Column("message_id", BigInteger, primary_key=True, autoincrement=False, info=IMPERSONAL),
    Column("sent_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("ended_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    info=lasts("ended_at", _OF_NOW),
)

job_words = Table(
    "job_words",
    metadata,
    Column("chat_id", BigInteger, primary_key=True, autoincrement=False, info=_THEIR_ROW),
    Column("message_id", BigInteger, primary_key=True, autoincrement=False, info=IMPERSONAL),
    Column("delivery", String, nullable=False, index=True, info=_OF_DELIVERY),
    Column("sent_at", UtcDateTime, nullable=False, info=IMPERSONAL),
)

dialogs = Table(
    "dialogs",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=_THEIR_ROW),
    Column("name", String, nullable=False, info=_THEIRS),
    Column("data", Text, nullable=False, info=_THEIRS),
    Column("expires_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    info=lasts("expires_at"),
)

code_attempts = Table(
    "guesses",
    metadata,
    Column("key", String, primary_key=True, info=IMPERSONAL),
    Column("delivery", String, nullable=False, info=_OF_DELIVERY),
    Column("stage", String, nullable=False, info=IMPERSONAL),
    Column("rider", String, nullable=False, info=about(Whose(Then.DELETE, written=GUESSER))),
    Column("made_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Index("guesses_of", "delivery", "stage", "rider"),
)

door_photos = Table(
    "door_photos",
    metadata,
    Column("delivery", String, primary_key=True, info=_OF_DELIVERY),
    Column("stage", String, primary_key=True, info=IMPERSONAL),
    Column("rider", String, nullable=False, info=IMPERSONAL),
    Column("file_id", String, nullable=False, info=_RECORD),
    Column("at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("goes_to_fleet", Boolean, nullable=False, server_default=false(), info=IMPERSONAL),
    info=lasts("at", _TALKED_ABOUT),
)

order_pictures = Table(
    "order_pictures",
    metadata,
    Column("delivery", String, primary_key=True, info=_OF_DELIVERY),
    Column("file_id", String, nullable=False, info=_ORDER),
    Column("is_file", Boolean, nullable=False, info=IMPERSONAL),
    Column("at", UtcDateTime, nullable=False, info=IMPERSONAL),
    info=lasts("at", _TALKED_ABOUT),
)

typed_codes = Table(
    "typed_codes",
    metadata,
    Column("rider", String, primary_key=True, info=IMPERSONAL),
    Column("mark", String, primary_key=True, info=IMPERSONAL),
    Column("delivery", String, nullable=False, info=IMPERSONAL),
    Column("at", UtcDateTime, nullable=False, info=IMPERSONAL),
    info=lasts("at", timedelta(days=1)),
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

groups = Table(
    "groups",
    metadata,
    Column("chat_id", BigInteger, primary_key=True, autoincrement=False, info=IMPERSONAL),
    Column("topic", Integer, info=IMPERSONAL),
    Column("title", String, nullable=False, info=IMPERSONAL),
    Column("language", String, nullable=False, info=IMPERSONAL),
    Column("bound_by", BigInteger, nullable=False, info=_THEIR_NUMBER),
    Column("bound_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("shop", String, info=_COPY),
    info=stays("the group is unbound"),
)

ready_times = Table(
    "ready_times",
    metadata,
    Column("delivery", String, primary_key=True, info=_OF_DELIVERY),
    Column("question", String, nullable=False, index=True, info=IMPERSONAL),
    Column("asked_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("ready_at", UtcDateTime, info=IMPERSONAL),
    Column("trouble", String, info=IMPERSONAL),
    Column("said_by", BigInteger, info=_THEIR_ROW),
    Column("said_name", String, info=_THEIRS),
    info=lasts("asked_at", _TALKED_ABOUT),
)

delays = Table(
    "delays",
    metadata,
    Column("delivery", String, primary_key=True, info=_OF_DELIVERY),
    Column("rider", String, nullable=False, info=IMPERSONAL),
    Column("minutes", Integer, nullable=False, info=IMPERSONAL),
    Column("at", UtcDateTime, nullable=False, info=IMPERSONAL),
    info=lasts("at", timedelta(days=1)),
)

undelivered = Table(
    "undelivered",
    metadata,
    Column("delivery", String, primary_key=True, info=_OF_DELIVERY),
    Column("rider", String, nullable=False, info=IMPERSONAL),
    Column("outcome", String, nullable=False, info=IMPERSONAL),
    Column("again_at", UtcDateTime, info=IMPERSONAL),
    Column("left_with", Text, info=_RECORD),
    Column("attempt", Integer, nullable=False, info=IMPERSONAL),
    Column("at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    info=lasts("at", Term.RETENTION),
)

door_amounts = Table(
    "door_amounts",
    metadata,
    Column("delivery", String, primary_key=True, info=_OF_DELIVERY),
    Column("goods", BigInteger, info=IMPERSONAL),
    Column("pays_with", BigInteger, info=IMPERSONAL),
    Column("at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    info=lasts("at", Term.RETENTION),
)

takers = Table(
    "takers",
    metadata,
    Column("delivery", String, primary_key=True, info=_OF_DELIVERY),
    Column("rider", String, nullable=False, info=IMPERSONAL),
    Column("words", Text, nullable=False, info=_RECORD),
    Column("at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    info=lasts("at", Term.RETENTION),
)

round_stops = Table(
    "round_stops",
    metadata,
    Column("delivery", String, primary_key=True, info=_OF_DELIVERY),
    Column("rider", String, nullable=False, index=True, info=IMPERSONAL),
    Column("place", Integer, nullable=False, info=IMPERSONAL),
    Column("at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    info=lasts("at", timedelta(days=1)),
)

trips = Table(
    "trips",
    metadata,
    Column("delivery", String, primary_key=True, info=_OF_DELIVERY),
    Column("stops", Integer, primary_key=True, autoincrement=False, info=IMPERSONAL),
    Column("since", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("seconds", Integer, nullable=False, info=IMPERSONAL),
    Index("trips_alike", "stops", "since"),
)

alarms = Table(
    "alarms",
    metadata,
    Column("kind", String, primary_key=True, info=IMPERSONAL),
    Column("delivery", String, primary_key=True, index=True, info=_OF_DELIVERY),
    Column("cause", String, primary_key=True, info=IMPERSONAL),
    Column("since", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("raised_at", UtcDateTime, info=IMPERSONAL),
)

new_orders = Table(
    "new_orders",
    metadata,
    Column("delivery", String, primary_key=True, info=_OF_DELIVERY),
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
    Column("reader", BigInteger, nullable=False, server_default="0", info=_THEIR_ROW),
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
    Column("chat_id", BigInteger, nullable=False, info=_THEIR_ROW),
    Column("page", Integer, nullable=False, info=IMPERSONAL),
    Column("is_fresh", Boolean, nullable=False, info=IMPERSONAL),
    Column("ends_at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    info=lasts("ends_at", _OF_NOW),
)

locations = Table(
    "locations",
    metadata,
    Column("rider", String, primary_key=True, info=IMPERSONAL),
    Column("message_id", BigInteger, nullable=False, info=IMPERSONAL),
    Column("latitude", Double, nullable=False, info=_SHARED),
    Column("longitude", Double, nullable=False, info=_SHARED),
    Column("shared_until", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("seen_at", UtcDateTime, info=IMPERSONAL),
    # Telegram may tell late that a location is shared no more, and maps go by that.
    info=lasts("shared_until", timedelta(days=1)),
)

handovers = Table(
    "handovers",
    metadata,
    Column("delivery", String, primary_key=True, info=_OF_DELIVERY),
    Column("holder", String, nullable=False, info=IMPERSONAL),
    Column("holder_name", String, nullable=False, info=_COPY),
    Column("holder_phone", String, nullable=False, info=_COPY),
    Column("rider", String, nullable=False, info=IMPERSONAL),
    Column("since", UtcDateTime, nullable=False, info=IMPERSONAL),
    info=lasts("since", LONGEST_HANDOVER),
)

failed_attempts = Table(
    "attempts",
    metadata,
    Column("delivery", String, primary_key=True, info=_OF_DELIVERY),
    Column("at", UtcDateTime, primary_key=True, index=True, info=IMPERSONAL),
    Column("note", Text, info=_RECORD),
)

problem_reports = Table(
    "problems",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True, info=IMPERSONAL),
    Column("delivery", String, nullable=False, index=True, info=_OF_DELIVERY),
    Column("rider", String, nullable=False, info=IMPERSONAL),
    Column("reason", String, nullable=False, info=IMPERSONAL),
    Column("detail", Text, info=_RECORD),
    Column("photo", String, info=_RECORD),
    Column("at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("solved_at", UtcDateTime, info=IMPERSONAL),
)

customer_notes = Table(
    "remarks",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True, info=IMPERSONAL),
    Column("delivery", String, nullable=False, index=True, info=_OF_DELIVERY),
    Column("user_id", BigInteger, nullable=False, index=True, info=_THEIR_ROW),
    Column("party", String, nullable=False, info=IMPERSONAL),
    Column("text", Text, nullable=False, info=_THEIRS),
    Column("at", UtcDateTime, nullable=False, info=IMPERSONAL),
)

conversations = Table(
    "conversations",
    metadata,
    Column("uuid", String, primary_key=True, info=IMPERSONAL),
    Column("user_id", BigInteger, nullable=False, info=_THEIR_ROW),
    Column("reader", BigInteger, info=_THEIR_ROW),
    Column("delivery", String, info=_OF_DELIVERY),
    Column("spoken_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("answered_at", UtcDateTime, info=IMPERSONAL),
    Index("conversations_of", "user_id", "spoken_at"),
    Index("conversations_about", "delivery", "reader"),
    info=lasts("spoken_at", _TALKED_ABOUT),
)

conversation_lines = Table(
    "conversation_lines",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True, info=IMPERSONAL),
    Column("conversation", String, nullable=False, index=True, info=IMPERSONAL),
    Column("user_id", BigInteger, nullable=False, info=_THEIR_ROW),
    Column("words", Text, nullable=False, info=_THEIRS),
    Column("at", UtcDateTime, nullable=False, info=IMPERSONAL),
    info=lasts("at", _TALKED_ABOUT),
)

broadcasts = Table(
    "broadcasts",
    metadata,
    Column("uuid", String, primary_key=True, info=IMPERSONAL),
    Column("user_id", BigInteger, nullable=False, index=True, info=_THEIR_ROW),
    Column("words", Text, nullable=False, info=_THEIRS),
    Column("at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    info=lasts("at", _TALKED_ABOUT),
)

broadcast_readers = Table(
    "broadcast_readers",
    metadata,
    Column("broadcast", String, primary_key=True, info=IMPERSONAL),
    Column(
        "user_id", BigInteger, primary_key=True, autoincrement=False, index=True, info=_THEIR_ROW
    ),
    Column("has_seen", Boolean, nullable=False, info=_THEIRS),
    Column("at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    info=lasts("at", _TALKED_ABOUT),
)

habits = Table(
    "habits",
    metadata,
    Column("uuid", String, primary_key=True, info=IMPERSONAL),
    Column("author", BigInteger, nullable=False, index=True, info=_THEIR_ROW),
    Column("layout", Text, nullable=False, info=_THEIRS),
    Column("used_at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    info=lasts("used_at", Term.RETENTION),
)

shifts = Table(
    "shifts",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True, info=IMPERSONAL),
    Column("rider", String, nullable=False, index=True, info=IMPERSONAL),
    Column("began_at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    Column("ended_at", UtcDateTime, index=True, info=IMPERSONAL),
    Column("was_forgotten", Boolean, nullable=False, server_default=false(), info=IMPERSONAL),
    info=lasts("began_at", Term.RETENTION),
)

ratings = Table(
    "ratings",
    metadata,
    Column("delivery", String, primary_key=True, info=about(OfDelivery(stays=True))),
    Column(
        "user_id", BigInteger, primary_key=True, autoincrement=False, index=True, info=_THEIR_NUMBER
    ),
    Column("rider", String, index=True, info=IMPERSONAL),
    Column("stars", Integer, nullable=False, info=IMPERSONAL),
    Column("at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
)

cash = Table(
    "cash",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True, info=IMPERSONAL),
    Column("kind", String, nullable=False, info=IMPERSONAL),
    Column("rider", String, nullable=False, index=True, info=IMPERSONAL),
    Column("delivery", String, index=True, info=about(OfDelivery(stays=True))),
    Column("hundredths", BigInteger, nullable=False, info=IMPERSONAL),
    Column("goods", BigInteger, nullable=False, server_default="0", info=IMPERSONAL),
    Column("currency", String, nullable=False, info=IMPERSONAL),
    # No entry is confirmed or taken back twice, even by two people at once.
    Column("about", BigInteger, unique=True, info=IMPERSONAL),
    Column("by", BigInteger, nullable=False, index=True, info=_BOOKED_BY),
    Column("at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    info=stays("the business ends: without one entry no later sum is right"),
)

cash_reasons = Table(
    "cash_reasons",
    metadata,
    Column("entry", BigInteger, primary_key=True, autoincrement=False, info=IMPERSONAL),
    Column("reason", Text, nullable=False, info=_BOOKED),
    Column("at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    info=lasts("at", Term.RETENTION),
)

quotas = Table(
    "quotas",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True, info=IMPERSONAL),
    Column("user_id", BigInteger, nullable=False, info=_THEIR_ROW),
    Column("name", String, nullable=False, info=IMPERSONAL),
    Column("at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Index("quotas_of", "user_id", "name"),
    info=lasts("at", LONGEST_QUOTA),
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
    Column("before", Text, nullable=False, info=_COPY),
    info=lasts("sent_at", Term.RETENTION),
)
