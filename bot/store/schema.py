"""The bot's schema: where its migrations are, and which of its times are by our own clock."""

from pathlib import Path

from sqlalchemy import func, select

from bot.base.database.schema import Schema
from bot.store import tables
from bot.store.tables import deliveries

# What others have told us, such as Telegram and the fleet service, and what only says to people
# when something was, stays as it is.
_BY_OUR_CLOCK = (
    deliveries.c.seen_at,
    deliveries.c.given_at,
    tables.cards.c.rang_for,
    tables.cards.c.sent_at,
    tables.finished_cards.c.sent_at,
    tables.people.c.contact_asked_at,
    tables.people.c.muted_until,
    tables.dialogs.c.expires_at,
    tables.invites.c.expires_at,
    tables.code_attempts.c.made_at,
    tables.typed_codes.c.at,
    tables.quotas.c.at,
    tables.sent_requests.c.sent_at,
    tables.alarms.c.since,
    tables.handovers.c.since,
    tables.delays.c.at,
    tables.round_stops.c.at,
    tables.undelivered.c.at,
    tables.ready_times.c.asked_at,
    tables.new_orders.c.came_at,
    tables.digests.c.rung_at,
    tables.digests.c.grown_at,
    tables.boards.c.ends_at,
    tables.conversations.c.spoken_at,
    tables.ratings.c.at,
    tables.shifts.c.began_at,
    tables.shifts.c.ended_at,
)

SCHEMA = Schema(
    program="bot",
    landmark="people",
    example="config.example.toml",
    tables=tables.metadata,
    migrations=Path(__file__).with_name("migrations"),
    lock=4_711_001,
    highest_number=select(func.max(deliveries.c.as_of)),
    by_our_clock=_BY_OUR_CLOCK,
)
