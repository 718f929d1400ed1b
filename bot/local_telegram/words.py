"""The text and caption of a call: parsed by its format, trimmed, measured, and marked up."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.local_telegram.call import Call
from bot.local_telegram.formatting.detect import detected
from bot.local_telegram.formatting.entities import Entity, FormattedText, ParseError
from bot.local_telegram.formatting.html import parse_html
from bot.local_telegram.formatting.markdown import parse_markdown
from bot.local_telegram.formatting.markdown_v2 import parse_markdown_v2
from bot.local_telegram.messages import Content
from bot.local_telegram.refusals import Refusal, bad_request
from bot.local_telegram.rich.message import read_rich_message

MAX_TEXT = 4096
"""The most characters of a text message, after its markup is parsed."""

MAX_CAPTION = 1024
"""The most characters of a caption, after its markup is parsed."""

MAX_ENTITIES = 100
"""The most entities of a message; the ones after them are dropped."""

_MAX_BYTES = 32768

_PARSERS: Mapping[str, Callable[[str], FormattedText]] = {
    "": FormattedText,
    "none": FormattedText,
    "html": parse_html,
    "markdown": parse_markdown,
    "markdownv2": parse_markdown_v2,
}
_FOUND = frozenset({"mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number"})


def read_text(call: Call) -> FormattedText:
    """Return the `text` of a call; refuse it if it is empty, too long or unreadable."""
    words = read_words(call, "text")
    if not words.text:
        raise bad_request("message text is empty")
    if len(words.text) > MAX_TEXT:
        raise Refusal.MESSAGE_TOO_LONG.error()
    return words


def read_rich(call: Call, *, draft: bool = False) -> Content:
    """Return the `rich_message` of a call, with its plain text as the words."""
    wish, private = call.arguments.object("rich_message"), call.chat().private
    rich = read_rich_message(wish, private=private, draft=draft)
    return Content(FormattedText(rich.text), rich=rich)


def read_caption(call: Call) -> FormattedText:
    """Return the `caption` of a call, which may be empty; refuse it if it is too long."""
    words = _read(call, "caption", "caption_entities")
    if len(words.text) > MAX_CAPTION:
        raise bad_request("message caption is too long")
    return words


def read_words(call: Call, name: str) -> FormattedText:
    """Return a text argument whose format and entities are arguments named after it."""
    own = "" if name == "text" else f"{name}_"
    return _read(call, name, f"{own}entities", f"{own}parse_mode")


def _read(
    call: Call, text_name: str, entities_name: str, mode_name: str = "parse_mode"
) -> FormattedText:
    source = call.arguments.text(text_name)
    if len(source.encode()) > _MAX_BYTES:
        raise bad_request("text is too long")
    mode = call.arguments.text(mode_name).lower()
    if mode not in _PARSERS:
        raise bad_request("unsupported parse_mode")
    try:
        words = _PARSERS[mode](source)
    except ParseError as error:
        raise Refusal.UNREADABLE_ENTITIES.error(error) from error
    if mode in {"", "none"}:
        given = call.arguments.objects(entities_name)
        # Given entities of the kinds that Telegram detects by itself are ignored.
        own = (_entity(value) for value in given if str(value.get("type")) not in _FOUND)
        words = FormattedText(source, tuple(own))
    entities: list[Entity] = []
    for entity in words.entities:
        if entity.type != "text_mention":
            entities.append(entity)
        # Mentions of unknown people are dropped.
        elif person := call.world.party(int((entity.user or {}).get("id", 0))):
            entities.append(replace(entity, user=person.as_json()))
    # Trimmed before the entities are detected and limited: offsets are in the visible text.
    marked = detected(FormattedText(words.text, tuple(entities)).trimmed())
    return FormattedText(marked.text, marked.entities[:MAX_ENTITIES])


def _entity(value: dict[str, Any]) -> Entity:
    names = ("url", "language", "custom_emoji_id", "unix_time", "date_time_format")
    about = {name: value.get(name) for name in names}
    try:
        kind, offset, length = str(value["type"]), int(value["offset"]), int(value["length"])
        user = {"id": int(value["user"]["id"])} if value.get("user") else None
        return Entity(kind, offset, length, user=user, **about)
    except (KeyError, TypeError, ValueError) as error:
        raise Refusal.UNREADABLE_ENTITIES.error("wrong MessageEntity") from error
