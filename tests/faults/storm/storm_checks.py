"""The checks of a storm: each names what should not be, by what the fleet and Telegram hold."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType

from bot.fleet import State
from bot.local_telegram import FloodLimits
from tests.faults import checks
from tests.faults.chatlog import Seen
from tests.faults.parcels import Parcel
from tests.faults.people import Typed
from tests.faults.reading import answer, asked_code, loud, read_card
from tests.faults.storm.leaks import codes_left_behind, personal_data
from tests.faults.storm.silence import silences
from tests.faults.storm.standing import ownerless_cards, stale_cards
from tests.faults.storm.storm_copies import copies
from tests.faults.storm.storm_evidence import Finding, StormEvidence
from tests.faults.storm.strangers import FILE

StormCheck = Callable[[StormEvidence], Iterator[Finding]]

_SAID_OF = {
    "is on the way": State.IN_TRANSIT,
    "was delivered": State.DELIVERED,
    "was cancelled": State.CANCELLED,
    "is not your job any more": None,
}
_WITHOUT_A_TIME = frozenset({"was cancelled", "is not your job any more"})
_ONCE = ("delivery.picked_up", "delivery.in_transit", "delivery.completed", "delivery.cancelled")
_AGAIN = "try again"
_ASSIGNED = "delivery.assigned"
_AT_ITS_END = timedelta(seconds=10)
_LOOKED_LATE = timedelta(seconds=1)
"""How much later than others the service's database may be looked into."""
_A_SECOND = timedelta(seconds=1)
_REMEMBERED = timedelta(minutes=1)
"""For how long Telegram counts a message at most."""
_NOT_READ = re.compile(r"[Tt]hat file")
_NOT_PASSED_ON = re.compile(
    r"is over, or somebody else has it|[Nn]o parcel of yours|[Tt]ry again|write them again"
    r"|is not an open job of yours|needs no note any more"
)


def lost_orders(evidence: StormEvidence) -> Iterator[Finding]:
    """Deliveries that people could not bring to an end, and pastes that led to none."""
    for parcel in evidence.parcels:
        if parcel.state.is_open:
            at = evidence.moved(parcel.uuid)
            yield evidence.finding("lost", f"order {parcel.order} is still {parcel.state}", at)
    made = {row.receiver for row in evidence.rows.values()}
    for receiver in evidence.pasted.keys() - made:
        if not _was_told_again(evidence, receiver) and not _was_forgotten(evidence, receiver):
            yield evidence.finding("lost", f"the order for {receiver} was pasted and never made")


def _was_forgotten(evidence: StormEvidence, receiver: str) -> bool:
    """Whether an old copy of the database does not know of an order that was pasted."""
    pasted = (seen for seen in evidence.log.seen if receiver in seen.text and not seen.from_bot)
    first = next(pasted, None)
    if first is None:
        return False
    return evidence.strikes.was_forgotten(first.at, until=evidence.log.seen[-1].at)


def _was_told_again(evidence: StormEvidence, receiver: str) -> bool:
    """Whether a dispatcher was told that an order was not made, and to try it again."""
    told = evidence.log.told(evidence.cast.dispatcher.id)
    return any(receiver in seen.text and _AGAIN in seen.text for seen in told)


def lost_news(evidence: StormEvidence) -> Iterator[Finding]:
    """What people should have heard of aloud, and nobody sent to them.

    Of what has no time in the contract an old copy cannot tell whether it was told: it says
    nothing, as docs/operate.md says. Of a parcel that has come on since it says how things are by
    now.
    """
    said = {
        (seen.chat, *words)
        for seen in evidence.log.seen
        if seen.kind == "sent" and seen.from_bot and (words := loud(seen.text))
    }
    for parcel in evidence.parcels:
        for user, words in checks.expected_words(evidence.plain, parcel):
            if (user.id, parcel.order, words) not in said and not _was_away(evidence, user.id):
                at = evidence.came_about(parcel.uuid, _SAID_OF[words])
                if words in _WITHOUT_A_TIME and evidence.strikes.was_forgotten(at):
                    continue
                if _SAID_OF[words] is State.IN_TRANSIT and _came_on(evidence, parcel, at):
                    continue
                what = f"order {parcel.order}: {user.first_name} never heard that it {words}"
                yield evidence.finding("lost", what, at)


