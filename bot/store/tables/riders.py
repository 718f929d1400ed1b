"""Tables of riders: where they are, when they work, how they ride, and their cash."""

from datetime import timedelta

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    String,
    Table,
    Text,
    false,
)

from bot.base.database.personal_data import (
    IMPERSONAL,
    Kept,
    OfDelivery,
    Term,
    Then,
    Whose,
    about,
    lasts,
    stays,
)
from bot.base.database.sql_types import Serial, UtcDateTime
from bot.store.tables.ground import NOBODY, OF_DELIVERY, metadata

_BOOKED = about(Kept("why less cash was handed in than carried, until rider and business agree"))
_SHARED = about(Kept("a rider's, for as long as they share it, and no longer"))
_BOOKED_BY = about(Whose(Then.CLEAR, cleared=NOBODY))

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

round_stops = Table(
    "round_stops",
    metadata,
    Column("delivery", String, primary_key=True, info=OF_DELIVERY),
    Column("rider", String, nullable=False, index=True, info=IMPERSONAL),
    Column("place", Integer, nullable=False, info=IMPERSONAL),
    Column("on_the_way", Integer, info=IMPERSONAL),
    Column("at", UtcDateTime, nullable=False, index=True, info=IMPERSONAL),
    info=lasts("at", timedelta(days=1)),
)

trips = Table(
    "trips",
    metadata,
    Column("delivery", String, primary_key=True, info=OF_DELIVERY),
    Column("stops", Integer, primary_key=True, autoincrement=False, info=IMPERSONAL),
    Column("since", UtcDateTime, nullable=False, info=IMPERSONAL),
    Column("seconds", Integer, nullable=False, info=IMPERSONAL),
    Index("trips_alike", "stops", "since"),
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
