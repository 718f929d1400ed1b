"""What follows from a sentence, seen from outside: by effects, never by wording."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.local_telegram import ChatMessage, LocalUser
from bot.parsing.intents.spoken import words as spoken
from bot.texts.callbacks import Verb, decode
from tests.listening.situations import Situation, since
from tests.support.business import bare

BUSINESS = "Swift Riders"
PHONE = "+234 809 999 0000"
_ANY_PHONE = r"\+234 \d{3} \d{3} \d{4}"

_OFFERS: Mapping[str, frozenset[Verb]] = {
    "accept": frozenset({Verb.ACCEPT}),
    "decline": frozenset({Verb.DECLINE_JOB}),
    "pickup": frozenset({Verb.PICKUP}),
    "dropoff": frozenset({Verb.DROPOFF}),
    "problem": frozenset({Verb.PROBLEM, Verb.PROBLEM_REASON}),
    "assign": frozenset({Verb.ASSIGN, Verb.ASSIGN_MANY}),
    "cancel_order": frozenset({Verb.CANCEL_DELIVERY, Verb.CANCEL_REASON}),
    "stop": frozenset({Verb.STOP}),
    "forget": frozenset({Verb.FORGET}),
    "duty": frozenset({Verb.DUTY}),
    "write": frozenset({Verb.SEND_DRAFT, Verb.WRITE}),
}


@dataclass
class Seen:
    """What was seen after a sentence: the speaker's message, and what everybody has got."""

    situation: Situation
    message: ChatMessage
    before: dict[int, dict[int, str]]
    people: list[LocalUser]
    states: list[str]
    answers: list[ChatMessage] = field(init=False)
    answered: list[str] = field(init=False)
    said_anew: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.answers = self.new(self.situation.speaker)
        self.answered = [bare(message) for message in self.answers]
        known = self.before[self.situation.speaker.id]
        self.said_anew = [bare(m) for m in self.answers if m.message_id not in known]

    def new(self, person: LocalUser) -> list[ChatMessage]:
        """What somebody's chat shows now that it did not show before: new, or changed."""
        known = self.before[person.id]
        return [
            message
            for message in person.messages
            if message.from_bot and known.get(message.message_id) != bare(message)
        ]

    def reached(self, person: LocalUser | None) -> bool:
        """Whether somebody reads the words that were said, without what is a code."""
        if person is None:
            return False
        told = {word.text for word in spoken(self.situation.words) if not word.text.isdigit()}
        needed = {word for word in told if len(word) > 3} or told
        for message in self.new(person):
            read = {word.text for word in spoken(bare(message))}
            if len(needed & read) >= max(1, len(needed) * 2 // 3):
                return True
        return False

    @property
    def is_heard_by_others(self) -> bool:
        return any(
            self.reached(person) for person in self.people if person is not self.situation.speaker
        )

    @property
    def verbs(self) -> set[Verb]:
        datas = (
            button.data
            for message in self.answers
            for row in message.buttons
            for button in row
            if getattr(button, "data", None)
        )
        return {pressed.verb for data in datas if (pressed := decode(data))}


def _code(seen: Seen) -> bool:
    moved = [state in {"in_transit", "delivered"} for state in seen.states]
    return any(moved)


def _asks_back(seen: Seen) -> bool:
    return bool(seen.verbs)


def _code_removed(seen: Seen) -> bool:
    return seen.message not in seen.situation.speaker.messages and _hidden(seen)


def _hidden(seen: Seen) -> bool:
    """Tell whether nobody reads the code, nor the speaker in what the bot says."""
    code = seen.situation.codes[0] if seen.situation.codes else "0000"
    # By chance a longer number has the same digits in it, or a phone in its groups, or an order.
    others = "|".join([_ANY_PHONE, *(order.order_number for order in seen.situation.orders)])
    forms = [rf"(?<!\d){code}(?!\d)", *map(re.escape, seen.situation.codes_said())]
    read = [re.sub(others, " ", bare(m)) for person in seen.people for m in seen.new(person)]
    return not any(re.search(form, text) for form in forms for text in read)


def _whole(seen: Seen) -> bool:
    """Tell whether somebody else reads every word and number of what was said."""
    said = " ".join(seen.situation.words.split())
    others = (person for person in seen.people if person is not seen.situation.speaker)
    return any(said in " ".join(bare(m).split()) for person in others for m in seen.new(person))


def _asks_code(seen: Seen) -> bool:
    return seen.situation.question() in {"pickup", "dropoff"}


def _shows(seen: Seen) -> bool:
    return any(
        number in bare(message) for number in seen.situation.named() for message in seen.answers
    )


def _receipt(seen: Seen) -> bool:
    return bool(seen.message.reactions) and not seen.answers and not seen.is_heard_by_others


def _names_business(seen: Seen) -> bool:
    return any(BUSINESS in bare(m) and PHONE in bare(m) for m in seen.answers)


def _stopped(seen: Seen) -> bool:
    statement = "SELECT reachable FROM people WHERE user_id = ?"
    return seen.situation.remembered(statement, seen.situation.speaker.id) == [(0,)]


def _turned_away(seen: Seen) -> bool:
    return len(seen.answers) <= 1 and not seen.is_heard_by_others


_EFFECTS: Mapping[str, Callable[[Seen], bool]] = {
    "code": _code,
    "refused": lambda seen: seen.situation.wrong_codes() > 0,
    "hidden": _hidden,
    "stays": lambda seen: seen.message in seen.situation.speaker.messages,
    "whole": _whole,
    "asks_code": _asks_code,
    "asks_back": _asks_back,
    "code_removed": _code_removed,
    "to_dispatcher": lambda seen: seen.reached(seen.situation.business.owner),
    "to_rider": lambda seen: seen.reached(seen.situation.rider),
    "shows": _shows,
    "receipt": _receipt,
    "names_business": _names_business,
    "stopped": _stopped,
    "closed": lambda seen: seen.situation.question() is None,
    "turned_away": _turned_away,
}


def holds(effect: str, seen: Seen, as_typed: list[str]) -> bool:
    """Tell whether an effect is seen; `as_typed` is what the command in it was answered with."""
    if effect.startswith("offers:"):
        return bool(_OFFERS[effect.removeprefix("offers:")] & seen.verbs)
    if effect.startswith("as:"):
        return bool(as_typed) and sorted(seen.said_anew) == sorted(as_typed)
    return _EFFECTS[effect](seen)


def is_thrown_away(seen: Seen) -> bool:
    """Tell whether nothing answers, and nobody reads what was said."""
    if seen.message not in seen.situation.speaker.messages and seen.states:
        return False  # a code was taken
    return not (seen.answers or seen.message.reactions or seen.is_heard_by_others)


def noted(people: list[LocalUser]) -> dict[int, dict[int, str]]:
    """What the chats of these people show now."""
    return {
        person.id: {m.message_id: bare(m) for m in person.messages if m.from_bot}
        for person in people
    }


__all__ = ["Seen", "holds", "is_thrown_away", "noted", "since"]
