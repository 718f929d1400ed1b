"""The board: what is open, as last seen, and what today has brought."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from bot.actions.dispatcher.lookup import oldest_first
from bot.actions.snapshots import snapshot
from bot.base.transaction import Transaction
from bot.fleet import Delivery, State
from bot.store import deliveries, failed_attempts
from bot.texts.dispatcher.board import Counts


@dataclass(frozen=True, slots=True)
class Board:
    """Every open delivery, the oldest first, and how many stand where."""

    counts: Counts
    open: list[Delivery]


def look(tx: Transaction, zone: tzinfo) -> Board:
    """Return the board as things are known; the day is that of the business's zone."""
    open_now = open_deliveries(tx)
    return Board(_counts(tx, open_now, _midnight(tx.now, zone)), open_now)


def open_deliveries(tx: Transaction) -> list[Delivery]:
    return oldest_first(snapshot(row) for row in deliveries.all_open(tx))


def _counts(tx: Transaction, open_now: list[Delivery], midnight: datetime) -> Counts:
    states = Counter(delivery.state for delivery in open_now)
    unassigned = sum(
        delivery.state is State.PENDING and delivery.rider is None for delivery in open_now
    )
    ended = deliveries.ended_since(tx, State.DELIVERED, midnight)
    dropped_off = [snapshot(row).dropoff_at or row.seen_at for row in ended]
    return Counts(
        unassigned=unassigned,
        for_pickup=states[State.PENDING] - unassigned + states[State.AWAITING_PICKUP],
        accepted=states[State.ACCEPTED],
        on_the_way=states[State.IN_TRANSIT] + states[State.FAILED],
        delivered=sum(moment is not None and moment >= midnight for moment in dropped_off),
        failed_attempts=failed_attempts.count(tx, midnight),
    )


def _midnight(now: datetime, zone: tzinfo) -> datetime:
    local = now.astimezone(zone)
    return local.replace(hour=0, minute=0, second=0, microsecond=0).astimezone(UTC)
