"""How long people waited for an answer when nothing kept it from coming any more."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta

from pydantic_core import from_json

from bot.local_telegram import FloodLimits
from bot.local_telegram.faults import rules_of_chat
from tests.cluster.postings import Posting
from tests.cluster.watcher import Watcher
from tests.faults.storm.storm_evidence import Finding, StormEvidence
from tests.faults.storm.strikes import BEGINNING

LONGEST = timedelta(seconds=5)
_QUESTION = re.compile(rb"/accept (7\d{5})")


def silences(evidence: StormEvidence) -> Iterator[Finding]:
    """Answers that came later than so many seconds after nothing kept them any more.

    That was when the bot had been handed the question, the last fault was over that touched the
    chat, and what came before it had been said. Telegram hands over later what it could not when it
    was asked, many questions at once, and a chat takes twelve answers in ten seconds. That others
    had the processor is not counted.
    """
    for watcher in evidence.cast.watchers:
        for order, answered in watcher.first_answers().items():
            had = evidence.handed.get((watcher.user.id, order), BEGINNING)
            asked = max(watcher.asked[order], had)
            calm = evidence.strikes.last_end(watcher.user.id, asked, answered)
            since = max(calm, _had_room(evidence, watcher, answered))
            beyond = answered - since - evidence.kept_waiting(since, answered)
            if beyond > LONGEST:
                what = (
                    f"{watcher.user.first_name} waited {_seconds(answered - asked)} for an answer"
                )
                without = f"{_seconds(beyond)} of them without a fault"
                yield evidence.finding("silence", f"{what}, {without}", answered)


def _had_room(evidence: StormEvidence, watcher: Watcher, answered: datetime) -> datetime:
    """Return when the bot could say an answer in a watcher's chat: after what it said before.

    Of many answers at once Telegram takes some, and the next ones when a window has passed.
    """
    told = [seen.at for seen in evidence.log.told(watcher.user.id) if seen.at < answered]
    full = [
        told[-count] + window
        for count, window in rules_of_chat(FloodLimits(), str(watcher.user.id))
        if len(told) >= count
    ]
    return max([*told[-1:], *full], default=BEGINNING)


def handed(postings: Iterable[Posting]) -> Mapping[tuple[int, int], datetime]:
    """Return when the bot has acknowledged what it was posted: by who has asked, and for what."""
    found: dict[tuple[int, int], datetime] = {}
    for posting in postings:
        asked = _QUESTION.search(posting.body)
        if asked and posting.acknowledged and posting.answered_at:
            chat = from_json(posting.body)["message"]["chat"]["id"]
            found.setdefault((chat, int(asked[1])), posting.answered_at)
    return found


def _seconds(span: timedelta) -> str:
    return f"{span.total_seconds():.1f} s"
