"""Operations that the contract names but has no call for: the operator does them."""

from collections.abc import Container
from dataclasses import replace

from bot.service.environment import UnitOfWork, operation
from bot.service.errors import RefusedError
from bot.service.operations.tell import tell_codes, tell_nothing_more
from bot.service.records import Delivery, MapPlace
from bot.service.rules.account import DECLINED_EVENT
from bot.service.rules.moves import DECLINED_FROM, FAILED_FROM, OPEN
from bot.service.rules.texts import STAGES_AHEAD
from bot.service.store.delivery_rows import place_columns
from bot.service.vocabulary import Event, Stage, State

TOLD_AS_FAILED = "The attempt to deliver {delivery} is told as failed."
DECLINED = "Delivery {delivery} is declined."
"""What the operator is told afterwards, on the page and by the command."""


@operation
def mark_failed(work: UnitOfWork, uuid: str, note: str) -> Delivery:
    """Announce that an attempt to deliver has failed; the state stays. Return the delivery.

    Raises:
        NotFoundError: there is no such delivery.
        RefusedError: it is not on its way.
    """
    delivery = work.delivery(uuid)
    _check(delivery, FAILED_FROM, "have failed")
    # Only its `updated_at` changes, by which receivers put webhooks in order.
    failed = work.change(delivery, {})
    # The note goes into this webhook alone: the delivery keeps its dispatcher's note.
    work.announce(replace(failed, note=note), [Event.FAILED])
    work.did("attempt told as failed", delivery.title)
    return failed


@operation
def decline(work: UnitOfWork, uuid: str, note: str) -> Delivery:
    """Decline a delivery whose parcel is still with the sender, and return it.

    Raises:
        NotFoundError: there is no such delivery.
        RefusedError: the parcel has been picked up, or the delivery is over.
    """
    delivery = work.delivery(uuid)
    _check(delivery, DECLINED_FROM, "be declined")
    tell_nothing_more(work, delivery)
    declined = work.change(delivery, {"state": State.DECLINED, **work.calling_off(note)})
    work.announce(declined, [DECLINED_EVENT])
    work.did("declined", delivery.title)
    return declined


@operation
def resend_codes(work: UnitOfWork, uuid: str) -> list[Stage]:
    """Text new codes for the hand-overs to come, and return those; former codes are void.

    Raises:
        NotFoundError: there is no such delivery.
        RefusedError: the delivery is over, or nobody to tell has a phone number.
    """
    delivery = work.delivery(uuid)
    _check(delivery, OPEN, "have codes")
    ahead = STAGES_AHEAD[delivery.state]
    stages = tell_codes(work, delivery, ahead, again=True)
    if not stages:
        raise RefusedError({"delivery_uuid": ["Nobody to tell has a phone number."]})
    work.did("new codes sent", delivery.title)
    return stages


@operation
def set_paid(work: UnitOfWork, uuid: str, *, paid: bool) -> Delivery:
    """Record whether a delivery is paid for, whatever its state; return it.

    Raises:
        NotFoundError: there is no such delivery.
    """
    delivery = work.delivery(uuid)
    if delivery.is_paid is not paid:
        delivery = work.change(delivery, {"is_paid": paid})
    work.did("marked as paid" if paid else "marked as not paid", delivery.title)
    return delivery


@operation
def set_taker(work: UnitOfWork, uuid: str, taken_by: str) -> Delivery:
    """Record who took a parcel at its door, whatever the delivery's state; return the delivery.

    Raises:
        NotFoundError: there is no such delivery.
    """
    delivery = work.delivery(uuid)
    if delivery.taken_by != taken_by:
        delivery = work.change(delivery, {"taken_by": taken_by})
    work.did("taker recorded", delivery.title)
    return delivery


@operation
def place(
    work: UnitOfWork, uuid: str, pickup: MapPlace | None = None, dropoff: MapPlace | None = None
) -> Delivery:
    """Record where the sender and the receiver of an open delivery are; None keeps a place.

    Return the changed delivery. The same places again change nothing.

    Raises:
        NotFoundError: there is no such delivery.
        RefusedError: the delivery is over, or has no receiver who could be anywhere.
    """
    delivery = work.delivery(uuid)
    _check(delivery, OPEN, "get a place any more")
    if dropoff and not delivery.receiver:
        raise RefusedError({"delivery_uuid": ["The delivery has no receiver yet."]})
    columns = place_columns("sender", pickup) if pickup else {}
    columns |= place_columns("receiver", dropoff) if dropoff else {}
    work.did("put on the map", delivery.title)
    is_known = all(getattr(delivery, name) == degrees for name, degrees in columns.items())
    return delivery if is_known else work.change(delivery, columns)


def _check(delivery: Delivery, sources: Container[State], what: str) -> None:
    if delivery.state not in sources:
        raise RefusedError({"delivery_uuid": [delivery.cannot(what)]})
