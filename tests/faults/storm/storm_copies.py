"""What was said more often than there was reason to, and whether a fault explains it."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from tests.faults.chatlog import Seen
from tests.faults.reading import asked_code, asked_rider, loud, read_card
from tests.faults.storm.storm_evidence import ON_THE_WIRE, Finding, StormEvidence
from tests.faults.storm.strikes import STILL_KEEPING, STILL_TELLING

_ANSWER = re.compile(r"I find no order (\d+)")
_UNPLUGGED = "Telegram down"
_STEPS = {"pickup": "Picked up", "drop-off": "Delivered"}
_GIVING = ("Assign", "Give to another rider")
_CONFIRM = "I have it: confirm"
_LEFT = "with whom it was left"


@dataclass(frozen=True, slots=True)
class Effect:
    """What a message is there for, in whatever words: who is told what of which order."""

    chat: int
    what: str
    of: str


def copies(evidence: StormEvidence) -> Iterator[Finding]:
    """Messages that are there for something that was said already.

    One copy is explained by a fault that struck while the message was in flight which it repeats;
    a third message is explained by nothing.
    """
    for effect, sent in _by_effect(evidence).items():
        surplus = len(sent) - _reasons(evidence, effect)
        if surplus <= 0:
            continue
        explained = sum(_struck_in_flight(evidence, seen) for seen in sent[:-1])
        text = f"{effect.what} of {effect.of} came {surplus + 1} times to {_name(evidence, effect)}"
        if surplus > 1:
            yield evidence.finding("third copies", text, sent[-1].at)
        elif not explained:
            since = _without_a_fault(evidence, sent[0])
            yield evidence.finding("copies", f"{text}{since}: {sent[-1].text[:70]!r}", sent[-1].at)


def explained_copies(evidence: StormEvidence) -> int:
    """Count the copies for which a fault is to blame."""
    return sum(
        any(_struck_in_flight(evidence, seen) for seen in sent[:-1])
        for effect, sent in _by_effect(evidence).items()
        if len(sent) - _reasons(evidence, effect) == 1
    )


def _by_effect(evidence: StormEvidence) -> dict[Effect, list[Seen]]:
    found: dict[Effect, list[Seen]] = defaultdict(list)
    words = [word for order in evidence.data.of.values() for word in order.said]
    for seen in evidence.log.seen:
        if seen.kind == "sent" and seen.from_bot:
            for effect in _effects(seen, words):
                found[effect].append(seen)
    return found


def _effects(seen: Seen, words: list[str]) -> Iterator[Effect]:
    if read_card(seen.text) is not None:
        return
    said = seen.text.rstrip().rpartition("\n")[2]  # above it stands what was passed on before
    for word in words:
        if word in said:
            yield Effect(seen.chat, _LEFT if "has left it" in said else "words passed on", word)
    if answer := _ANSWER.search(seen.text):
        yield Effect(seen.chat, "the answer", answer[1])
    elif question := asked_code(seen.text):
        yield Effect(seen.chat, f"the question for the {question[1]} code", question[0])
    elif order := asked_rider(seen.text):
        yield Effect(seen.chat, "the question who takes it", order)
    elif news := loud(seen.text):
        yield Effect(seen.chat, news[1], news[0])


def _reasons(evidence: StormEvidence, effect: Effect) -> int:
    """Count how often somebody did what this is an answer to; news have one reason."""
    if effect.what == "the question who takes it":
        return max(1, _times_given(evidence, effect))
    if effect.what.startswith("the question for"):
        return max(1, _times_asked(evidence, effect))
    if effect.what == _LEFT:
        return 1 + _times_reminded(evidence, effect)
    return 1


def _times_reminded(evidence: StormEvidence, effect: Effect) -> int:
    """Count the jumps over the hour after which a receiver is reminded, and their own presses.

    A press is answered by the same words where another question has taken the place of its own.
    """
    jumps = sum(strike.kind == "clock jump" for strike in evidence.strikes)
    return jumps + sum(
        seen.kind == "pressed" and _CONFIRM in seen.label and effect.of in seen.text
        for seen in evidence.log.of(effect.chat)
    )


def _times_given(evidence: StormEvidence, effect: Effect) -> int:
    return sum(
        (seen.kind == "pressed" and seen.label.startswith(_GIVING) and _is_about(seen, effect.of))
        or (seen.kind == "sent" and seen.text == f"/assign {effect.of}")
        for seen in evidence.log.of(effect.chat)
    )


def _times_asked(evidence: StormEvidence, effect: Effect) -> int:
    presses = sum(
        seen.kind == "pressed"
        and (
            (any(step in seen.label for step in _STEPS.values()) and _is_about(seen, effect.of))
            or (_CONFIRM in seen.label and f"Order {effect.of}" in seen.text)
        )
        for seen in evidence.log.of(effect.chat)
    )
    return presses + sum(
        typed.chat == effect.chat and typed.parcel.order == effect.of for typed in evidence.typed
    )


def _is_about(seen: Seen, order: str) -> bool:
    card = read_card(seen.text)
    return card is not None and card.order == order


def _struck_in_flight(evidence: StormEvidence, seen: Seen) -> bool:
    call = evidence.calls.sending(seen.chat, seen.message_id)
    if call is None:
        return False
    since, until = call.arrived - ON_THE_WIRE, call.in_flight_until + STILL_KEEPING
    # An answer that was given, and not read yet, is lost with its connection.
    unread_until = call.in_flight_until + ON_THE_WIRE
    return (
        call.harmed
        or evidence.strikes.kill_between(since, until) is not None
        or evidence.strikes.began_between(_UNPLUGGED, call.arrived, unread_until)
        or evidence.strikes.forgotten_between(since, call.in_flight_until + STILL_TELLING)
    )


def _without_a_fault(evidence: StormEvidence, seen: Seen) -> str:
    """Tell how long after a message a bot was ended next."""
    call = evidence.calls.sending(seen.chat, seen.message_id)
    kill = evidence.strikes.next_kill(call.arrived) if call else None
    return f", {(kill - seen.at).total_seconds():.1f} s before a kill" if kill else ", unkilled"


def _name(evidence: StormEvidence, effect: Effect) -> str:
    names = {user.id: user.first_name for user in evidence.cast.all_users}
    return names.get(effect.chat, "a group")
