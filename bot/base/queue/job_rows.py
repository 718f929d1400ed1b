"""A job as it stands in its table, which names nobody in clear.

Lanes and keys often hold the number of a person's account, and are kept longer than the person may
want. So the table has keyed hashes of them, by which a job is found; their clear text is inside the
seal, with the body.
"""

import json
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from bot.base.database.prepared import columns_of
from bot.base.queue.tables import jobs
from bot.base.vault import Vault


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job as it stands in the table: `lane` and `key` are hashes there, the body is sealed."""

    id: int
    kind: str
    lane: str
    key: str
    body: bytes
    attempts: int
    faults: int
    unsure: int
    intent: str | None
    correlation_id: str | None
    urgency: int
    lease: str | None
    process: str | None
    created_at: datetime
    due_at: datetime
    error: str | None


JOBS = select(*columns_of(JobRow, jobs))


def hashed_lane(vault: Vault, lane: str) -> str:
    """Hash a lane; in the hash of "outer/inner" the lane "outer" can still be found."""
    outer, slash, _ = lane.partition("/")
    inner = vault.keyed_hash("lane", lane) if slash else ""
    return vault.keyed_hash("lane", outer) + slash + inner


def hashed_key(vault: Vault, key: str) -> str:
    return vault.keyed_hash("key", key)


def sealed(vault: Vault, kind: str, lane: str, key: str, body: bytes) -> bytes:
    """Seal a body together with a first line that holds lane and key."""
    names = json.dumps([lane, key]).encode()
    return vault.seal(names + b"\n" + body, _place(kind, hashed_key(vault, key)))


def unsealed(vault: Vault, row: JobRow) -> tuple[str, str, bytes]:
    """Return lane, key and body of a job's row.

    Raises:
        SealBroken: it was sealed with another key.
    """
    names, body = vault.open(row.body, _place(row.kind, row.key)).split(b"\n", 1)
    lane, key = json.loads(names)
    return lane, key, body


def _place(kind: str, hashed_key: str) -> str:
    return f"job|{kind}|{hashed_key}"
