"""Rendering of text and entities as HTML."""

import html
from collections.abc import Callable, Mapping
from itertools import pairwise

from bot.local_telegram.formatting.entities import Entity, FormattedText, utf16_length, utf16_slice

SIMPLE: Mapping[str, str] = {
    "bold": "b",
    "italic": "i",
    "underline": "u",
    "strikethrough": "s",
    "spoiler": "tg-spoiler",
    "code": "code",
    "blockquote": "blockquote",
}
"""The tags of entities without a value."""

Tags = Callable[[Entity], tuple[str, str] | None]
"""Returns the start and end tag of an entity; None for one that gets no tags."""


def bot_api_tags(entity: Entity) -> tuple[str, str] | None:
    """Return the tags that the Bot API parses as this entity."""
    tags: tuple[str, str] | None
    match entity.type:
        case "expandable_blockquote":
            tags = "<blockquote expandable>", "</blockquote>"
        case "text_link":
            tags = f'<a href="{html.escape(entity.url or "")}">', "</a>"
        case "text_mention":
            user_id = entity.user["id"] if entity.user else 0
            tags = f'<a href="tg://user?id={user_id}">', "</a>"
        case "pre" if entity.language is None:
            tags = "<pre>", "</pre>"
        case "pre":
            language = html.escape(entity.language or "")
            tags = f'<pre><code class="language-{language}">', "</code></pre>"
        case "custom_emoji":
            emoji_id = html.escape(entity.custom_emoji_id or "")
            tags = f'<tg-emoji emoji-id="{emoji_id}">', "</tg-emoji>"
        case "date_time":
            form = entity.date_time_format
            wish = f' format="{html.escape(form)}"' if form else ""
            tags = f'<tg-time unix="{entity.unix_time}"{wish}>', "</tg-time>"
        case simple:
            name = SIMPLE.get(simple)
            tags = (f"<{name}>", f"</{name}>") if name else None
    return tags


def render_html(formatted: FormattedText, tags: Tags = bot_api_tags) -> str:
    """Return HTML that, with the default tags, parses back to the same text and entities.

    Entities that Telegram detects by itself (links, mentions, commands) get no tags. If two
    entities cross, the inner one is closed and opened again.
    """
    marked = [(entity, pair) for entity in formatted.entities if (pair := tags(entity))]
    places = {0, *(e.offset for e, _ in marked), *(e.end for e, _ in marked)}
    stops = [*sorted(places), utf16_length(formatted.text)]
    out: list[str] = []
    open_now: list[tuple[Entity, tuple[str, str]]] = []
    for place, following in pairwise(stops):
        # An outer entity that ends inside an inner one closes it, and it is opened again.
        again: list[tuple[Entity, tuple[str, str]]] = []
        while any(entity.end <= place for entity, _ in open_now):
            entity, pair = open_now.pop()
            out.append(pair[1])
            if entity.end > place:
                again.insert(0, (entity, pair))
        for entity, pair in [*again, *(each for each in marked if each[0].offset == place)]:
            open_now.append((entity, pair))
            out.append(pair[0])
        piece = utf16_slice(formatted.text, place, following - place)
        out.append(html.escape(piece, quote=False))
    return "".join(out)
