"""Arrivals as jobs: the lane of each, and the key by which a repeated one is recognised."""

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
"""The highest number that every JSON parser reads exactly."""


class UnreadableUpdate(ValueError):
    """The bytes are not an update from Telegram."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press in a private chat, as its update tells it; `data` may come from anybody."""

    query_id: str
    data: str


AnswerPress = Callable[[Pressed], None]
"""Answers a press before its update is kept, if there is nothing to say; it never waits."""


@dataclass(frozen=True, slots=True)
class ArrivedUpdate:
    job: NewJob
    pressed: Pressed | None


def read_update(bot_id: int, raw: bytes) -> ArrivedUpdate:
    """Make the job of a Telegram update, in the lane of its person or else of its chat.

    Raises:
        UnreadableUpdate: the bytes are not a JSON object with an `update_id`.
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
    """Return an update and its bytes, with a question mark for each character not in Unicode.

    JSON allows half of a surrogate pair, but Unicode text does not.
    """
    try:
        return from_json(raw), raw
    except ValueError:
        mended = json.dumps(json.loads(raw), ensure_ascii=False).encode(errors="replace")
        return from_json(mended), mended


def number_of(update: object) -> int | None:
    """Return the number of an update; `None` for anything else."""
    number = update.get("update_id") if isinstance(update, dict) else None
    # A bool is an int too, but not the number of an update.
    return number if type(number) is int and 0 <= number <= _HIGHEST else None


def lane_of_person(user_id: object) -> str:
    return f"person:{user_id}"


def _speaker(update: dict[str, object]) -> str:
    """Return the lane of the person who caused an update; its field depends on the kind of update.

    A poll's answer has a `user`, and a channel's post has only a `chat`.
    """
    for content in update.values():
        if isinstance(content, dict):
            for who in (content.get("from"), content.get("user"), content.get("chat")):
                if isinstance(who, dict) and "id" in who:
                    return lane_of_person(who["id"])
    return "nobody"


def event_job(environment: str, raw: bytes) -> NewJob:
    """Make the job of a verified webhook, in its delivery's lane; equal bytes have one key."""
    delivery = named_delivery(raw)
    lane = f"delivery:{delivery}" if delivery else "unreadable"
    return NewJob(JobKind.EVENT, lane, effect_keys.webhook(environment, raw), raw)