def _came_on(evidence: StormEvidence, parcel: Parcel, at: datetime) -> bool:
    """Whether a parcel was delivered before the end of a time that an old copy lacks."""
    if parcel.state is not State.DELIVERED:
        return False
    delivered = evidence.came_about(parcel.uuid, State.DELIVERED)
    lacks = [strike.forgot for strike in evidence.strikes if strike.forgot]
    return any(began <= at and delivered <= ended for began, ended in lacks)


def _was_away(evidence: StormEvidence, chat: int) -> bool:
    return any(
        strike.kind == "customer blocks" and strike.touches(chat) for strike in evidence.strikes
    )


def lost_codes(evidence: StormEvidence) -> Iterator[Finding]:
    """Codes that were typed, and neither led to anything nor were answered."""
    for typed in evidence.typed:
        if evidence.strikes.was_forgotten(typed.at):
            continue
        if typed.step not in typed.parcel.been and not _was_answered(evidence, typed):
            what = f"order {typed.parcel.order}: a code for {typed.step} led to nothing"
            yield evidence.finding("lost", what, typed.at)


def _was_answered(evidence: StormEvidence, typed: Typed) -> bool:
    later = [seen.text for seen in evidence.log.told(typed.chat) if seen.at >= typed.at]
    order = typed.parcel.order
    return any(
        (asked_code(text) or ("",))[0] == order
        or (answer(text) is not None and (order in text or "rder " not in text))
        for text in later
    )


def lost_words(evidence: StormEvidence) -> Iterator[Finding]:
    """What somebody wrote for another, and who wrote it alone has ever seen."""
    ended = {row.receiver: at for at, row in evidence.changes if not row.state.is_open}
    for order in evidence.data.of.values():
        for word in order.said:
            wrote = next(
                (seen for seen in evidence.log.seen if word in seen.text and not seen.from_bot),
                None,
            )
            if wrote is None or _ends_with(ended.get(order.receiver), wrote.at):
                continue
            if evidence.strikes.was_forgotten(wrote.at):
                continue
            if not _was_passed_on(evidence, wrote, word):
                what = f"{wrote.text!r} was passed on to nobody"
                yield evidence.finding("lost words", what, wrote.at)


def _ends_with(ended: datetime | None, wrote: datetime) -> bool:
    """Whether an order was over as soon as that: nobody has business with words any more."""
    return ended is not None and ended - wrote < _AT_ITS_END


def _was_passed_on(evidence: StormEvidence, wrote: Seen, word: str) -> bool:
    return any(
        (word in seen.text and seen.chat != wrote.chat)
        or (seen.chat == wrote.chat and seen.at > wrote.at and _NOT_PASSED_ON.search(seen.text))
        for seen in evidence.log.seen
        if seen.from_bot
    )


def lost_questions(evidence: StormEvidence) -> Iterator[Finding]:
    for watcher in evidence.cast.watchers:
        answered = watcher.first_answers()
        for order, asked_at in watcher.asked.items():
            if order not in answered and not evidence.strikes.was_forgotten(asked_at):
                what = f"the watcher's question for {order} was never answered"
                yield evidence.finding("lost", what, asked_at)


def unanswered_files(evidence: StormEvidence) -> Iterator[Finding]:
    """Files that took too much to read, and whose sender was not told so."""
    told = [
        seen.at
        for seen in evidence.log.told(evidence.cast.dispatcher.id)
        if seen.kind == "sent" and _NOT_READ.search(seen.text)
    ]
    for strike in evidence.strikes:
        if strike.kind != FILE or evidence.strikes.was_forgotten(strike.began):
            continue
        answered = next((at for at in told if at >= strike.began), None)
        if answered is None:
            yield evidence.finding("lost", "a file was not refused in words", strike.began)
        else:
            told.remove(answered)


