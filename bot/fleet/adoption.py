"""A delivery that is created once, also where the answer is lost."""

from collections import Counter
from datetime import UTC, datetime
from decimal import Decimal

from bot.fleet.client import FleetClient
from bot.fleet.delivery import Delivery
from bot.fleet.errors import FleetError
from bot.fleet.queries import DeliveryQuery
from bot.fleet.requests import NewDelivery

Likeness = tuple[str, ...]
"""The facts that tell a delivery from others: its receiver, its sender's number, its fee."""


async def create_or_adopt(fleet: FleetClient, new: NewDelivery) -> list[Delivery]:
    """Create a delivery per receiver; where the answer is lost, find what was created.

    The deliveries of these days are listed before, and once more after a lost answer: those that
    look like the new ones and were not there before are returned. What another program creates at
    that moment, with the same receiver, sender and fee, is not told apart.

    Raises:
        FleetError: as `create_delivery`. Where `may_be_done` is set, none or not all were found:
            they may still come, so let a person look before it is asked for again.
    """
    before = {delivery.uuid for delivery in await _alike(fleet, new)}
    try:
        return await fleet.create_delivery(new)
    except FleetError as lost:
        if not lost.may_be_done:
            raise
        try:
            after = await _alike(fleet, new)
        except FleetError:
            raise lost from None
        # As many of each likeness as were asked for: with fewer, some may still come.
        created = [each for each in after if each.uuid not in before]
        if Counter(map(_likeness, created)) != Counter(_wanted(new)):
            raise
        return created


async def _alike(fleet: FleetClient, new: NewDelivery) -> list[Delivery]:
    today = datetime.now(UTC).date()
    query = DeliveryQuery.created(today, today)
    likenesses = set(_wanted(new))
    return [each async for each in fleet.deliveries(query) if _likeness(each) in likenesses]


def _wanted(new: NewDelivery) -> list[Likeness]:
    sender_phone = new.sender.phone_number
    return [
        _facts(receiver.name, receiver.address, receiver.phone_number, sender_phone, new.fee)
        for receiver in new.receivers
    ]


def _likeness(delivery: Delivery) -> Likeness | None:
    sender, receiver = delivery.sender, next(iter(delivery.receivers), None)
    fee = delivery.fee.amount if delivery.fee else None
    if sender is None or receiver is None or fee is None:
        return None
    return _facts(receiver.name, receiver.address, receiver.phone_number, sender.phone_number, fee)


def _facts(name: str, address: str, phone: str, sender_phone: str, fee: Decimal | int) -> Likeness:
    amount = f"{Decimal(fee).normalize():f}"
    return _folded(name), _folded(address), _digits(phone), _digits(sender_phone), amount


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _digits(phone: str) -> str:
    """Return a number's digits without leading noughts: a service may answer without them."""
    return "".join(filter(str.isdigit, phone)).lstrip("0")
