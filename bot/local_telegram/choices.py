"""Keys with which a bot asks for a group or a person: what it may ask, and what fits."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.local_telegram.refusals import Refusal, bad_request

_NUMBERS = range(-(2**31), 2**31)
_MOST_PEOPLE = 10


@dataclass(frozen=True)
class ChatChoice:
    """A group is asked for. With `adds_bot` the bot gets into it, as an administrator."""

    request_id: int
    bot_is_member: bool = False
    adds_bot: bool = False
    with_title: bool = False


@dataclass(frozen=True)
class PeopleChoice:
    """Up to so many people are asked for."""

    request_id: int
    most: int = 1
    with_name: bool = False


Choice = ChatChoice | PeopleChoice


def parse_choice(key: Mapping[str, Any], *, private: bool) -> Choice | None:
    """Read what a key asks for; raise `ApiError` where it may not, or does not say it."""
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
    """Refuse two keys of one message with the same number."""
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
