"""What arrives, as jobs: which lane an arrival goes into, and what makes it the same again."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic_core import from_json

from bot.actions import effect_keys
from bot.base.queue.jobs import NewJob
from bot.fleet import named_delivery
from bot.store.job_kind import JobKind

_HIGHEST = 2**53
"""Beyond it no number is exact in every JSON."""


class UnreadableUpdate(ValueError):
    """The bytes are not an update of Telegram's."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press in a private chat as an update tells of it: `data` is anybody's."""

    query_id: str
    data: str


AnswerPress = Callable[[Pressed], None]
"""Answers a press before its update is kept, if there is nothing to tell; it never waits."""


@dataclass(frozen=True, slots=True)
class ArrivedUpdate:
    job: NewJob
    pressed: Pressed | None


def read_update(bot_id: int, raw: bytes) -> ArrivedUpdate:
    """Make the job of a Telegram update: in the lane of its person, or else of its chat.

    Raises:
        UnreadableUpdate: the bytes are no JSON object with an `update_id`.
    """
    try:
        update, raw = _parsed(raw)
    except (ValueError, RecursionError) as error:
        raise UnreadableUpdate("not JSON") from error
    update_id = number_of(update)
    if update_id is None:
        raise UnreadableUpdate("not an update")
    key = effect_keys.update(bot_id, update_id)
    job = NewJob(JobKind.UPDATE, _speaker(update), key, raw)
    match update.get("callback_query"):
        case {"id": str(query_id), "data": str(data), "message": {"chat": {"type": "private"}}}:
            return ArrivedUpdate(job, Pressed(query_id, data))
    return ArrivedUpdate(job, None)


def _parsed(raw: bytes) -> tuple[Any, bytes]:
    """Return an update and its bytes, in which what is no Unicode becomes a question mark.

    Half of a pair of surrogates may stand in JSON, and nowhere else.
    """
    try:
        return from_json(raw), raw
    except ValueError:
        mended = json.dumps(json.loads(raw), ensure_ascii=False).encode(errors="replace")
        return from_json(mended), mended


def number_of(update: object) -> int | None:
    """Return the number of what is an update."""
    number = update.get("update_id") if isinstance(update, dict) else None
    # A truth value is an int, too, and no number of an update.
    return number if type(number) is int and 0 <= number <= _HIGHEST else None


def lane_of_person(user_id: object) -> str:
    return f"person:{user_id}"


def _speaker(update: dict[str, object]) -> str:
    """Return the lane of the person who has caused an update; kinds of updates name them apart.

    A poll's answer has a `user`, and a channel's post nothing but a `chat`.
    """
    for content in update.values():
        if isinstance(content, dict):
            for who in (content.get("from"), content.get("user"), content.get("chat")):
                if isinstance(who, dict) and "id" in who:
                    return lane_of_person(who["id"])
    return "nobody"


def event_job(environment: str, raw: bytes) -> NewJob:
    """Make the job of a verified webhook: in the lane of its delivery, the same bytes only once."""
    delivery = named_delivery(raw)
    lane = f"delivery:{delivery}" if delivery else "unreadable"
    return NewJob(JobKind.EVENT, lane, effect_keys.webhook(environment, raw), raw)
