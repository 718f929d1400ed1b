"""Riders out of reach: the bot cannot write to them, and somebody must call about their open jobs.

Dispatchers hear of it once per job, not once per message that did not arrive.
"""

from bot.actions import effect_keys
from bot.actions.news import OUT_OF_REACH
from bot.actions.recipients import readers
from bot.actions.rider import locations
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Standing, Unreachable
from bot.store import boards, deliveries, digests, people
from bot.texts.dispatcher import out_of_reach as texts


def lose(tx: Transaction, user_id: int, because: Unreachable) -> None:
    """Stop sending to a person; if it is a rider, tell dispatchers about the rider's open jobs.

    Do not tell again about a person who was out of reach before. Ignore a chat of no person.
    """
    tx.alone_with(f"reach:{user_id}")
    person = people.get(tx, user_id)
    if person is None:
        return
    people.set_unreachable(tx, user_id, because)
    boards.end(tx, user_id)
    digests.end_of(tx, user_id)
    lost = people.get(tx, user_id)
    if not person.reachable or person.rider is None or lost is None:
        return
    locations.duty_changed(tx, person.rider, effect_keys.lost(user_id, tx.now))
    for row in deliveries.open_of_rider(tx, person.rider):
        tell_staff(tx, row, lost.standing)


def tell_staff(tx: Transaction, row: DeliveryRow, standing: Standing) -> None:
    """Tell dispatchers that a delivery's rider does not read of it here, and how to call them."""
    delivery = snapshot(row)
    readers.tell(
        tx,
        OUT_OF_REACH,
        row,
        lambda say, _: texts.not_got(say, delivery, standing),
        effect_keys.not_got(row.uuid, row.rider or "", tx.now),
        in_groups=lambda say: texts.not_got_for_groups(say, delivery),
    )
