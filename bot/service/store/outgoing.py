"""What is sent out: a row that operators look at, and a job that says when it is sent."""

import json
from enum import StrEnum

from bot.base.jobs import EffectKey

_PAUSE = "pause:"


class Outgoing(StrEnum):
    """The kinds of jobs; each has a worker of its own. The values stand in the database."""

    WEBHOOK = "webhook"
    TEXT = "text"
    MAIL = "mail"


def webhook_key(webhook_id: int, requeued: int) -> EffectKey:
    return EffectKey(f"webhook:{webhook_id}:{requeued}")


def text_key(text_id: int, attempts: int) -> EffectKey:
    """Name the attempt at a text that comes after so many."""
    return EffectKey(f"text:{text_id}:{attempts}")


def mail_key(digest: bytes, attempts: int) -> EffectKey:
    """Name the attempt at the mail of an invitation that comes after so many.

    Its row has no lasting number: SQLite gives that of one which has ended to the next.
    """
    return EffectKey(f"mail:{digest.hex()}:{attempts}")


def pause_key(text_id: int, attempts: int) -> EffectKey:
    """Name the pause of a text after so many attempts."""
    return EffectKey(f"{_PAUSE}{text_id}:{attempts}")


def is_pause(key: EffectKey) -> bool:
    return key.startswith(_PAUSE)


def body_of(row_id: int) -> bytes:
    return json.dumps(row_id).encode()


def row_id_in(body: bytes) -> int:
    row_id: int = json.loads(body)
    return row_id
