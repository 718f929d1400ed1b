"""Whatever a bot sends, it is answered in Telegram's way and never with a crash."""

import asyncio
import json
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.local_telegram import LocalTelegram
from bot.local_telegram.methods import METHODS
from tests.local_telegram.town import TOKEN, HurriedClock, picture

ADA, GROUP, FORUM, PHOTO = 77, "the group", "the forum", "the file"
_NAMES = (
    "chat_id", "message_id", "message_ids", "from_chat_id", "user_id", "text", "caption",
    "entities",
    "caption_entities", "parse_mode", "reply_markup", "reply_parameters", "message_thread_id",
    "photo", "document", "sticker", "video", "animation", "audio", "voice", "video_note", "media",
    "question", "options", "type", "is_anonymous", "correct_option_id", "correct_option_ids",
    "allows_multiple_answers", "explanation", "latitude", "longitude", "live_period", "heading",
    "title", "address", "phone_number", "first_name", "emoji", "action", "commands", "scope",
    "language_code", "name", "description", "short_description", "menu_button", "permissions",
    "custom_title", "until_date", "can_delete_messages", "reaction", "results", "button",
    "next_offset", "rich_message", "html", "blocks", "cells",
    "inline_query_id", "callback_query_id", "file_id", "url", "secret_token",
    "certificate", "allowed_updates", "offset", "limit", "timeout", "icon_color", "invite_link",
    "link_preview_options", "expire_date", "member_limit", "duration", "width", "cache_time",
)  # fmt: skip
_HINTS: list[Any] = [
    ADA, GROUP, FORUM, PHOTO, 1, 2, 3, 4, -1, 0, 10**30, 1.5, "HTML", "MarkdownV2", "👍", "quiz",
    ["a", "b"], [{"text": "a"}, {"text": "b"}], [1, 2], {"type": "default"},
    {"type": "chat", "chat_id": ADA}, [{"type": "emoji", "emoji": "👍"}],
    {"type": "photo", "media": PHOTO}, [{"type": "photo", "media": PHOTO}] * 2,
    {"inline_keyboard": [[{"text": "x", "callback_data": "x"}]]},
    {"keyboard": [["x", {"text": "x", "request_users": {"request_id": 1}}]]},
    {"message_id": 1}, [{"type": "bold", "offset": 0, "length": 1}],
    {"html": "<p>x</p>"}, {"blocks": [{"type": "table", "cells": [[{"text": "x"}]]}]},
    [{"command": "x", "description": "x"}], {"can_send_messages": True},
]  # fmt: skip
_LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
_JSON = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_NAMES), inner),
    max_leaves=6,
)
_ARGUMENTS = st.dictionaries(
    st.sampled_from(_NAMES), st.sampled_from(_HINTS) | _JSON, min_size=1, max_size=8
)


@pytest.mark.parametrize("method", sorted(METHODS))
def test_no_arguments_make_a_method_crash(method: str):
    @settings(max_examples=25, deadline=None, database=None)
    @given(arguments=_ARGUMENTS, place=st.sampled_from([ADA, GROUP, FORUM]))
    def check(arguments: dict[str, Any], place: object) -> None:
        given = {"chat_id": place, "user_id": ADA, "message_id": 2, **arguments}
        asyncio.run(_call(method, given))

    check()


async def _call(method: str, arguments: dict[str, Any]) -> None:
    telegram = LocalTelegram(clock=HurriedClock(100_000))
    bot = telegram.add_bot(TOKEN, username="demo_bot", first_name="Demo")
    ada = telegram.add_user("Ada", id=ADA)
    bola = telegram.add_user("Bola")
    group = telegram.add_group("Depot", [bola, ada, bot], supergroup=True)
    forum = telegram.add_group("Yard", [bola, ada, bot], forum=True)
    for each in (group, forum):
        each.promote(bot)
    forum.add_topic("Riders")
    photo = ada.send_photo(picture()).photo
    assert photo is not None
    real = {GROUP: group.id, FORUM: forum.id, PHOTO: photo.file.file_id}
    body = json.dumps(arguments)
    for name, value in real.items():
        body = body.replace(f'"{name}"', json.dumps(value))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(telegram.asgi)) as http:
        url, headers = f"http://telegram/bot{TOKEN}", {"Content-Type": "application/json"}
        poll = {"chat_id": group.id, "question": "?", "options": ["a", "b"]}
        for chat_id in (ADA, group.id):
            await http.post(f"{url}/sendMessage", json={"chat_id": chat_id, "text": "own"})
        await http.post(f"{url}/sendPoll", json=poll)
        response = await http.post(f"{url}/{method}", content=body, headers=headers)
    answer = response.json()
    assert response.status_code == 200 or answer["error_code"] == response.status_code < 500
    assert answer["ok"] is (response.status_code == 200)
