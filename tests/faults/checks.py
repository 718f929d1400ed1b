"""The checks: each names, one line each, what does not hold. All of them must name nothing."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType

from bot.fleet import State
from bot.local_telegram import LocalUser
from tests.faults.evidence import Evidence
from tests.faults.ledger import ASSIGNED
from tests.faults.parcels import Parcel
from tests.faults.reading import Card, Says, answer, asked_code, loud, read_card

Check = Callable[[Evidence], Iterator[str]]

_RANKS = {
    Says.PENDING: 0,
    Says.AWAITING_PICKUP: 1,
    Says.ACCEPTED: 2,
    Says.IN_TRANSIT: 3,
    Says.DELIVERED: 4,
    Says.CANCELLED: 4,
    Says.GIVEN_AWAY: 4,
}
PROVEN_BY = {
    Says.ACCEPTED: "accepted",
    Says.IN_TRANSIT: "in_transit",
    Says.DELIVERED: "delivered",
    Says.CANCELLED: "cancelled",
}
_AT_ITS_HEELS = timedelta(seconds=1)
_SAID_BEFORE = {"is on the way": 0, "was delivered": 1, "was cancelled": 1}


def unfinished(evidence: Evidence) -> Iterator[str]:
    """Deliveries that people could not bring to an end."""
    for parcel in evidence.parcels:
        if parcel.state.is_open:
            yield f"order {parcel.order} is still {parcel.state}"


def wrong_cards(evidence: Evidence) -> Iterator[str]:
    """Cards whose newest copy does not show how the delivery ended."""
    shown = {user.id: _newest(evidence, user) for user in evidence.cast.everybody}
    for parcel in evidence.parcels:
        for user, view, says, needed in _expected_cards(evidence, parcel):
            card = shown[user.id].get((parcel.order, view))
            if (card is None and needed) or (card is not None and card.says != says):
                yield f"order {parcel.order}: the {view}'s card says {card and card.says}"


def _newest(evidence: Evidence, user: LocalUser) -> dict[tuple[str, str], Card]:
    return {
        (order, view): cards[-1]
        for view in ("dispatcher", "rider", "customer")
        for order, cards in evidence.cards(user, view).items()
    }


def _expected_cards(
    evidence: Evidence, parcel: Parcel
) -> Iterator[tuple[LocalUser, str, Says, bool]]:
    """Who must see what; staff need no card of what was cancelled before they heard of it.

    A dispatcher needs none of what came as a line of a digest.
    """
    end, needed = Says(parcel.state), parcel.state is not State.CANCELLED
    yield evidence.cast.dispatcher, "dispatcher", end, False
    yield evidence.customer(parcel), "customer", end, True
    for rider in parcel.riders[:-1]:
        yield evidence.cast.riders[rider], "rider", Says.GIVEN_AWAY, False
    if parcel.rider:
        yield evidence.cast.riders[parcel.rider], "rider", end, needed


def unsaid(evidence: Evidence) -> Iterator[str]:
    """Loud messages that the fleet service gave reason for, and that nobody sent."""
    said = {
        (seen.chat, *words)
        for seen in evidence.log.seen
        if seen.kind == "sent" and seen.from_bot and (words := loud(seen.text))
    }
    for parcel in evidence.parcels:
        for user, words in expected_words(evidence, parcel):
            if (user.id, parcel.order, words) not in said:
                yield f"order {parcel.order}: {user.first_name} never heard that it {words}"


def expected_words(evidence: Evidence, parcel: Parcel) -> Iterator[tuple[LocalUser, str]]:
    """Return who must have heard what aloud of a delivery."""
    customer = evidence.customer(parcel)
    if State.IN_TRANSIT in parcel.been and not _was_overtaken(evidence, parcel):
        yield customer, "is on the way"
    if parcel.state is State.DELIVERED:
        yield customer, "was delivered"
    if parcel.state is State.CANCELLED:
        yield customer, "was cancelled"
        yield evidence.cast.dispatcher, "was cancelled"
        if parcel.rider:
            yield evidence.cast.riders[parcel.rider], "was cancelled"
    for rider in parcel.riders[:-1]:
        yield evidence.cast.riders[rider], "is not your job any more"


def _was_overtaken(evidence: Evidence, parcel: Parcel) -> bool:
    """Whether it was cancelled before the bot could know that it was on the way.

    Who asks what became of a pickup is told of a cancellation that has followed at its heels.
    """
    moved = {request.change: request.asked_at for request in evidence.ledger.of(parcel.uuid)}
    ended = moved.get("cancelled")
    if ended is None:
        return False
    began = moved["in_transit"]
    return ended - began < _AT_ITS_HEELS or evidence.kills.between(began, ended)


def unanswered_codes(evidence: Evidence) -> Iterator[str]:
    """Codes that were typed and then neither tried nor answered nor asked for again."""
    for typed in evidence.typed:
        tried = any(
            request.detail == typed.code and request.delivery == typed.parcel.uuid
            for request in evidence.ledger.requests
        )
        if not tried and not _heard_of(evidence, typed.chat, typed.parcel.order, typed.at):
            yield f"order {typed.parcel.order}: a code for {typed.step} led to nothing"


def _heard_of(evidence: Evidence, chat: int, order: str, since: datetime) -> bool:
    later = [seen.text for seen in evidence.log.told(chat) if seen.at >= since]
    return any(
        answer(text) is not None or (asked_code(text) or ("",))[0] == order for text in later
    )


def codes_left(evidence: Evidence) -> Iterator[str]:
    """Codes that still stand in a chat."""
    for typed in evidence.typed:
        if typed.message in typed.message.chat.messages:
            yield f"order {typed.parcel.order}: the code for {typed.step} stands in the chat"


def backwards(evidence: Evidence) -> Iterator[str]:
    """Cards that went back to an earlier state, and loud messages in the wrong order.

    Words are heard when they are sent; what is looked for is edited, and says nothing new.
    """
    for user in evidence.cast.everybody:
        last_card: dict[tuple[str, str], Says] = {}
        last_words: dict[str, int] = {}
        for seen in evidence.log.told(user.id):
            card, words = read_card(seen.text), loud(seen.text)
            if card is not None:
                before = last_card.get((card.order, card.view), card.says)
                if _goes_back(evidence, before, card):
                    yield f"order {card.order}: {user.first_name}'s card: {before}, {card.says}"
                last_card[card.order, card.view] = card.says
            if seen.kind == "sent" and words is not None and words[1] in _SAID_BEFORE:
                if _SAID_BEFORE[words[1]] < last_words.get(words[0], 0):
                    yield f"order {words[0]}: {user.first_name} heard too late that it {words[1]}"
                last_words[words[0]] = _SAID_BEFORE[words[1]]


def _goes_back(evidence: Evidence, before: Says, card: Card) -> bool:
    parcel = evidence.parcels.order(card.order)
    given_on = parcel is not None and len(parcel.riders) > 1
    if given_on and (before, card.says) == (Says.ACCEPTED, Says.AWAITING_PICKUP):
        return False
    return _RANKS[card.says] < _RANKS[before]


def too_early(evidence: Evidence) -> Iterator[str]:
    """Cards that showed something before the fleet service had said so."""
    proven: dict[tuple[str, str], datetime] = {}
    for request in evidence.ledger.requests:
        if request.accepted:
            proven.setdefault((request.delivery, request.change), request.asked_at)
    for user in evidence.cast.everybody:
        for seen in evidence.log.told(user.id):
            card = read_card(seen.text)
            parcel = evidence.parcels.order(card.order) if card else None
            if card is None or parcel is None or card.says not in PROVEN_BY:
                continue
            since = proven.get((parcel.uuid, PROVEN_BY[card.says]))
            if since is None or seen.at < since:
                yield f"order {card.order}: {user.first_name} saw {card.says} too early"


def done_twice(evidence: Evidence) -> Iterator[str]:
    """Changes that the fleet service made twice, or was asked for again after it had made them."""
    for parcel in evidence.parcels:
        made: Counter[tuple[str, str]] = Counter()
        rider = ""
        for request in evidence.ledger.requests:
            if request.delivery != parcel.uuid:
                continue
            if request.change == ASSIGNED:
                rider, key = request.detail, (ASSIGNED, request.detail)
            else:
                key = (request.change, rider)
            if made[key]:
                yield f"order {parcel.order}: asked again for {request.change}"
            made[key] += request.accepted


CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "unfinished deliveries": unfinished,
        "wrong cards": wrong_cards,
        "loud messages never sent": unsaid,
        "codes without an answer": unanswered_codes,
        "codes left in chat": codes_left,
        "out of order": backwards,
        "shown too early": too_early,
        "done or asked twice": done_twice,
    }
)


def problems(evidence: Evidence) -> dict[str, list[str]]:
    """Return what every check names."""
    return {name: list(check(evidence)) for name, check in CHECKS.items()}
