"""Outgoing messages: each is a row that operators see, and a job that says when it is sent."""

import json
from dataclasses import dataclass
from enum import StrEnum

from bot.base.queue.jobs import EffectKey

_PAUSE = "pause:"


class Outgoing(StrEnum):
    """The kinds of jobs; each has a worker of its own. The values stand in the database."""

    WEBHOOK = "webhook"
    TEXT = "text"
    MAIL = "mail"


@dataclass(frozen=True, slots=True)
class OutgoingRow:
    """A row to send.

    Its number alone does not name it for good: SQLite gives a wiped row's number to the next row.
    """

    id: int
    delivery_uuid: str

    def __str__(self) -> str:
        return f"{self.delivery_uuid}:{self.id}"


def webhook_key(row: OutgoingRow, requeued: int) -> EffectKey:
    return EffectKey(f"webhook:{row}:{requeued}")


def text_key(row: OutgoingRow, attempts: int) -> EffectKey:
    """Return the key of the attempt at a text that follows so many attempts."""
    return EffectKey(f"text:{row}:{attempts}")


def mail_key(digest: bytes, attempts: int) -> EffectKey:
    """Return the key of the attempt at an invitation's mail that follows so many attempts."""
    return EffectKey(f"mail:{digest.hex()}:{attempts}")


def pause_key(row: OutgoingRow, attempts: int) -> EffectKey:
    """Return the key of the pause of a text after so many attempts."""
    return EffectKey(f"{_PAUSE}{row}:{attempts}")


def is_of(key: EffectKey, row: OutgoingRow) -> bool:
    """Tell whether a webhook's or a text's job is about a row; a former version named the number
    alone.
    """
    _, _, named = key.partition(":")
    return named.rpartition(":")[0] in {str(row), str(row.id)}


def is_pause(key: EffectKey) -> bool:
    return key.startswith(_PAUSE)


def body_of(row_id: int) -> bytes:
    return json.dumps(row_id).encode()


def row_id_in(body: bytes) -> int:
    row_id: int = json.loads(body)
    return row_id
