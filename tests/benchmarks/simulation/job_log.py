"""What jobs a bot on SQLite adds and ends: written down by its database, while it works or stands.

The bot knows nothing of it: triggers copy each row. What was sealed is opened with the bot's key.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.actions import notice_kinds
from bot.actions.notice_kinds import Notice, Urgency
from bot.base.queue.job_rows import JobRow, unsealed
from bot.base.vault import Vault, key_from
from bot.demo.town import Town
from bot.store.job_kind import JobKind

_TRIGGERS = """
CREATE TABLE observed_jobs (
    number INTEGER PRIMARY KEY, id, kind, lane, key, body, urgency, created_at, due_at, ended_at,
    ended_urgency
);
CREATE UNIQUE INDEX observed_open ON observed_jobs (id) WHERE ended_at IS NULL;
CREATE TRIGGER observed_adding AFTER INSERT ON jobs BEGIN
    INSERT INTO observed_jobs VALUES (
        NULL, new.id, new.kind, new.lane, new.key, new.body, new.urgency, new.created_at,
        new.due_at, NULL, NULL
    );
END;
CREATE TRIGGER observed_ending AFTER DELETE ON jobs BEGIN
    UPDATE observed_jobs
    SET ended_at = strftime('%Y-%m-%d %H:%M:%f', 'now'), ended_urgency = old.urgency
    WHERE id = old.id AND ended_at IS NULL;
END;
"""
# A number of a job that has ended is given out again.
_READ = """
SELECT number, kind, lane, key, body, urgency, created_at, due_at, ended_at, ended_urgency
FROM observed_jobs WHERE number > ? ORDER BY number
"""


@dataclass(frozen=True, slots=True)
class SeenJob:
    """A job, with its notice if it is one. `ended_at` is `None` while it has not ended."""

    number: int
    kind: str
    lane: str
    notice: Notice | None
    urgency: Urgency
    created_at: datetime
    due_at: datetime
    ended_at: datetime | None

    @property
    def seconds(self) -> float | None:
        """How long it took from when it was there until it had ended."""
        return None if self.ended_at is None else (self.ended_at - self.created_at).total_seconds()


class JobLog:
    """The jobs of a town's bot, from now on."""

    def __init__(self, town: Town) -> None:
        self._database = town.folder / "handover.db"
        self._vault = Vault(key_from(Path(town.settings["store"]["key_file"])))
        self._run(_TRIGGERS)

    def after(self, number: int = 0) -> Iterator[SeenJob]:
        """Read what came after a job, in the order in which it came."""
        connection = sqlite3.connect(self._database)
        try:
            for row in connection.execute(_READ, (number,)).fetchall():
                yield self._read(*row)
        finally:
            connection.close()

    def _run(self, script: str) -> None:
        connection = sqlite3.connect(self._database)
        connection.executescript(script)
        connection.close()

    def _read(
        self,
        number: int,
        kind: str,
        lane: str,
        key: str,
        body: bytes,
        urgency: int,
        created: str,
        due: str,
        ended: str | None,
        ended_urgency: int | None,
    ) -> SeenJob:
        created_at, due_at = _moment(created), _moment(due)
        row = JobRow(
            id=number, kind=kind, lane=lane, key=key, body=body, attempts=0, faults=0,
            unsure=0, intent=None, correlation_id=None, urgency=urgency, lease=None, process=None,
            error=None, created_at=created_at, due_at=due_at,
        )  # fmt: skip
        opened_lane, _, opened_body = unsealed(self._vault, row)
        return SeenJob(
            number,
            kind,
            opened_lane,
            notice_kinds.read(opened_body) if kind == JobKind.NOTICE else None,
            Urgency(urgency if ended_urgency is None else ended_urgency),
            created_at,
            due_at,
            _moment(ended) if ended else None,
        )


def _moment(written: str) -> datetime:
    return datetime.fromisoformat(written).replace(tzinfo=UTC)
