"""Text and entities written as the Bot API's HTML again."""

import html
from collections.abc import Callable, Mapping
from itertools import pairwise

from bot.local_telegram.formatting.entities import Entity, FormattedText, utf16_length, utf16_slice

_SIMPLE: Mapping[str, str] = {
    "bold": "b",
    "italic": "i",
    "underline": "u",
    "strikethrough": "s",
    "spoiler": "tg-spoiler",
    "code": "code",
    "blockquote": "blockquote",
}


def _quoted(value: object) -> str:
    return html.escape(str(value), quote=True)


def _pre(entity: Entity) -> tuple[str, str]:
    if entity.language is None:
        return "<pre>", "</pre>"
    return f'<pre><code class="language-{_quoted(entity.language)}">', "</code></pre>"


def _time(entity: Entity) -> tuple[str, str]:
    wish = f' format="{_quoted(entity.date_time_format)}"' if entity.date_time_format else ""
    return f'<tg-time unix="{entity.unix_time}"{wish}>', "</tg-time>"


def _mention(entity: Entity) -> tuple[str, str]:
    user_id = entity.user["id"] if entity.user else 0
    return f'<a href="tg://user?id={user_id}">', "</a>"


_VALUED: Mapping[str, Callable[[Entity], tuple[str, str]]] = {
    "expandable_blockquote": lambda _: ("<blockquote expandable>", "</blockquote>"),
    "text_link": lambda entity: (f'<a href="{_quoted(entity.url)}">', "</a>"),
    "text_mention": _mention,
    "pre": _pre,
    "custom_emoji": lambda entity: (
        f'<tg-emoji emoji-id="{_quoted(entity.custom_emoji_id)}">',
        "</tg-emoji>",
    ),
    "date_time": _time,
}


Tags = Callable[[Entity], tuple[str, str] | None]
"""What is put before and behind a marked part; None for one that is not shown."""


def bot_api_tags(entity: Entity) -> tuple[str, str] | None:
    """Return the tags that the Bot API reads as this entity."""
    if entity.type in _SIMPLE:
        name = _SIMPLE[entity.type]
        return f"<{name}>", f"</{name}>"
    valued = _VALUED.get(entity.type)
    return valued(entity) if valued else None


def render_html(formatted: FormattedText, tags: Tags = bot_api_tags) -> str:
    """Return HTML that, with the usual tags, reads back as the same text and entities.

    Entities that Telegram finds by itself (links, mentions, commands) get no tag; where two
    entities cross, the inner one is closed and opened again.
    """
    marked = [entity for entity in formatted.entities if tags(entity) is not None]
    places = {0, *(e.offset for e in marked), *(e.end for e in marked)}
    stops = [*sorted(places), utf16_length(formatted.text)]
    out: list[str] = []
    open_now: list[Entity] = []
    for place, following in pairwise(stops):
        out.extend(_boundary(place, marked, open_now, tags))
        piece = utf16_slice(formatted.text, place, following - place)
        out.append(html.escape(piece, quote=False))
    return "".join(out)


def _boundary(place: int, marked: list[Entity], open_now: list[Entity], tags: Tags) -> list[str]:
    """Return the tags between two stretches of text, and keep the list of open entities."""
    out: list[str] = []
    again: list[Entity] = []
    while any(entity.end <= place for entity in open_now):
        entity = open_now.pop()
        out.append((tags(entity) or ("", ""))[1])
        if entity.end > place:
            again.insert(0, entity)
    for entity in [*again, *(e for e in marked if e.offset == place)]:
        open_now.append(entity)
        out.append((tags(entity) or ("", ""))[0])
    return out
