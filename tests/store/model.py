"""What jobs promise, small enough to be seen as right: a list of records in memory."""

from dataclasses import dataclass
from datetime import datetime

from bot.base.queue.jobs import Job


@dataclass
class Record:
    """One job as the model has it."""

    number: int
    key: str
    lane: str
    due_at: datetime
    added_at: datetime
    state: str = "waiting"
    attempts: int = 0
    lease: str | None = None
    is_front: bool = True

    @property
    def is_open(self) -> bool:
        return self.state in {"waiting", "running"}


class Model:
    """Jobs of one kind; so many of a lane are `marked` when one moves up."""

    def __init__(self, marked: int) -> None:
        self.marked = marked
        self.records: list[Record] = []
        self._added = 0

    def add(self, key: str, lane: str, due_at: datetime, now: datetime) -> bool:
        if any(record.key == key for record in self.records):
            return False
        self._added += 1
        is_first = all(record.lane != lane for record in self.heads())
        self.records.append(Record(self._added, key, lane, due_at, now, is_front=is_first))
        return True

    def move_up(self, lane: str, now: datetime) -> None:
        """Let the next of a lane be due from now on: lanes take turns."""
        of_lane = [record for record in self.records if record.is_open and record.lane == lane]
        for record in of_lane[: self.marked]:
            if not record.is_front:
                record.is_front, record.due_at = True, max(record.due_at, now)

    def heads(self) -> list[Record]:
        """Return the first open job of every lane."""
        first: dict[str, Record] = {}
        for record in self.records:
            if record.is_open:
                first.setdefault(record.lane, record)
        return list(first.values())

    def free(self) -> list[Record]:
        """Return the first jobs of the lanes in which no other job runs.

        One that was given up and is tried again is first in its lane, and may come back while a
        job behind it runs.
        """
        running = {record.lane: record for record in self.records if record.state == "running"}
        return [one for one in self.heads() if one.lane not in running]

    def claimable(self, now: datetime) -> list[Record]:
        """Return what can be claimed, who waits longest first."""
        due = [one for one in self.free() if one.due_at <= now]
        return sorted(due, key=lambda record: (record.due_at, record.number))

    def claimed(self, job: Job) -> None:
        record = self.of(job)
        record.state, record.lease = "running", job.lease
        record.attempts += 1

    def holds(self, job: Job) -> bool:
        """Say whether a claimed job is still its holder's."""
        return any(
            record.key == job.key and record.state == "running" and record.lease == job.lease
            for record in self.records
        )

    def of(self, job: Job) -> Record:
        return next(record for record in self.records if record.key == job.key)

    def postpone(self, job: Job, due_at: datetime) -> None:
        record = self.of(job)
        record.state, record.lease, record.due_at = "waiting", None, due_at

    def end(self, job: Job, state: str, now: datetime) -> None:
        record = self.of(job)
        record.state, record.lease = state, None
        self.move_up(record.lane, now)

    def dead(self) -> list[Record]:
        return [record for record in self.records if record.state == "dead"]

    def retry(self, record: Record, now: datetime) -> None:
        record.state, record.attempts, record.due_at, record.is_front = "waiting", 0, now, True

    def drop(self, record: Record) -> None:
        record.state = "done"

    def release_all(self) -> int:
        running = [record for record in self.records if record.state == "running"]
        for record in running:
            record.state, record.lease = "waiting", None
            record.attempts -= 1  # it was cut off
        return len(running)

    def forget(self, before: datetime) -> int:
        kept = [record for record in self.records if not self._is_old(record, before)]
        forgotten = len(self.records) - len(kept)
        self.records = kept
        return forgotten

    def next_due(self, now: datetime) -> datetime | None:
        """Return when the next of those will be due that stand behind nobody."""
        waiting = [record.due_at for record in self.heads() if record.state == "waiting"]
        return min((due_at for due_at in waiting if due_at > now), default=None)

    def counts(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for record in self.records:
            if record.state != "done":
                counts[record.state] = counts.get(record.state, 0) + 1
        return counts

    @staticmethod
    def _is_old(record: Record, before: datetime) -> bool:
        return record.state == "done" and record.added_at < before
