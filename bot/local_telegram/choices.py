"""Keys that ask for a group or for people: their conditions, and how they are read."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.local_telegram.refusals import Refusal, bad_request

_NUMBERS = range(-(2**31), 2**31)
_MOST_PEOPLE = 10


@dataclass(frozen=True)
class ChatChoice:
    """The conditions of a group to choose. With `adds_bot`, the bot becomes an administrator."""

    request_id: int
    bot_is_member: bool = False
    adds_bot: bool = False
    with_title: bool = False


@dataclass(frozen=True)
class PeopleChoice:
    """The conditions of people to choose: `most` is the highest number."""

    request_id: int
    most: int = 1
    with_name: bool = False


Choice = ChatChoice | PeopleChoice


def parse_choice(key: Mapping[str, Any], *, private: bool) -> Choice | None:
    """Read the choice that a key asks for, None if it asks for none; refuse an invalid one."""
    kind = "chats" if key.get("request_chat") is not None else "users"
    wish = key.get("request_chat" if kind == "chats" else "request_users")
    if wish is None:
        return None
    if not private:
        raise bad_request(f"{kind} can be requested in private chats only")
    if not isinstance(wish, dict):
        raise Refusal.UNREADABLE_KEY.error("Object expected")
    request_id = _request_id(wish)
    if kind == "chats":
        rights = wish.get("bot_administrator_rights")
        wanted = {name for name, is_granted in (rights or {}).items() if is_granted}
        theirs = wish.get("user_administrator_rights") or {}
        if any(not theirs.get(name) for name in wanted):
            raise Refusal.UNREADABLE_KEY.error(
                "user_administrator_rights must be a superset of bot_administrator_rights"
            )
        return ChatChoice(
            request_id,
            bot_is_member=bool(wish.get("bot_is_member")),
            adds_bot=rights is not None,
            with_title=bool(wish.get("request_title")),
        )
    most = wish.get("max_quantity", 1)
    if not isinstance(most, int) or not 0 < most <= _MOST_PEOPLE:
        raise Refusal.UNREADABLE_KEY.error("max_quantity must be from 1 to 10")
    return PeopleChoice(request_id, most, with_name=bool(wish.get("request_name")))


def must_differ(choices: Iterable[Choice]) -> None:
    """Refuse keys of one message that share a `request_id`."""
    numbers = [choice.request_id for choice in choices]
    if len(set(numbers)) < len(numbers):
        raise Refusal.UNREADABLE_KEY.error("request_id must be unique within the message")


def _request_id(wish: Mapping[str, Any]) -> int:
    if "request_id" not in wish:
        raise Refusal.UNREADABLE_KEY.error('Can\'t find field "request_id"')
    number = wish["request_id"]
    if not isinstance(number, int) or isinstance(number, bool) or number not in _NUMBERS:
        raise Refusal.UNREADABLE_KEY.error('Field "request_id" must be a valid Number')
    return number
