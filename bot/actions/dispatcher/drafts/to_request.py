"""The requests that create a draft's deliveries, and the recognition of these deliveries later."""

from collections import Counter
from collections.abc import Iterable
from datetime import date

from bot.base.plain_text import clean
from bot.domain.draft import Draft, DraftReceiver
from bot.fleet import Delivery, NewDelivery, NewItem, NewReceiver, Origin
from bot.parsing.phones import e164, parts

MOST_RECEIVERS = 20
"""The most receivers of one request; the contract names no limit (Unknowns)."""

Likeness = tuple[str, ...]
"""The values by which a delivery is recognised as made by a request."""


def new_delivery(draft: Draft, today: date) -> NewDelivery:
    """Return the request for the fleet service that a complete draft makes."""
    receivers = []
    for receiver in draft.receivers:
        code, number = parts(receiver.phone)
        new_receiver = NewReceiver(
            name=receiver.name,
            address=receiver.address,
            phone_code=code,
            phone_number=number,
            items=tuple(NewItem(**item.model_dump()) for item in receiver.items or ()),
        )
        receivers.append(new_receiver)
    code, number = parts(draft.sender.phone)
    return NewDelivery(
        creation_date=draft.day or today,
        fee=draft.fee or 0,
        sender=Origin(
            name=draft.sender.name,
            address=draft.sender.address,
            email=draft.sender_email,
            phone_code=code,
            phone_number=number,
        ),
        receivers=tuple(receivers),
        rider_uuid=draft.rider.uuid if draft.rider else None,
        iam_sender=draft.is_own,
        send_sms=draft.send_sms,
    )


def as_requests(drafts: Iterable[Draft]) -> list[Draft]:
    """Merge drafts that one request can create: only their receivers differ."""
    alike: dict[tuple[object, ...], list[Draft]] = {}
    for draft in drafts:
        key = (
            draft.sender,
            draft.fee,
            draft.rider,
            draft.day,
            draft.picture,
            draft.send_sms,
            draft.is_own,
            draft.sender_email,
            draft.sent_by,
        )
        alike.setdefault(key, []).append(draft)
    requests = []
    for group in alike.values():
        receivers = [receiver for draft in group for receiver in draft.receivers]
        for start in range(0, len(receivers), MOST_RECEIVERS):
            part = tuple(receivers[start : start + MOST_RECEIVERS])
            requests.append(group[0].model_copy(update={"receivers": part}))
    return requests


def receiver_for(draft: Draft, delivery: Delivery) -> DraftReceiver:
    """Return the draft's receiver of a delivery that it made; an empty one if none matches."""
    receiver = next(iter(delivery.receivers), None)
    if receiver is None:
        return DraftReceiver()
    phone = e164(receiver.phone_number, receiver.phone_code) or ""
    place = (phone, _folded(receiver.address))
    by_place = {(each.phone, _folded(each.address)): each for each in draft.receivers}
    return by_place.get(place, DraftReceiver())


def wanted(draft: Draft) -> Counter[Likeness]:
    """Count the likenesses of the deliveries that a draft will make."""
    return Counter(
        _likeness(receiver.name, receiver.phone, receiver.address, draft.sender.phone, draft.fee)
        for receiver in draft.receivers
    )


def alike(draft: Draft, deliveries: Iterable[Delivery]) -> list[Delivery]:
    looks = wanted(draft)
    return [delivery for delivery in deliveries if likeness(delivery) in looks]


def likeness(delivery: Delivery) -> Likeness | None:
    """Return a delivery's likeness; `None` for a delivery that no draft can have made."""
    sender, receiver = delivery.sender, next(iter(delivery.receivers), None)
    if sender is None or receiver is None:
        return None
    fee = None
    if delivery.fee:
        # A list may say `1500.00` where a draft has 1500.
        amount = delivery.fee.amount
        fee = "" if amount is None else f"{amount.normalize():f}"
    return _likeness(
        receiver.name,
        e164(receiver.phone_number, receiver.phone_code),
        receiver.address,
        e164(sender.phone_number, sender.phone_code),
        fee,
    )


def _likeness(*facts: object) -> Likeness:
    return tuple(_folded(str(fact)) for fact in facts)


def _folded(text: str) -> str:
    return " ".join(clean(text).casefold().split())
