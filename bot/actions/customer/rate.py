"""Ratings: a customer's stars for a delivery, changeable for a day, and shown to dispatchers."""

from datetime import timedelta
from enum import Enum

from bot.actions import effect_keys
from bot.actions.customer.subscriptions import Followed
from bot.actions.news import COMPLAINT
from bot.actions.recipients import readers, staff
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.store import audit, ratings
from bot.store.ratings import Rating
from bot.texts.customer import rate as texts

_CHANGEABLE = timedelta(days=1)


class Late(Enum):
    """The stars were given too long ago to be changed."""

    TOO_LATE = "too late"


TOO_LATE = Late.TOO_LATE


def give(tx: Transaction, person: Person, row: DeliveryRow, stars: int) -> int | Late | None:
    """Keep 1 to 5 stars; return the person's former stars, or `TOO_LATE` to change them."""
    before = ratings.of_person(tx, row.uuid, person.user_id)
    if before and before.at and tx.now - before.at > _CHANGEABLE:
        return TOO_LATE
    ratings.save(tx, Rating(row.uuid, person.user_id, row.rider, stars))
    audit.record(tx, person.user_id, "rate", row.uuid, str(stars))
    staff.touch(tx, row.uuid)
    return before.stars if before else None


def complain(
    tx: Transaction, person: Person, followed: Followed, words: str, key: EffectKey
) -> None:
    """Tell every dispatcher what went wrong, in private, because these are a customer's words."""
    given = ratings.of_person(tx, followed.row.uuid, person.user_id)
    seen, party, stars = followed.seen, followed.party, given.stars if given else 0
    readers.tell(
        tx,
        COMPLAINT,
        followed.row,
        lambda say, _: texts.complaint(say, seen, party, stars, words),
        effect_keys.complaint(key),
    )
