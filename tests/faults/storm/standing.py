"""Cards and questions that stand in chats at the end, and should not, or not so."""

from collections import defaultdict
from collections.abc import Iterator

from bot.fleet import State
from bot.local_telegram import ChatMessage
from tests.faults.parcels import Parcel
from tests.faults.reading import (
    Card,
    Says,
    asked_code,
    bare,
    digest_orders,
    read_card,
    round_orders,
)
from tests.faults.storm.storm_evidence import Finding, StormEvidence

_ALIKE = {(Says.AWAITING_PICKUP, Says.ACCEPTED)}
"""Customers are shown the same in both, and of others nobody has told the bot yet."""


def stale_cards(evidence: StormEvidence) -> Iterator[Finding]:
    """Cards that show something else than the fleet service holds, and questions that are over."""
    for name, messages in evidence.chats.items():
        for message in messages:
            if not message.from_bot or evidence.is_beyond_knowing(message):
                continue
            for what in _stale(evidence, name, message):
                yield evidence.finding("stale cards", f"{name}: {what}", message.date)


def _stale(evidence: StormEvidence, name: str, message: ChatMessage) -> Iterator[str]:
    text = bare(message)
    card, question = read_card(text), asked_code(text)
    parcel = evidence.parcels.order(card.order) if card else None
    yield from _brought(evidence, name, text)
    if card is not None and parcel is not None:
        wanted = _wanted(evidence, name, parcel, card)
        if card.says != wanted and (card.says, wanted) not in _ALIKE:
            yield f"order {card.order} is shown as {card.says}, and is {wanted}"
    elif question is not None and (message.forces_reply or message.buttons):
        asked = evidence.parcels.order(question[0])
        if asked is not None and not asked.state.is_open:
            yield f"order {question[0]} is {asked.state}, and its {question[1]} code is asked for"
    else:
        yield from _waiting(evidence, text)


def _wanted(evidence: StormEvidence, name: str, parcel: Parcel, card: Card) -> Says:
    rider = evidence.cast.riders.get(parcel.rider or "")
    is_a_riders = name in {user.first_name for user in evidence.cast.riders.values()}
    if card.view == "rider" and is_a_riders and (rider is None or rider.first_name != name):
        return Says.GIVEN_AWAY
    return Says(parcel.state)


def _brought(evidence: StormEvidence, name: str, text: str) -> Iterator[str]:
    for order in round_orders(text):
        parcel = evidence.parcels.order(order)
        rider = evidence.cast.riders.get(parcel.rider or "") if parcel else None
        is_theirs = rider is not None and rider.first_name == name
        if parcel is not None and not (is_theirs and parcel.state is State.IN_TRANSIT):
            yield f"order {order} is on the round, and is {parcel.state}, with {parcel.rider}"


def _waiting(evidence: StormEvidence, text: str) -> Iterator[str]:
    for order in digest_orders(text):
        parcel = evidence.parcels.order(order)
        if parcel is not None and (parcel.rider or not parcel.state.is_open):
            yield f"order {order} is said to wait for a rider, and does not"


def ownerless_cards(evidence: StormEvidence) -> Iterator[Finding]:
    """More than one card of a delivery in a chat: only the newest is anybody's."""
    for name, messages in evidence.chats.items():
        standing: dict[tuple[str, str], list[ChatMessage]] = defaultdict(list)
        for message in messages:
            card = read_card(bare(message)) if message.from_bot else None
            if card is not None and not evidence.is_beyond_knowing(message):
                standing[card.order, card.view].append(message)
        for (order, _), cards in standing.items():
            for older in cards[:-1]:
                what = f"{name}: order {order} has an older card {bare(older)[:60]!r}"
                yield evidence.finding("ownerless cards", what, older.date)