def backward(evidence: StormEvidence) -> Iterator[Finding]:
    for what in checks.backwards(evidence.plain):
        yield evidence.finding("backward", what)
    for watcher in evidence.cast.watchers:
        for what in watcher.disordered():
            yield evidence.finding("backward", what)


def too_early(evidence: StormEvidence) -> Iterator[Finding]:
    """Cards that showed something before the fleet service held it."""
    for user in evidence.cast.everybody:
        for seen in evidence.log.told(user.id):
            card = read_card(seen.text)
            parcel = evidence.parcels.order(card.order) if card else None
            if card is None or parcel is None or card.says not in checks.PROVEN_BY:
                continue
            if not any(
                row.uuid == parcel.uuid
                and row.state == str(card.says)
                and at <= seen.at + _LOOKED_LATE
                for at, row in evidence.changes
            ) and not _passed_by(evidence, seen, parcel.uuid):
                what = f"order {card.order}: {user.first_name} saw {card.says} too early"
                yield evidence.finding("too early", what, seen.at)


def _passed_by(evidence: StormEvidence, seen: Seen, uuid: str) -> bool:
    """Whether nobody looked in between: a later state was there by then."""
    looked = seen.at + _LOOKED_LATE
    states = [row.state for at, row in evidence.changes if row.uuid == uuid and at <= looked]
    return bool(states) and states[-1] in {State.IN_TRANSIT, State.DELIVERED, State.CANCELLED}


def doubled(evidence: StormEvidence) -> Iterator[Finding]:
    """What the fleet service was made to do twice, or made to try more often than was typed."""
    told = Counter(evidence.events)
    for (uuid, event), times in told.items():
        parcel = next((each for each in evidence.parcels if each.uuid == uuid), None)
        if parcel is None:
            continue
        most = 1 if event in _ONCE else max(1, len(parcel.riders)) if event == _ASSIGNED else times
        if times > most:
            what = f"order {parcel.order}: {event} {times} times"
            yield evidence.finding("doubled in the fleet", what, evidence.moved(uuid))
    yield from _made_twice(evidence)
    yield from _tried_twice(evidence)


def _made_twice(evidence: StormEvidence) -> Iterator[Finding]:
    made = Counter(row.receiver for row in evidence.rows.values())
    for receiver in evidence.pasted:
        if made[receiver] > 1:
            what = f"the order for {receiver} was made {made[receiver]} times"
            yield evidence.finding("doubled in the fleet", what)


def _tried_twice(evidence: StormEvidence) -> Iterator[Finding]:
    for parcel in evidence.parcels:
        row = evidence.rows.get(parcel.uuid)
        right = evidence.parcels.codes_of(parcel.order)
        wrong = sum(each.parcel is parcel and each.code not in right for each in evidence.typed)
        if row is not None and row.misses > wrong:
            what = f"order {parcel.order}: {row.misses} wrong codes tried, {wrong} were typed"
            yield evidence.finding("doubled in the fleet", what, evidence.moved(parcel.uuid))


def codes_in_chats(evidence: StormEvidence) -> Iterator[Finding]:
    """Codes that still stand in a chat, unless an old copy does not know that they came."""
    codes = set(evidence.parcels.codes.values()) | {typed.code for typed in evidence.typed}
    forgotten = [
        typed.message for typed in evidence.typed if evidence.strikes.was_forgotten(typed.at)
    ]
    for name, messages in evidence.chats.items():
        for message in messages:
            if message not in forgotten and any(code in message.text for code in codes):
                what = f"{name} sees {message.text[:40]!r}"
                yield evidence.finding("codes", what, message.date)


