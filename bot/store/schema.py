"""The bot's schema: where its migrations are, which of its times are by our own clock, and how its
database is backed up and put back.
"""

from pathlib import Path

from sqlalchemy import Connection, func, select, text

from bot.base.backup.manifest import KeptDatabase
from bot.base.database.database import address_of
from bot.base.database.schema import Schema, told_as_unusable
from bot.base.vault import Vault
from bot.store.preferences import Preference
from bot.store.tables import chats, deliveries, metadata, people, program, riders

# What others have told us, such as Telegram and the fleet service, and what only says to people
# when something was, stays as it is.
_BY_OUR_CLOCK = (
    deliveries.deliveries.c.seen_at,
    deliveries.deliveries.c.given_at,
    chats.cards.c.rang_for,
    chats.cards.c.sent_at,
    chats.finished_cards.c.sent_at,
    people.people.c.contact_asked_at,
    people.people.c.muted_until,
    people.dialogs.c.expires_at,
    people.invites.c.expires_at,
    deliveries.code_attempts.c.made_at,
    deliveries.typed_codes.c.at,
    program.quotas.c.at,
    program.sent_requests.c.sent_at,
    deliveries.alarms.c.since,
    deliveries.handovers.c.since,
    deliveries.delays.c.at,
    riders.round_stops.c.at,
    deliveries.undelivered.c.at,
    deliveries.ready_times.c.asked_at,
    chats.new_orders.c.came_at,
    chats.digests.c.rung_at,
    chats.digests.c.grown_at,
    chats.boards.c.ends_at,
    chats.conversations.c.spoken_at,
    deliveries.ratings.c.at,
    riders.shifts.c.began_at,
    riders.shifts.c.ended_at,
)

SCHEMA = Schema(
    program="bot",
    landmark="people",
    example="config.example.toml",
    tables=metadata,
    migrations=Path(__file__).with_name("migrations"),
    lock=4_711_001,
    highest_number=select(func.max(deliveries.deliveries.c.as_of)),
    by_our_clock=_BY_OUR_CLOCK,
)

UNBIND = "DELETE FROM meta WHERE name IN ('bot', 'environment', 'fleet_api_key')"
"""The statement after which a database is nobody's, and its key file's still."""


def kept_database(url: str, vault: Vault) -> KeptDatabase:
    """Name the bot's database at an address, whose backups that vault signs.

    Raises:
        DatabaseUnusable: it is none.
    """
    with told_as_unusable(SCHEMA):
        return KeptDatabase(SCHEMA, address_of(url), "people", _facts, vault)


def _facts(connection: Connection) -> dict[str, str]:
    rows = connection.execute(text("SELECT name, value FROM meta"))
    return {row.name: row.value for row in rows}


def life_of(connection: Connection) -> str | None:
    """Return what a database, of whatever version, says of its life (`Preference.LIFE`)."""
    query = text("SELECT value FROM preferences WHERE name = :name")
    life: str | None = connection.scalar(query, {"name": Preference.LIFE})
    return life
