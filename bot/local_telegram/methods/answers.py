"""Answers to pressed buttons and inline queries, and reactions to messages."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from telegram.constants import ReactionEmoji

from bot.local_telegram.arguments import Arguments
from bot.local_telegram.call import Call, method
from bot.local_telegram.formatting.values import checked_url
from bot.local_telegram.markup import parse_markup
from bot.local_telegram.queries import CallbackQuery, InlineQuery
from bot.local_telegram.refusals import ApiError, Refusal, bad_request
from bot.local_telegram.words import read_caption, read_text
from bot.local_telegram.world import Toast

MAX_ANSWER = 200
"""The most characters of the answer to a pressed button."""

_REACTIONS = frozenset(ReactionEmoji)
_MOST_RESULTS = 50
_ID_BYTES = range(1, 65)
_MAX_OFFSET = 64
_START_PARAMETER = re.compile(r"[A-Za-z0-9_-]*")
_MAX_START_PARAMETER = 64

_FILES = ("photo", "gif", "mpeg4_gif", "video", "audio", "voice", "document", "sticker")
_NEEDED: Mapping[str, tuple[str, ...]] = {
    "article": ("title",),
    "contact": ("phone_number", "first_name"),
    "game": ("game_short_name",),
    "location": ("latitude", "longitude", "title"),
    "venue": ("latitude", "longitude", "title", "address"),
    "video": ("title",),
    "document": ("title",),
    "voice": ("title",),
    **dict.fromkeys(("photo", "gif", "mpeg4_gif", "audio", "sticker"), ()),
}
"""The required fields of each kind of result, besides its file."""


@method
def answer_callback_query(call: Call) -> bool:
    query_id = call.arguments.text("callback_query_id")
    query = call.world.queries.find(CallbackQuery, query_id, call.bot)
    text = call.arguments.text("text")
    if len(text) > MAX_ANSWER:
        raise Refusal.ANSWER_TOO_LONG.error()
    query.answered = True
    toast = Toast(text, call.arguments.flag("show_alert"), call.arguments.text("url"))
    call.world.show(toast, query.user, query.message)
    return True


@method
def answer_inline_query(call: Call) -> bool:
    query_id = call.arguments.text("inline_query_id")
    query = call.world.queries.find(InlineQuery, query_id, call.bot)
    results = _results(call)
    _check_button(call)
    if len(call.arguments.text("next_offset").encode()) > _MAX_OFFSET:
        raise bad_request("NEXT_OFFSET_INVALID")
    query.results, query.answered = results, True
    query.answer = dict(call.arguments.fields)
    return True


@method
def set_message_reaction(call: Call) -> bool:
    """Set or remove the bot's reaction to a message; a bot has at most one there."""
    message = call.message(call.chat(), "to react")
    pictures = tuple(str(each.get("emoji", "")) for each in call.arguments.objects("reaction"))
    if len(pictures) > 1:
        raise bad_request("REACTIONS_TOO_MANY")
    if not _REACTIONS.issuperset(pictures):
        raise bad_request("REACTION_INVALID")
    call.world.react(message, pictures, call.bot)
    return True


def _results(call: Call) -> list[dict[str, Any]]:
    """Return the results for an inline query; refuse invalid ones."""
    try:
        results = call.arguments.json("results")
    except ValueError as error:
        raise bad_request(f"can't parse JSON encoded inline query results: {error}") from error
    if results is None:
        return []
    if not isinstance(results, list):
        raise bad_request("expected an Array of inline query results")
    for result in results:
        _check(call, result)
    # Each result is checked by itself before the ids are compared.
    ids = [result["id"] for result in results]
    if len(ids) > _MOST_RESULTS:
        raise bad_request("RESULTS_TOO_MUCH")
    if any(len(result_id.encode()) not in _ID_BYTES for result_id in ids):
        raise bad_request("RESULT_ID_INVALID")
    if len(set(ids)) < len(ids):
        raise bad_request("RESULT_ID_DUPLICATE")
    return results


def _check_button(call: Call) -> None:
    """Refuse a button over the results with no action or with an invalid start parameter."""
    button = call.arguments.object("button")
    if not button:
        return
    if not isinstance(button.get("text"), str) or not button["text"]:
        raise Refusal.UNREADABLE_RESULTS_BUTTON.error('Can\'t find field "text"')
    if isinstance(button.get("web_app"), dict):
        return
    parameter = button.get("start_parameter")
    if not isinstance(parameter, str):
        raise Refusal.UNREADABLE_RESULTS_BUTTON.error(
            "InlineQueryResultsButton must have exactly one optional field"
        )
    if not parameter:
        raise bad_request("can't use empty start_parameter")
    if len(parameter) > _MAX_START_PARAMETER:
        raise bad_request("too long start_parameter specified")
    if not _START_PARAMETER.fullmatch(parameter):
        raise bad_request("unallowed characters in start_parameter are used")


def _check(call: Call, result: object) -> None:
    if not isinstance(result, dict):
        raise _unreadable("Inline query result must be an object")
    kind = str(_needed(result, ["type"])).lower()
    _needed(result, ["id"])
    if not isinstance(result["id"], str):
        raise _unreadable('Field "id" must be of type String')
    content = result.get("input_message_content")
    if kind == "article" and not isinstance(content, dict):
        raise _unreadable('Can\'t find field "message_text"')
    if kind not in _NEEDED:
        raise _unreadable(f'type "{kind}" is unsupported for the inline query result')
    _needed(result, _NEEDED[kind])
    if kind in _FILES:
        # The field is `mpeg4_url` or `mpeg4_file_id`, although the type is `mpeg4_gif`.
        name = "mpeg4" if kind == "mpeg4_gif" else kind
        url = result.get(f"{name}_url")
        if not url and not result.get(f"{name}_file_id"):
            raise _unreadable(f'Can\'t find field "{name}_file_id"')
        if url and checked_url(str(url)) is None:
            raise bad_request("wrong HTTP URL specified")
    _check_words(call, result, content if isinstance(content, dict) else {})


def _check_words(call: Call, result: Mapping[str, Any], content: Mapping[str, Any]) -> None:
    """Check the text, caption and buttons of a result as those of a message."""
    markup = result.get("reply_markup")
    try:
        if "message_text" in content:
            read_text(_saying(call, content, "message_text", "text"))
        read_caption(_saying(call, result, "caption", "caption"))
    except ApiError as error:
        description = error.description.removeprefix("Bad Request: ")
        if description == "message is too long":
            raise Refusal.ANSWER_TOO_LONG.error() from error
        raise _unreadable(description[0].upper() + description[1:]) from error
    if isinstance(markup, dict):
        parse_markup(Arguments.written(markup), private=True)


def _saying(call: Call, said: Mapping[str, Any], name: str, argument: str) -> Call:
    """Return a call whose arguments are the words of a result."""
    entities = "entities" if argument == "text" else "caption_entities"
    sources = {argument: name, "parse_mode": "parse_mode", entities: entities}
    return call.saying({each: said.get(source) or None for each, source in sources.items()})


def _needed(result: Mapping[str, Any], names: Iterable[str]) -> Any:  # noqa: ANN401 - any JSON
    """Return the last of these fields; refuse the result if one is missing or empty."""
    value = None
    for name in names:
        value = result.get(name)
        if value in (None, ""):
            raise _unreadable(f'Can\'t find field "{name}"')
    return value


def _unreadable(why: str) -> ApiError:
    return bad_request(f"can't parse inline query result: {why}")
