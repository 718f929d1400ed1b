"""How long people waited for an answer when nothing kept it from coming any more."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta

from pydantic_core import from_json

from tests.cluster.postings import Posting
from tests.faults.storm.storm_evidence import Finding, StormEvidence

LONGEST = timedelta(seconds=5)
_BEGINNING = datetime.min.replace(tzinfo=UTC)
_QUESTION = re.compile(rb"/accept (7\d{5})")


def silences(evidence: StormEvidence) -> Iterator[Finding]:
    """Answers that came later than so many seconds after nothing kept them any more.

    That was when the bot had been handed the question, and the last fault was over that touched the
    chat. Telegram hands over later what it could not when it was asked.
    """
    for watcher in evidence.cast.watchers:
        for order, answered in watcher.first_answers().items():
            had = evidence.handed.get((watcher.user.id, order), _BEGINNING)
            asked = max(watcher.asked[order], had)
            beyond = answered - evidence.strikes.last_end(watcher.user.id, asked, answered)
            if beyond > LONGEST:
                what = (
                    f"{watcher.user.first_name} waited {_seconds(answered - asked)} for an answer"
                )
                without = f"{_seconds(beyond)} of them without a fault"
                yield evidence.finding("silence", f"{what}, {without}", answered)


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
