"""How long people waited for an answer when nothing kept it from coming any more."""

from collections.abc import Iterator
from datetime import timedelta

from tests.faults.storm.storm_evidence import Finding, StormEvidence

LONGEST = timedelta(seconds=5)


def silences(evidence: StormEvidence) -> Iterator[Finding]:
    """Answers that came later than so many seconds after the last fault that touched the chat."""
    for watcher in evidence.cast.watchers:
        for order, answered in watcher.first_answers().items():
            asked = watcher.asked[order]
            since = evidence.strikes.last_end(watcher.user.id, asked, answered)
            if answered - since > LONGEST:
                waited, beyond = (answered - each for each in (asked, since))
                what = (
                    f"{watcher.user.first_name} waited {waited.total_seconds():.1f} s for an answer,"
                    f" {beyond.total_seconds():.1f} s of them without a fault"
                )
                yield evidence.finding("silence", what, answered)
