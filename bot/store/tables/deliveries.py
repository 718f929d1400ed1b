"""Tables of deliveries: how they stand, and what was said, shown and typed about each."""

from datetime import timedelta

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, String, Table, Text, false

from bot.base.database.personal_data import (
    IMPERSONAL,
    Kept,
    OfDelivery,
    Term,
    Then,
    Whose,
    about,
    lasts,
)
from bot.base.database.sql_types import Serial, UtcDateTime
from bot.store.tables.ground import (
    COPY,
    OF_DELIVERY,
    TALKED_ABOUT,
    THEIR_NUMBER,
    THEIR_ROW,
    THEIRS,
    metadata,
)

LONGEST_HANDOVER = timedelta(days=7)
"""After so long nobody is asked any more whether a parcel has changed hands on the way."""

GUESSER = "staff:{}"
"""How somebody who is not its rider is named where codes that were refused are counted."""

_RECORD = about(Kept("a rider's report to the business on a delivery, which outlasts the rider"))
_ORDER = about(Kept("an order as it was sent to the business, for as long as it is talked about"))

deliveries = Table(
    "deliveries",
    metadata,
    Column("uuid", String, primary_key=True, info=OF_DELIVERY),
    Column("order_number", String, nullable=False, index=True, info=IMPERSONAL),
    Column("state", String, nullable=False, info=IMPERSONAL),
    Column("rank", Integer, nullable=False, info=IMPERSONAL),
    Column("is_open", Boolean, nullable=False, info=IMPERSONAL),
    Column("rider", String, info=IMPERSONAL),
    Column("updated_at", UtcDateTime, info=IMPERSONAL),
    Column("revision", Integer, nullable=False, info=IMPERSONAL),
    Column("snapshot", Text, nullable=False, info=COPY),
    Column("seen_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("as_of", BigInteger, nullable=False, server_default="0", info=IMPERSONAL),
    Column("given_as_of", BigInteger, nullable=False, server_default="0", info=IMPERSONAL),
    Column("pickup", String, info=COPY),
    Column("given_at", UtcDateTime, info=IMPERSONAL),
    Column("ended_at", UtcDateTime, index=True, info=IMPERSONAL),
    Index("deliveries_rider", "rider", "is_open"),
    Index("deliveries_open", "is_open", "seen_at"),
    Index("deliveries_ended", "state", "seen_at"),
)

phones = Table(
    "phones",
    metadata,
    Column("delivery", String, primary_key=True, info=OF_DELIVERY),
    Column("party", String, primary_key=True, info=IMPERSONAL),
    Column("phone", String, nullable=False, index=True, info=COPY),
)

subscriptions = Table(
    "watches",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=THEIR_ROW),
    Column("delivery", String, primary_key=True, index=True, info=OF_DELIVERY),
    Column("party", String, nullable=False, info=THEIRS),
)

