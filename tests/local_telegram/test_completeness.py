"""Nothing of the Bot API is passed over without a name: everything is compared with aiogram."""

import inspect
from pathlib import Path
from typing import Any

import aiogram
import aiogram.methods
import aiogram.types
import pytest
from aiogram.methods import TelegramMethod
from aiogram.types import TelegramObject, Update

from bot.cli.telegram import telegram
from bot.local_telegram import gaps
from bot.local_telegram.markup import parse_markup
from bot.local_telegram.methods import METHODS
from bot.local_telegram.methods.file_sends import read_media
from bot.local_telegram.queue import KINDS
from bot.local_telegram.rich import blocks
from bot.local_telegram.rich.message import read_rich_message
from tests.local_telegram.reached_names import reached_names
from tests.local_telegram.town import Town

ROOT = Path(__file__).parents[2]
ALL_METHODS: dict[str, Any] = {
    each.__api_method__: each
    for each in vars(aiogram.methods).values()
    if inspect.isclass(each) and issubclass(each, TelegramMethod) and each is not TelegramMethod
}
READ_BY = {
    "InlineKeyboardMarkup": parse_markup,
    "ReplyKeyboardMarkup": parse_markup,
    "KeyboardButton": parse_markup,
    "ForceReply": parse_markup,
    "ReplyParameters": METHODS["sendMessage"],
    "EphemeralMessageParameters": METHODS["sendMessage"],
    "BotCommand": METHODS["setMyCommands"],
    "InputMediaPhoto": read_media,
    "InputMediaDocument": read_media,
    "InputMediaVideo": read_media,
    "InputMediaAudio": read_media,
    "InputMediaAnimation": read_media,
    "InputPollOption": METHODS["sendPoll"],
    "InputRichMessage": read_rich_message,
    "RichMessageButton": blocks.BlockReader.button,
    "LabeledPrice": METHODS["sendInvoice"],
}


def test_the_version_is_that_of_aiogram_and_stands_where_people_read_of_it():
    assert aiogram.__api_version__ == gaps.BOT_API
    pages = (ROOT / "README.md", ROOT / "docs" / "local-telegram.md")
    for text in (inspect.getdoc(telegram), *(page.read_text() for page in pages)):
        assert f"Bot API {gaps.BOT_API}" in text


def test_each_method_is_answered_or_named_as_missing():
    assert set(ALL_METHODS) == METHODS.keys() | gaps.METHODS.keys()
    assert METHODS.keys() & gaps.METHODS.keys() == set()


def test_each_argument_is_read_or_named_as_passed_over():
    unread = {
        (name, argument)
        for name, handler in METHODS.items()
        for argument in _unread(ALL_METHODS[name], handler)
    }
    named = {(name, argument) for name, argument in unread if argument in gaps.ARGUMENTS}
    of_one = {(name, argument) for name, argument in unread - named
              if f"{name}.{argument}" in gaps.ARGUMENTS}  # fmt: skip
    assert unread - named - of_one == set()
    used = {argument for _, argument in named} | {".".join(each) for each in of_one}
    assert gaps.ARGUMENTS.keys() - used == set()


def test_each_kind_of_update_is_sent_or_named_as_missing():
    kinds = set(Update.model_fields) - {"update_id"}
    assert kinds == KINDS | gaps.UPDATES.keys()
    assert KINDS & gaps.UPDATES.keys() == set()


def test_each_field_of_an_object_is_read_or_named_as_passed_over():
    unread = {
        f"{name}.{field}"
        for name, function in READ_BY.items()
        for field in _unread(getattr(aiogram.types, name), function)
    }
    shared = {field for field in unread if field.partition(".")[2] in gaps.ARGUMENTS}
    assert unread - shared == gaps.FIELDS.keys()


def test_each_block_and_text_of_a_rich_message_is_read_or_refused_by_its_name():
    described_types = {
        each
        for name, each in vars(aiogram.types).items()
        if name.startswith(("InputRichBlock", "RichText")) and "type" in _fields(each)
    } - {aiogram.types.InputRichBlockListItem}
    given = {each.model_fields["type"].default.value: each for each in described_types}
    for kind, described in given.items():
        if kind not in blocks.MEDIA_BLOCKS:
            read = blocks.TEXTS if described.__name__.startswith("RichText") else blocks.BLOCKS
            names = {name.removesuffix("?") for name in read[kind]}
            assert names | {"type"} == set(_fields(described)), kind
    assert given.keys() == {*blocks.BLOCKS, *blocks.TEXTS, *blocks.MEDIA_BLOCKS}


@pytest.mark.parametrize("method", ["sendGift", "SENDGIFT"])
async def test_a_method_that_is_missing_is_refused_by_its_name(town: Town, method: str):
    refused = await town.call(method, user_id=town.ada.id, gift_id="1")
    assert refused.json() == {
        "ok": False,
        "error_code": 400,
        "description": "Bad Request: the local Telegram does not do sendGift: it has no gifts",
    }


async def test_a_method_that_no_bot_api_has_is_not_found(town: Town):
    refused = await town.call("sendTelepathy", chat_id=town.ada.id)
    assert refused.json() == {
        "ok": False,
        "error_code": 404,
        "description": "Not Found: method not found",
    }


def _unread(described: type[TelegramObject] | type[TelegramMethod[Any]], function: Any) -> set[str]:
    names = reached_names(function)
    # The words of a question are marked by arguments that are called after it.
    names |= {f"{each}_{tail}" for each in names for tail in ("entities", "parse_mode")}
    return set(_fields(described)) - names


def _fields(described: type) -> dict[str, Any]:
    return getattr(described, "model_fields", {})
