"""Parser of the Bot API's older Markdown: https://core.telegram.org/bots/api#markdown-style."""

import re

from bot.local_telegram.formatting import values
from bot.local_telegram.formatting.builder import TextBuilder
from bot.local_telegram.formatting.entities import (
    Entity,
    FormattedText,
    ParseError,
    byte_offset,
    utf16_length,
)

# One alternative per kind of token, tried in this order.
_TOKEN = re.compile(
    r"""
    (?P<plain>[^\\_*`\[]+)
    | \\(?P<escaped>[_*`\[])
    | (?P<backslash>\\)
    | ```(?:(?P<language>[^\s`]+)(?=\s))?\n?(?P<pre>.*?)```
    | `(?P<code>[^`]*)`
    | \*(?P<bold>[^*]*)\*
    | _(?P<italic>[^_]*)_
    | \[(?P<label>[^\]]*)\](?:\((?P<url>[^)]*)\)?)?
    """,
    re.VERBOSE | re.DOTALL,
)


def parse_markdown(source: str) -> FormattedText:
    """Read Markdown into text and entities; raise `ParseError` in Telegram's words."""
    builder = TextBuilder()
    at = 0
    while at < len(source):
        token = _TOKEN.match(source, at)
        if token is None:
            offset = byte_offset(source, at)
            raise ParseError(f"Can't find end of the entity starting at byte offset {offset}")
        at = token.end()
        kind = token.lastgroup or "plain"
        if kind in {"plain", "escaped", "backslash"}:
            builder.add(token[kind])
            continue
        text = token["label"] if kind == "url" else token[kind]
        opened = builder.open(kind, token.start())
        builder.add(text)
        length = utf16_length(text)
        entity: Entity | None = Entity(kind, opened.offset, length, language=token["language"])
        if kind in {"label", "url"}:
            entity = values.link(token["url"] or text, opened.offset, length)
        builder.close(opened, entity)
    return builder.result()