code_attempts = Table(
    "guesses",
    metadata,
    Column("key", String, primary_key=True, info=IMPERSONAL),
    Column("delivery", String, nullable=False, info=OF_DELIVERY),
    Column("stage", String, nullable=False, info=IMPERSONAL),
    Column("rider", String, nullable=False, info=about(Whose(Then.DELETE, written=GUESSER))),
    Column("made_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Index("guesses_of", "delivery", "stage", "rider"),
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

door_photos = Table(
    "door_photos",
    metadata,
    Column("delivery", String, primary_key=True, info=OF_DELIVERY),
    Column("stage", String, primary_key=True, info=IMPERSONAL),
    Column("rider", String, nullable=False, info=IMPERSONAL),
    Column("file_id", String, nullable=False, info=_RECORD),
    Column("at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("goes_to_fleet", Boolean, nullable=False, server_default=false(), info=IMPERSONAL),
    info=lasts("at", TALKED_ABOUT),
)

order_pictures = Table(
    "order_pictures",
    metadata,
    Column("delivery", String, primary_key=True, info=OF_DELIVERY),
    Column("file_id", String, nullable=False, info=_ORDER),
    Column("is_file", Boolean, nullable=False, info=IMPERSONAL),
    Column("at", UtcDateTime, nullable=False, info=IMPERSONAL),
    info=lasts("at", TALKED_ABOUT),
)

ready_times = Table(
    "ready_times",
    metadata,
    Column("delivery", String, primary_key=True, info=OF_DELIVERY),
    Column("question", String, nullable=False, index=True, info=IMPERSONAL),
    Column("asked_at", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("ready_at", UtcDateTime, info=IMPERSONAL),
    Column("trouble", String, info=IMPERSONAL),
    Column("said_by", BigInteger, info=THEIR_ROW),
    Column("said_name", String, info=THEIRS),
    info=lasts("asked_at", TALKED_ABOUT),
)

delays = Table(
    "delays",
    metadata,
    Column("delivery", String, primary_key=True, info=OF_DELIVERY),
    Column("rider", String, nullable=False, info=IMPERSONAL),
    Column("minutes", Integer, nullable=False, info=IMPERSONAL),
    Column("at", UtcDateTime, nullable=False, info=IMPERSONAL),
    info=lasts("at", timedelta(days=1)),
)

undelivered = Table(
    "undelivered",
    metadata,
    Column("delivery", String, primary_key=True, info=OF_DELIVERY),
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
    Column("delivery", String, primary_key=True, info=OF_DELIVERY),
    Column("goods", BigInteger, info=IMPERSONAL),
    Column("pays_with", BigInteger, info=IMPERSONAL),
    Column("at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    info=lasts("at", Term.RETENTION),
)

takers = Table(
    "takers",
    metadata,
    Column("delivery", String, primary_key=True, info=OF_DELIVERY),
    Column("rider", String, nullable=False, info=IMPERSONAL),
    Column("words", Text, nullable=False, info=_RECORD),
    Column("at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    info=lasts("at", Term.RETENTION),
)

handovers = Table(
    "handovers",
    metadata,
    Column("delivery", String, primary_key=True, info=OF_DELIVERY),
    Column("holder", String, nullable=False, info=IMPERSONAL),
    Column("holder_name", String, nullable=False, info=COPY),
    Column("holder_phone", String, nullable=False, info=COPY),
    Column("rider", String, nullable=False, info=IMPERSONAL),
    Column("since", UtcDateTime, nullable=False, info=IMPERSONAL),
    info=lasts("since", LONGEST_HANDOVER),
)

failed_attempts = Table(
    "attempts",
    metadata,
    Column("delivery", String, primary_key=True, info=OF_DELIVERY),
    Column("at", UtcDateTime, primary_key=True, index=True, info=IMPERSONAL),
    Column("note", Text, info=_RECORD),
)

problem_reports = Table(
    "problems",
    metadata,
    Column("id", Serial, primary_key=True, autoincrement=True, info=IMPERSONAL),
    Column("delivery", String, nullable=False, index=True, info=OF_DELIVERY),
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
    Column("delivery", String, nullable=False, index=True, info=OF_DELIVERY),
    Column("user_id", BigInteger, nullable=False, index=True, info=THEIR_ROW),
    Column("party", String, nullable=False, info=IMPERSONAL),
    Column("text", Text, nullable=False, info=THEIRS),
    Column("at", UtcDateTime, nullable=False, info=IMPERSONAL),
)

ratings = Table(
    "ratings",
    metadata,
    Column("delivery", String, primary_key=True, info=about(OfDelivery(stays=True))),
    Column(
        "user_id", BigInteger, primary_key=True, autoincrement=False, index=True, info=THEIR_NUMBER
    ),
    Column("rider", String, index=True, info=IMPERSONAL),
    Column("stars", Integer, nullable=False, info=IMPERSONAL),
    Column("at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
)

alarms = Table(
    "alarms",
    metadata,
    Column("kind", String, primary_key=True, info=IMPERSONAL),
    Column("delivery", String, primary_key=True, index=True, info=OF_DELIVERY),
    Column("cause", String, primary_key=True, info=IMPERSONAL),
    Column("since", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("raised_at", UtcDateTime, info=IMPERSONAL),
)
