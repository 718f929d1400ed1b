"""Updates as Telegram would send them, of people who are nowhere else."""

import json
import time
from typing import Any

from tests.benchmarks.posting import Post
from tests.benchmarks.rig import Door, update_numbers


def typed(door: Door, user: int, text: str) -> Post:
    """Return the update of what somebody has typed to a bot in private."""
    message = {**_private(user), "from": _person(user), "text": text}
    if text.startswith("/"):
        message["entities"] = [{"type": "bot_command", "offset": 0, "length": len(text)}]
    return _update(door, "message", message)


def pressed(door: Door, user: int, number: int, data: str) -> Post:
    """Return the update of a pressed button; `number` is that of the press and of its message."""
    query = {
        "id": str(number),
        "from": _person(user),
        "message": {**_private(user), "message_id": number, "text": "Press"},
        "chat_instance": "1",
        "data": data,
    }
    return _update(door, "callback_query", query)


def _private(user: int) -> dict[str, Any]:
    chat = {"id": user, "type": "private", "first_name": "Somebody"}
    return {"message_id": next(update_numbers), "date": int(time.time()), "chat": chat}


def _person(user: int) -> dict[str, Any]:
    return {"id": user, "is_bot": False, "first_name": "Somebody", "language_code": "en"}


def _update(door: Door, kind: str, content: dict[str, Any]) -> Post:
    body = json.dumps({"update_id": next(update_numbers), kind: content}).encode()
    headers = {
        "Content-Type": "application/json",
        "X-Telegram-Bot-Api-Secret-Token": door.secret,
    }
    return Post(door.url, body, headers)
