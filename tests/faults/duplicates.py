"""What people heard or have twice, and whether a kill explains it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from bot.local_telegram import ChatMessage
from tests.faults.chatlog import Seen
from tests.faults.evidence import Evidence
from tests.faults.reading import answer, asked_code, bare, read_card

_IN_FLIGHT = timedelta(seconds=2)


@dataclass(frozen=True, slots=True)
class Duplicate:
    """One message too many. It is explained if its first copy was under way at a kill.

    Telegram takes no key with a message, so what was sent and not yet noted down is sent again.
    """

    what: str
    killed_after: timedelta | None
    """How long after the first copy was sent the bot was killed, if it was."""

    @property
    def explained(self) -> bool:
        """Whether the first copy may have been under way then."""
        return self.killed_after is not None and self.killed_after <= _IN_FLIGHT


def duplicates(evidence: Evidence) -> list[Duplicate]:
    """Return everything that is there once too often."""
    return [*_told_twice(evidence), *_standing_twice(evidence)]


def _told_twice(evidence: Evidence) -> Iterator[Duplicate]:
    """The same words said again."""
    first: dict[tuple[int, str], Seen] = {}
    for seen in evidence.log.seen:
        if seen.kind != "sent" or not seen.from_bot or not _is_news(seen.text):
            continue
        before = first.get((seen.chat, seen.text))
        if before is not None:
            yield Duplicate(seen.text, evidence.kills.next_after(before.at))
        first[seen.chat, seen.text] = seen


def _is_news(text: str) -> bool:
    words = answer(text)
    return words is not None and "Order" in text and "is not an open job" not in words


def _standing_twice(evidence: Evidence) -> Iterator[Duplicate]:
    """More than one card of a delivery, or more than one question for its code, in one chat."""
    for user in evidence.cast.everybody:
        standing: dict[tuple[object, ...], list[ChatMessage]] = {}
        for message in user.messages:
            if message.from_bot and (key := _place(message)):
                standing.setdefault(key, []).append(message)
        for messages in standing.values():
            for older in messages[:-1]:
                yield Duplicate(bare(older), evidence.kills.next_after(older.date))
        yield from _orphans(evidence, standing.items())


def _orphans(
    evidence: Evidence, standing: Iterable[tuple[tuple[object, ...], list[ChatMessage]]]
) -> Iterator[Duplicate]:
    """Questions that stand although everything has been answered."""
    for key, messages in standing:
        if key[0] == "question":
            yield Duplicate(bare(messages[-1]), evidence.kills.next_after(messages[-1].date))


def _place(message: ChatMessage) -> tuple[object, ...] | None:
    text = bare(message)
    card, question = read_card(text), asked_code(text)
    if card is not None:
        return "card", card.view, card.order
    return ("question", *question) if question else None
