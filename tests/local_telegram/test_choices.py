"""Keys that ask for a group or a person, as Telegram takes them and as people press them."""

from typing import Any

import pytest

from bot.local_telegram.choices import must_differ, parse_choice
from bot.local_telegram.markup import parse_markup
from bot.local_telegram.refusals import ApiError

NUMBER = 2**31 - 1


def key(**wish: Any) -> dict[str, Any]:
    return {"text": "Choose", **wish}


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"request_users": {}}, 'Can\'t find field "request_id"'),
        ({"request_users": {"request_id": "7"}}, "must be a valid Number"),
        ({"request_users": {"request_id": 2**31}}, "must be a valid Number"),
        ({"request_chat": {"request_id": -(2**31) - 1}}, "must be a valid Number"),
        ({"request_chat": 7}, "Object expected"),
        ({"request_users": {"request_id": 7, "max_quantity": 11}}, "from 1 to 10"),
        (
            {"request_chat": {"request_id": 7, "bot_administrator_rights": {"can_pin": True}}},
            "must be a superset",
        ),
    ],
)
def test_a_key_that_says_too_little_is_refused(wish: dict[str, Any], why: str):
    with pytest.raises(ApiError, match=why):
        parse_choice(key(**wish), private=True)


@pytest.mark.parametrize(("field", "what"), [("request_chat", "chats"), ("request_users", "users")])
def test_nothing_is_chosen_in_groups(field: str, what: str):
    with pytest.raises(ApiError, match=f"{what} can be requested in private chats only"):
        parse_choice(key(**{field: {"request_id": 7}}), private=False)


def test_two_keys_of_one_message_have_two_numbers():
    choices = [
        parse_choice(key(request_users={"request_id": number}), private=True)
        for number in (-(2**31), NUMBER, 7)
    ]
    must_differ(one for one in choices if one)
    with pytest.raises(ApiError, match="unique within the message"):
        must_differ(one for one in [*choices, choices[0]] if one)


def test_the_numbers_of_a_whole_keyboard_are_compared():
    row = '[{"text": "A", "request_users": {"request_id": 7}}]'
    with pytest.raises(ApiError, match="unique within the message"):
        parse_markup(f'{{"keyboard": [{row}, {row}]}}', private=True)
