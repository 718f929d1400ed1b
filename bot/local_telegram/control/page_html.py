"""The text of a message as HTML that the page can insert as it is."""

import html
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Literal

from bot.local_telegram.formatting.entities import Entity, FormattedText, utf16_slice
from bot.local_telegram.formatting.render import SIMPLE, bot_api_tags, render_html
from bot.local_telegram.formatting.values import checked_url

Direction = Literal["ltr", "rtl"]

_STRONG: Mapping[str, Direction] = {"L": "ltr", "R": "rtl", "AL": "rtl"}
_ISOLATES = frozenset({"LRI", "RLI", "FSI"})


def page_html(words: FormattedText) -> str:
    """Return text and entities with the few tags of the page, and all else escaped."""

    def tags(entity: Entity) -> tuple[str, str] | None:
        match entity.type:
            case "expandable_blockquote":
                return "<blockquote>", "</blockquote>"
            case "pre":
                return "<pre>", "</pre>"
            case "text_link":
                return _link(entity.url or "")
            case "url":
                return _link(utf16_slice(words.text, entity.offset, entity.length))
            case "date_time":
                return _time(entity)
            case plain:
                return bot_api_tags(entity) if plain in SIMPLE else None

    return render_html(words, tags)


def direction_of(text: str) -> Direction:
    """Return the direction of the first strong character outside of isolates."""
    depth = 0
    for letter in text:
        kind = unicodedata.bidirectional(letter)
        if kind in _ISOLATES:
            depth += 1
        elif kind == "PDI":
            depth = max(0, depth - 1)
        elif depth == 0 and kind in _STRONG:
            return _STRONG[kind]
    return "ltr"


def _link(address: str) -> tuple[str, str] | None:
    """Return the tags of a link; None for an address that Telegram would not open."""
    checked = checked_url(address)
    return (f'<a href="{html.escape(checked, quote=True)}">', "</a>") if checked else None


def _time(entity: Entity) -> tuple[str, str] | None:
    try:
        moment = datetime.fromtimestamp(entity.unix_time or 0, UTC)
    except (OverflowError, ValueError, OSError):
        return None
    form = html.escape(entity.date_time_format or "", quote=True)
    return f'<time datetime="{moment:%Y-%m-%dT%H:%M:%S.000Z}" data-form="{form}">', "</time>"
