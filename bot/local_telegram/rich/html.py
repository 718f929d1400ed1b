"""Parser of the HTML of a rich message, which returns blocks."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from bot.local_telegram.formatting.html import SIMPLE_TAGS
from bot.local_telegram.refusals import Refusal

_VOID = frozenset({"br", "hr", "input", "tg-map"})
_HEADINGS = {f"h{size}": size for size in range(1, 7)}
MARKS: Mapping[str, str] = {
    **SIMPLE_TAGS,
    "sub": "subscript",
    "sup": "superscript",
    "mark": "marked",
    "code": "code",
}
"""The formats of text by their tag."""

_DEEPEST = 64
"""The deepest nesting of tags: more than the blocks and formats of any message may need."""


_DIGITS = 15


@dataclass
class HtmlElement:
    """One element: its name, its attributes and its content."""

    name: str
    attributes: Mapping[str, str]
    children: list["HtmlElement | str"] = field(default_factory=list)

    def flag(self, name: str) -> bool | None:
        return True if name in self.attributes else None

    def number(self, name: str) -> int | None:
        text = self.attributes.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else None

    def decimal(self, name: str) -> float | None:
        try:
            return float(self.attributes.get(name, ""))
        except ValueError:
            return None

    def tags(self, *names: str) -> list["HtmlElement"]:
        """Return the child elements with one of these names."""
        elements = (each for each in self.children if isinstance(each, HtmlElement))
        return [each for each in elements if each.name in names]

    def text_of(self, name: str) -> Any:  # noqa: ANN401 - a rich text
        """Return the text of the first child element of this name, None if there is none."""
        first = next(iter(self.tags(name)), None)
        return _text(first.children) if first else None

    def without(self, name: str) -> list["HtmlElement | str"]:
        return [each for each in self.children if isinstance(each, str) or each.name != name]


def blocks_of_html(source: str) -> list[dict[str, Any]]:
    """Return HTML as unchecked blocks; refuse unknown tags and tags that do not match."""
    tree = _Tree()
    tree.feed(source)
    tree.close()
    if len(tree.open) > 1:
        raise Refusal.RICH_UNREADABLE.error(f"the tag <{tree.open[-1].name}> has no end")
    return _flow(tree.open[0].children)


class _Tree(HTMLParser):
    """The tree of elements; `open` has those whose end tag has not been read yet."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [HtmlElement("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _BLOCKS and tag not in _INLINE and tag not in _PARTS:
            raise Refusal.RICH_UNREADABLE.error(f"there is no tag <{tag}>")
        made = HtmlElement(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(made)
        if tag in _VOID:
            return
        # Limited here, because the functions that walk the tree are recursive.
        self.open.append(made)
        if len(self.open) > _DEEPEST:
            raise Refusal.RICH_TOO_DEEP.error()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        # Unlike a browser, which corrects tags that do not match, Telegram refuses them.
        if self.open[-1].name != tag:
            raise Refusal.RICH_UNREADABLE.error(f"the end of <{tag}> has no beginning")
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def _flow(children: Iterable[HtmlElement | str]) -> list[dict[str, Any]]:
    """Return the content of a block: blocks, with paragraphs for the words between them."""
    blocks: list[dict[str, Any]] = []
    words: list[HtmlElement | str] = []

    def end_paragraph() -> None:
        if any(isinstance(each, HtmlElement) or each.strip() for each in words):
            blocks.append({"type": "paragraph", "text": _text(words)})
        words.clear()

    for each in children:
        block = None
        if isinstance(each, HtmlElement) and each.name in _BLOCKS:
            block = _BLOCKS[each.name](each)
        elif isinstance(each, HtmlElement) and each.name == "a" and "name" in each.attributes:
            block = {"type": "anchor", "name": each.attributes["name"]}
        if block is not None:
            end_paragraph()
            blocks.append(block)
        else:
            words.append(each)
    end_paragraph()
    return blocks


def _text(children: Iterable[HtmlElement | str], *, keeps_blanks: bool = False) -> Any:  # noqa: ANN401 - a rich text
    """Return text and inline elements as a rich text; collapse blanks, as HTML does."""
    parts: list[Any] = []
    for each in children:
        if isinstance(each, HtmlElement):
            if each.name not in _INLINE:
                raise Refusal.RICH_UNREADABLE.error(f"<{each.name}> cannot stand in a text")
            parts.append(_INLINE[each.name](each))
        elif keeps_blanks:
            parts.append(each)
        else:
            inner = " ".join(each.split())
            before = " " if each[:1].isspace() else ""
            after = " " if each[-1:].isspace() and inner else ""
            parts.append(f"{before}{inner}{after}")
    return parts[0] if len(parts) == 1 else parts


def _marked(tag: HtmlElement) -> dict[str, Any]:
    if tag.name == "span" and tag.attributes.get("class") != "tg-spoiler":
        raise Refusal.RICH_UNREADABLE.error('the tag <span> has the class "tg-spoiler"')
    return {"type": MARKS[tag.name], "text": _text(tag.children)}


def _link(tag: HtmlElement) -> dict[str, Any]:
    address, text = tag.attributes.get("href", ""), _text(tag.children)
    if address.startswith("#"):
        return {"type": "anchor_link", "text": text, "anchor_name": address[1:]}
    if address.startswith("tel:"):
        return {"type": "phone_number", "text": text, "phone_number": address[4:]}
    if address.startswith("mailto:"):
        return {"type": "email_address", "text": text, "email_address": address[7:]}
    return {"type": "url", "text": text, "url": address}


def _button(tag: HtmlElement) -> dict[str, Any]:
    kind, given = tag.attributes.get("type", ""), tag.attributes
    does: Mapping[str, Any] = {
        "callback_data": given.get("data"),
        "url": given.get("url"),
        "copy_text": {"text": given.get("text", "")},
        "web_app": {"url": given.get("url")},
        "switch_inline_query": given.get("query", ""),
        "switch_inline_query_current_chat": given.get("query", ""),
        "disabled": {},
    }
    if kind not in does:
        raise Refusal.RICH_UNREADABLE.error(f"there is no button of the type {kind!r}")
    return {"text": _text(tag.children), "style": given.get("style"), kind: does[kind]}


def _pre(tag: HtmlElement) -> dict[str, Any]:
    code = tag.tags("code")
    # Only a `code` element that fills the whole block gives the language.
    inner = code[0] if len(tag.children) == 1 and code else tag
    language = inner.attributes.get("class", "").removeprefix("language-") or None
    return {"type": "pre", "text": _text(inner.children, keeps_blanks=True), "language": language}


def _list(tag: HtmlElement) -> dict[str, Any]:
    # Only items of an ordered list have a value.
    first = (tag.number("start") or 1) if tag.name == "ol" else None
    items = [
        {
            "blocks": _flow(item.without("input")),
            "has_checkbox": True if item.tags("input") else None,
            "is_checked": any(box.flag("checked") for box in item.tags("input")) or None,
            "value": None if first is None else item.number("value") or first + at,
        }
        for at, item in enumerate(tag.tags("li"))
    ]
    return {"type": "list", "items": items}


def _quotation(tag: HtmlElement) -> dict[str, Any]:
    inner, credit = tag.without("cite"), tag.text_of("cite")
    if tag.flag("collapsed"):
        return {"type": "expandable_blockquote", "text": _text(inner), "credit": credit}
    return {"type": "blockquote", "blocks": _flow(inner), "credit": credit}


def _table(tag: HtmlElement) -> dict[str, Any]:
    groups = [tag, *tag.tags("thead", "tbody", "tfoot")]
    rows = [row for group in groups for row in group.tags("tr")]
    cells = [
        [
            {
                "text": _text(cell.children) if cell.children else None,
                "is_header": True if cell.name == "th" else None,
                "align": cell.attributes.get("align"),
                "valign": cell.attributes.get("valign"),
                "colspan": cell.number("colspan"),
                "rowspan": cell.number("rowspan"),
            }
            for cell in row.tags("td", "th")
        ]
        for row in rows
    ]
    looks = {f"is_{look}": tag.flag(look) for look in ("bordered", "striped", "compact")}
    return {"type": "table", "cells": cells, "caption": tag.text_of("caption"), **looks}


def _math(tag: HtmlElement) -> dict[str, Any]:
    return {"type": "mathematical_expression", "expression": _text(tag.children)}


_INLINE: Mapping[str, Callable[[HtmlElement], Any]] = {
    **dict.fromkeys(MARKS, _marked),
    "a": _link,
    "br": lambda _: "\n",
    "tg-time": lambda tag: {
        "type": "date_time",
        "text": _text(tag.children),
        "unix_time": tag.number("unix"),
        "date_time_format": tag.attributes.get("format", ""),
    },
    "tg-emoji": lambda tag: {
        "type": "custom_emoji",
        "custom_emoji_id": tag.attributes.get("emoji-id", ""),
        "alternative_text": _text(tag.children),
    },
    "tg-math": _math,
    "tg-button": lambda tag: {"type": "button", "button": _button(tag)},
}
_BLOCKS: Mapping[str, Callable[[HtmlElement], dict[str, Any]]] = {
    **dict.fromkeys(
        _HEADINGS,
        lambda tag: {
            "type": "heading",
            "text": _text(tag.children),
            "size": _HEADINGS[tag.name],
        },
    ),
    "p": lambda tag: {"type": "paragraph", "text": _text(tag.children)},
    "pre": _pre,
    "footer": lambda tag: {"type": "footer", "text": _text(tag.children)},
    "hr": lambda _: {"type": "divider"},
    "tg-math-block": _math,
    "ul": _list,
    "ol": _list,
    "blockquote": _quotation,
    "aside": lambda tag: {
        "type": "pullquote",
        "text": _text(tag.without("cite")),
        "credit": tag.text_of("cite"),
    },
    "table": _table,
    "details": lambda tag: {
        "type": "details",
        "summary": tag.text_of("summary"),
        "blocks": _flow(tag.without("summary")),
        "is_open": tag.flag("open"),
    },
    "tg-map": lambda tag: {
        "type": "map",
        "location": {"latitude": tag.decimal("lat"), "longitude": tag.decimal("long")},
        **{name: tag.number(name) for name in ("zoom", "width", "height")},
    },
    "tg-button-row": lambda tag: {
        "type": "buttons",
        "buttons": [_button(each) for each in tag.tags("tg-button")],
        "align": tag.attributes.get("align"),
    },
}
_PARTS = frozenset({"li", "input", "cite", "caption", "thead", "tbody", "tfoot", "tr", "td", "th",
                    "summary"})  # fmt: skip