def too_fast(evidence: StormEvidence) -> Iterator[Finding]:
    """Messages that Telegram did not take for its limits, which are counted in this process.

    What came too early by no more than this machine was busy may have been counted too late before.
    Who has just begun knows nothing of what another process has sent in the seconds before, and
    keeps to one message a second in a chat.
    """
    limits = FloodLimits()
    for call in evidence.calls.too_early:
        has_begun = evidence.strikes.kill_between(call.arrived - _REMEMBERED, call.arrived)
        early = evidence.calls.early_by(call, limits, _A_SECOND if has_begun else _REMEMBERED)
        if has_begun and early <= timedelta():
            continue
        busy = evidence.kept_waiting(call.arrived - _A_SECOND, call.arrived)
        if not timedelta() < early <= busy:
            what = f"{call.method} to {call.chat}, {early.total_seconds():.3f} s too early"
            yield evidence.finding("answers 429", what, call.arrived)


def ended_by_itself(evidence: StormEvidence) -> Iterator[Finding]:
    """Ends that nobody has wished for, nor any fault explains: the start says what is wrong.

    On a full disk no database opens, and processes of one server have one key file.
    """
    kinds = {strike.kind for strike in evidence.strikes}
    for what in evidence.own_ends:
        reasons = (kind for kind, said in _ENDS_AT_A_START.items() if said.search(what))
        if kinds.isdisjoint(reasons):
            yield evidence.finding("ended by itself", what[-300:])


def never_at_rest(evidence: StormEvidence) -> Iterator[Finding]:
    """What went on and on after the last fault: nobody can say what would have come of it."""
    for what in evidence.unrest:
        yield evidence.finding("no rest", what)


_ENDS_AT_A_START = {
    "disk full": re.compile("disk I/O error|database or disk is full|No space left on device"),
    "another key file": re.compile(r"OTHER_KEY_FILE|sealed with another key file"),
}

STORM_CHECKS: Mapping[str, StormCheck] = MappingProxyType(
    {
        "lost orders": lost_orders,
        "lost news": lost_news,
        "lost codes": lost_codes,
        "lost words": lost_words,
        "lost questions": lost_questions,
        "unanswered files": unanswered_files,
        "backward": backward,
        "too early": too_early,
        "doubled": doubled,
        "copies": copies,
        "stale": stale_cards,
        "ownerless": ownerless_cards,
        "personal data": personal_data,
        "codes in chats": codes_in_chats,
        "codes left behind": codes_left_behind,
        "silence": silences,
        "429": too_fast,
        "ended": ended_by_itself,
        "rest": never_at_rest,
    }
)


_UNTIMED = "that an order was cancelled has no time, and is taken as told by another run"

FAULTS_NOT_YET: Mapping[str, str] = MappingProxyType(
    {
        "clock jump": "a start in a jump has nothing to compare its clock with",
        "old copy": _UNTIMED,
        "database replaced": _UNTIMED,
    }
)
"""Faults that today's bot does not always stand, and why; the short form is without them."""

FINDINGS_NOT_YET: Mapping[str, str] = MappingProxyType(
    {
        "stale cards": "a group that has more changes in a minute than it takes lags behind",
        "lost words": "words whose two attempts were both cut off are not said a third time",
        "answers 429": "who has just started does not know what a group was sent within a minute",
        "silence": "a group's minute, or a chat's second, may be full of what was cut off",
    }
)
"""What may be found after the others in a minute, and why; the short form leaves it out."""


FOR_GOOD = frozenset(
    {
        *("backward", "too early", "doubled in the fleet", "copies", "third copies"),
        *("silence", "answers 429", "ended by itself"),
    }
)
"""Findings that no time mends: what they name stands also where a storm is broken off."""


def findings(evidence: StormEvidence) -> list[Finding]:
    """Return what every check names."""
    return [finding for check in STORM_CHECKS.values() for finding in check(evidence)]
