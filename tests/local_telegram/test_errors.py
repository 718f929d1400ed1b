"""Every refusal that a bot can meet, with its exact words."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests.local_telegram.town import Town

Arguments = dict[str, Any]


@dataclass(frozen=True)
class Row:
    """A call that is refused; `own` and `hers` stand for the ids of two messages that exist."""

    method: str
    arguments: Arguments
    description: str
    code: int = 400


ADA = "chat of Ada"
OWN = "message of the bot"
HERS = "message of Ada"


def _markup(*buttons: Arguments) -> Arguments:
    return {"chat_id": ADA, "text": "x", "reply_markup": {"inline_keyboard": [list(buttons)]}}


def _edit(message_id: object, **arguments: Any) -> Arguments:
    return {"chat_id": ADA, "message_id": message_id, "text": "x", **arguments}


NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
TOO_OLD = "query is too old and response timeout expired or query ID is invalid"
FIELD_TEXT = 'can\'t parse inline keyboard button: Field "text" must be of type String'
TEXT_BUTTON = (
    "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
)

ROWS = [
    Row("sendMessage", {"text": "x"}, "chat_id is empty"),
    Row("sendMessage", {"chat_id": 77, "text": "x"}, "chat not found"),
    Row("sendMessage", {"chat_id": "@nobody", "text": "x"}, "chat not found"),
    Row("sendMessage", {"chat_id": ADA}, "message text is empty"),
    Row("sendMessage", {"chat_id": ADA, "text": " \n "}, "message text is empty"),
    Row("sendMessage", {"chat_id": ADA, "text": "<b></b>", "parse_mode": "HTML"},
        "message text is empty"),
    Row("sendMessage", {"chat_id": ADA, "text": "x" * 4097}, "message is too long"),
    Row("sendMessage", {"chat_id": ADA, "text": "x" * 32769}, "text is too long"),
    Row("sendMessage", {"chat_id": ADA, "text": "<b>x", "parse_mode": "HTML"},
        'can\'t parse entities: Can\'t find end tag corresponding to start tag "b"'),
    Row("sendMessage", {"chat_id": ADA, "text": "a.b", "parse_mode": "MarkdownV2"},
        "can't parse entities: Character '.' is reserved and must be escaped with the preceding "
        "'\\'"),
    Row("sendMessage", {"chat_id": ADA, "text": "x", "parse_mode": "RTF"},
        "unsupported parse_mode"),
    Row("sendMessage", {"chat_id": ADA, "text": "x", "entities": "{"},
        "can't parse entities JSON object"),
    Row("sendMessage", {"chat_id": ADA, "text": "x", "reply_markup": "{"},
        "can't parse reply keyboard markup JSON object"),
    Row("sendMessage", {"chat_id": ADA, "text": "x", "reply_markup": "[]"},
        "object expected as reply markup"),
    Row("sendMessage", _markup({"text": "x"}), TEXT_BUTTON),
    Row("sendMessage", _markup({"text": "x", "callback_data": ""}), TEXT_BUTTON),
    Row("sendMessage", _markup({"text": 5, "callback_data": "x"}), FIELD_TEXT),
    Row("sendMessage", _markup({"callback_data": "x"}),
        'can\'t parse inline keyboard button: Can\'t find field "text"'),
    Row("sendMessage", _markup({"text": "x", "callback_data": "é" * 33}), "BUTTON_DATA_INVALID"),
    Row("sendMessage", _markup({"text": "x", "url": "http://localhost/"}),
        "inline keyboard button URL 'http://localhost/' is invalid: Wrong HTTP URL"),
    Row("sendMessage", {"chat_id": ADA, "text": "x", "message_thread_id": 4},
        "message thread not found"),
    Row("sendMessage", {"chat_id": ADA, "text": "x", "reply_parameters": {"message_id": 99}},
        "message to be replied not found"),
    Row("sendMessage", {"chat_id": ADA, "text": "x", "reply_to_message_id": 99},
        "message to be replied not found"),
    Row("sendMessage", {"chat_id": ADA, "text": "x", "reply_parameters": {"message_id": "x"}},
        "message to be replied not found"),
    Row("sendMessage", {"chat_id": ADA, "text": "x", "reply_parameters": 5},
        "can't parse reply_parameters JSON object"),
    Row("sendMessage", {"chat_id": ADA, "text": "x", "entities": [{"type": "bold"}]},
        "can't parse entities: wrong MessageEntity"),
    Row("editMessageText", _edit(99), "message to edit not found"),
    Row("editMessageText", {"chat_id": ADA, "text": "x"}, "message identifier is not specified"),
    Row("editMessageText", _edit(HERS), "message can't be edited"),
    Row("editMessageText", _edit(OWN, text="own"), NOT_MODIFIED),
    Row("editMessageText", _edit(OWN, reply_markup={"force_reply": True}),
        "inline keyboard expected"),
    Row("editMessageReplyMarkup", {"chat_id": ADA, "message_id": OWN}, NOT_MODIFIED),
    Row("editMessageCaption", _edit(OWN), "there is no caption in the message to edit"),
    Row("editMessageLiveLocation", _edit(OWN, latitude=1, longitude=1),
        "message can't be edited"),
    Row("deleteMessage", {"chat_id": ADA, "message_id": 99}, "message to delete not found"),
    Row("deleteMessages", {"chat_id": ADA}, "message identifiers are not specified"),
    Row("deleteMessages", {"chat_id": ADA, "message_ids": []},
        "message identifiers are not specified"),
    Row("deleteMessages", {"chat_id": ADA, "message_ids": list(range(1, 102))},
        "too many message identifiers specified"),
    Row("answerCallbackQuery", {"callback_query_id": "1"}, TOO_OLD),
    Row("answerInlineQuery", {"inline_query_id": "1", "results": []}, TOO_OLD),
    Row("sendPhoto", {"chat_id": ADA}, "there is no photo in the request"),
    Row("sendDocument", {"chat_id": ADA}, "there is no document in the request"),
    Row("sendPhoto", {"chat_id": ADA, "photo": "AgAC-unknown"},
        "wrong file_id or the file is temporarily unavailable"),
    Row("sendPhoto", {"chat_id": ADA, "photo": "https://a.io/x.jpg"},
        "failed to get HTTP URL content"),
    Row("getFile", {"file_id": "AgAC-unknown"},
        "wrong file_id or the file is temporarily unavailable"),
    Row("sendMediaGroup", {"chat_id": ADA, "media": []}, "expected 2-10 items in the album"),
    Row("sendLocation", {"chat_id": ADA, "latitude": 91, "longitude": 0},
        "wrong or empty location specified"),
    Row("sendContact", {"chat_id": ADA, "first_name": "x"},
        'parameter "phone_number" is required'),
    Row("getChat", {"chat_id": 77}, "chat not found"),
    Row("getChatMember", {"chat_id": ADA, "user_id": 77}, "user not found"),
    Row("setMyCommands", {"commands": [{"command": "No!", "description": "x"}]},
        "BOT_COMMAND_INVALID"),
    Row("setMyCommands", {"commands": [{"command": "x", "description": ""}]},
        "command description must be non-empty"),
    Row("setMyCommands", {"commands": [{"command": "x" * 33, "description": "x"}]},
        "command length must not exceed 32"),
    Row("setMyCommands", {"commands": [{"command": "x", "description": "x" * 257}]},
        "command description length must not exceed 256"),
    Row("setMyCommands", {"commands": [{"command": "/", "description": "x"}]},
        "command must be non-empty"),
    Row("setMyCommands", {"commands": [{"command": "Help", "description": "x"}]},
        "BOT_COMMAND_INVALID"),
    Row("setMyCommands", {"commands": [{"description": "x"}]},
        'can\'t parse BotCommand: Can\'t find field "command"'),
    Row("setMyCommands", {"commands": [{"command": "x", "description": "x"}] * 101},
        "BOT_COMMANDS_TOO_MUCH"),
    Row("sendMessage", _markup({"text": "x", "copy_text": {"text": "x" * 257}}),
        "BUTTON_COPY_TEXT_INVALID"),
    Row("sendMessage", _markup({"text": "x", "copy_text": {"text": ""}}),
        "BUTTON_COPY_TEXT_INVALID"),
    Row("sendMessage", _markup(*[{"text": "x", "callback_data": "x"}] * 101),
        "reply markup is too long"),
    Row("sendMessage", _markup(*[{"text": "x" * 200, "callback_data": "x"}] * 60),
        "reply markup is too long"),
    Row("setMyCommands", {"commands": [], "scope": {"type": "chat", "chat_id": 77}},
        "chat not found"),
]  # fmt: skip


def _filled(arguments: Arguments, ids: dict[str, int]) -> Arguments:
    return {
        name: ids.get(value, value) if isinstance(value, str) else value
        for name, value in arguments.items()
    }


def _name(row: Row) -> str:
    return f"{row.method} {json.dumps(row.arguments, ensure_ascii=False)[:50]}"


@pytest.mark.parametrize("row", ROWS, ids=_name)
async def test_a_wrong_call_is_refused_in_telegrams_words(town: Town, row: Row):
    ada = town.ada
    hers = ada.write("/start")
    own = await town.result("sendMessage", chat_id=ada.id, text="own")
    ids = {ADA: ada.id, HERS: hers.message_id, OWN: own["message_id"]}
    before = [message.as_json() for message in ada.messages]
    response = await town.call(row.method, **_filled(row.arguments, ids))
    assert response.status_code == row.code
    assert response.json() == {
        "ok": False,
        "error_code": row.code,
        "description": f"Bad Request: {row.description}",
    }
    assert [message.as_json() for message in ada.messages] == before


@pytest.mark.parametrize(
    ("happens", "description"),
    [
        (lambda town: town.ada.block(), "bot was blocked by the user"),
        (lambda town: town.ada.deactivate(), "user is deactivated"),
    ],
)
async def test_a_person_who_is_gone_is_forbidden(
    town: Town, happens: Callable[[Town], None], description: str
):
    town.ada.write("/start")
    happens(town)
    response = await town.call("sendMessage", chat_id=town.ada.id, text="x")
    assert response.status_code == 403
    assert response.json()["description"] == f"Forbidden: {description}"


async def test_a_person_known_from_a_group_only_cannot_be_written_to(town: Town):
    town.telegram.add_group("Depot", [town.ada, town.bot])
    response = await town.call("sendMessage", chat_id=town.ada.id, text="x")
    assert response.status_code == 403
    expected = "Forbidden: bot can't initiate conversation with a user"
    assert response.json()["description"] == expected


async def test_bots_do_not_write_to_each_other(town: Town):
    response = await town.call("sendMessage", chat_id=town.bot.id, text="x")
    assert response.json()["description"] == "Forbidden: bot can't send messages to bots"


@pytest.mark.parametrize("forum", [False, True])
async def test_a_group_that_threw_the_bot_out_is_forbidden(town: Town, forum: bool):
    group = town.telegram.add_group("Depot", [town.ada, town.bot], forum=forum)
    group.kick(town.bot)
    response = await town.call("sendMessage", chat_id=group.id, text="x")
    kind = "supergroup" if forum else "group"
    assert response.status_code == 403
    assert response.json()["description"] == f"Forbidden: bot was kicked from the {kind} chat"


async def test_an_upgraded_group_names_its_new_id(town: Town):
    group = town.telegram.add_group("Depot", [town.ada, town.bot])
    upgraded = group.upgrade()
    response = await town.call("sendMessage", chat_id=group.id, text="x")
    assert response.status_code == 400
    assert response.json() == {
        "ok": False,
        "error_code": 400,
        "description": "Bad Request: group chat was upgraded to a supergroup chat",
        "parameters": {"migrate_to_chat_id": upgraded.id},
    }
    assert (await town.call("sendMessage", chat_id=upgraded.id, text="x")).status_code == 200
