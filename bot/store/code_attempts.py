"""Code attempts: codes that the fleet service refused, counted so that nobody tries them all.

An attempt is written down before the code is sent, under its request's key, so that no crash and no
retry can make it free or count it twice; it is taken back when the code was not refused.
"""

from datetime import datetime

from sqlalchemy import delete, select

from bot.base.database.prepared import Change, Query, as_row, each_given, given
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables.deliveries import GUESSER, code_attempts

_COUNTED = ("key", "delivery", "stage", "rider", "made_at")
_COUNT = Change(
    lambda insert: insert(code_attempts).values(each_given(*_COUNTED)).on_conflict_do_nothing()
)
_TAKE_BACK = Change(delete(code_attempts).where(code_attempts.c.key == given("key")))
_MADE = Query(
    select(code_attempts.c.stage, code_attempts.c.made_at)
    .where(code_attempts.c.delivery == given("delivery"), code_attempts.c.rider == given("rider"))
    .order_by(code_attempts.c.made_at),
    as_row,
)
_FORGET = Change(delete(code_attempts).where(code_attempts.c.delivery == given("delivery")))


def guesser(user_id: int) -> str:
    """Name a dispatcher or a customer where attempts are counted; a rider is named by the uuid."""
    return GUESSER.format(user_id)


def count(tx: Transaction, key: str, delivery: DeliveryUuid, stage: str, rider: str) -> None:
    """Count an attempt under its request's key."""
    tx.run(_COUNT, key=key, delivery=delivery, stage=stage, rider=rider, made_at=tx.now)


def take_back(tx: Transaction, key: str) -> None:
    """The code was not refused: it was right, or nobody looked at it."""
    tx.run(_TAKE_BACK, key=key)


def made(tx: Transaction, delivery: DeliveryUuid, stage: str, rider: str) -> list[datetime]:
    """Return when this rider was wrong at this stage of this delivery, oldest first."""
    # The question leaves the stage out: what it finds at the pickup is known at the door.
    attempts = tx.all(_MADE, delivery=delivery, rider=rider)
    return [made_at for of_stage, made_at in attempts if of_stage == stage]


def forget(tx: Transaction, delivery: DeliveryUuid) -> None:
    """Forget the attempts at a delivery: a dispatcher has unlocked it."""
    tx.run(_FORGET, delivery=delivery)
