"""Parser of the Bot API's HTML: https://core.telegram.org/bots/api#html-style."""

import re
from collections.abc import Mapping

from bot.local_telegram.formatting import values
from bot.local_telegram.formatting.builder import OpenEntity, TextBuilder
from bot.local_telegram.formatting.entities import Entity, FormattedText, ParseError, byte_offset

SIMPLE_TAGS: Mapping[str, str] = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
}

_VALUED_TAGS = frozenset({"a", "code", "pre", "blockquote", "tg-emoji", "tg-time"})

_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_PLAIN = re.compile(r"[^<&]+")
_REFERENCE = re.compile(r"&(?:#[xX](?P<hex>[0-9a-fA-F]+)|#(?P<dec>[0-9]+)|(?P<name>[a-zA-Z]+));?")
_TAG_NAME = re.compile(r"[^\s>]*")
_ATTRIBUTE = re.compile(r"""(?P<name>[^\s=>/"']*)\s*(?P<equals>=)?\s*""")
_QUOTED = re.compile(r"""(["'])(.*?)\1""", re.DOTALL)
_TOKEN = re.compile(r"[a-zA-Z0-9.\-]*")
_BLANKS = re.compile(r"\s*")
_LAST_CODE_POINT = 0x10FFFF
_SURROGATES = range(0xD800, 0xE000)


def parse_html(source: str) -> FormattedText:
    """Read HTML into text and entities; raise `ParseError` in Telegram's words."""
    return _Reader(source).read()


def _reference(match: re.Match[str]) -> str:
    """Return the character of a reference; unknown references stay unchanged."""
    if match["name"]:
        return _NAMED.get(match["name"], match[0])
    code = int(match["hex"], 16) if match["hex"] else int(match["dec"])
    is_character = 0 < code < _LAST_CODE_POINT and code not in _SURROGATES
    return chr(code) if is_character else match[0]


class _Reader:
    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0
        self._open: list[OpenEntity] = []
        self._builder = TextBuilder()

    def read(self) -> FormattedText:
        while not self._ended:
            if plain := self._take(_PLAIN):
                self._builder.add(plain)
            elif reference := _REFERENCE.match(self._source, self._at):
                self._at = reference.end()
                self._builder.add(_reference(reference))
            elif self._source[self._at] == "&":
                self._at += 1
                self._builder.add("&")
            elif self._source.startswith("</", self._at):
                self._end_tag()
            else:
                self._start_tag()
        if self._open:
            name = self._open[-1].name
            raise ParseError(f'Can\'t find end tag corresponding to start tag "{name}"')
        return self._builder.result()

    @property
    def _ended(self) -> bool:
        return self._at >= len(self._source)

    def _take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._source, self._at)
        if match is None:
            return ""
        self._at = match.end()
        return match[0]

    def _fail(self, what: str, begin: int) -> ParseError:
        return ParseError(f"{what} at byte offset {byte_offset(self._source, begin)}")

    def _start_tag(self) -> None:
        begin = self._at
        self._at += 1
        name = self._take(_TAG_NAME).lower()
        if self._ended:
            raise self._fail("Unclosed start tag", begin)
        if name not in SIMPLE_TAGS and name not in _VALUED_TAGS:
            raise self._fail(f'Unsupported start tag "{name}"', begin)
        attributes = self._attributes(name, begin)
        if name == "span" and attributes.get("class") != "tg-spoiler":
            raise self._fail('Tag "span" must have class "tg-spoiler"', begin)
        parent = self._open[-1] if self._open else None
        self._open.append(self._builder.open(name, begin, attributes, parent))

    def _attributes(self, tag: str, begin: int) -> dict[str, str]:
        attributes: dict[str, str] = {}
        self._take(_BLANKS)
        while not self._source.startswith(">", self._at):
            match = _ATTRIBUTE.match(self._source, self._at)
            if match is None or not match["name"]:
                what = f'Empty attribute name in the tag "{tag}"'
                raise self._fail("Unclosed start tag" if self._ended else what, begin)
            self._at = match.end()
            value = self._attribute_value() if match["equals"] else ""
            attributes[match["name"]] = value
            self._take(_BLANKS)
            if self._ended:
                raise self._fail(f'Unclosed start tag "{tag}"', begin)
        self._at += 1
        return attributes

    def _attribute_value(self) -> str:
        if self._source[self._at : self._at + 1] in {'"', "'"}:
            match = _QUOTED.match(self._source, self._at)
            self._at = match.end() if match else len(self._source)
            return _REFERENCE.sub(_reference, match[2]) if match else ""
        begin = self._at
        token = self._take(_TOKEN).lower()
        following = self._source[self._at : self._at + 1]
        if following and following != ">" and not following.isspace():
            raise self._fail("Unexpected end of name token", begin)
        return token

    def _end_tag(self) -> None:
        begin = self._at
        if not self._open:
            raise self._fail("Unexpected end tag", begin)
        self._at += 2
        name = self._take(_TAG_NAME)
        self._take(_BLANKS)
        if not self._source.startswith(">", self._at):
            raise self._fail("Unclosed end tag", begin)
        self._at += 1
        # An end tag without a name closes the last opened element.
        opened = self._open.pop()
        if name and name != opened.name:
            offset = byte_offset(self._source, begin)
            raise ParseError(
                f"Unmatched end tag at byte offset {offset}, "
                f'expected "</{opened.name}>", found "</{name}>"'
            )
        self._builder.close(opened, self._entity(opened))

    def _entity(self, opened: OpenEntity) -> Entity | None:
        """Return the entity of a closed tag; None for a link with an invalid address."""
        offset, length = opened.offset, self._builder.length - opened.offset
        given = opened.values
        entity: Entity | None
        match opened.name:
            case "a":
                url = given.get("href") or self._builder.inside(opened)
                entity = values.link(url, offset, length)
            case "code":
                # In `<pre><code class="language-…">` the class gives the language of the block.
                language, around = given.get("class", ""), opened.parent
                if around and around.offset == offset and language.startswith("language-"):
                    around.values["language"] = language.removeprefix("language-")
                entity = Entity("code", offset, length)
            case "pre":
                entity = Entity("pre", offset, length, language=given.get("language"))
            case "blockquote":
                kind = "expandable_blockquote" if "expandable" in given else "blockquote"
                entity = Entity(kind, offset, length)
            case "tg-emoji":
                entity = values.custom_emoji(given.get("emoji-id", ""), offset, length)
            case "tg-time":
                moment, form = given.get("unix", ""), given.get("format", "")
                entity = values.date_time(moment, form, offset, length)
            case simple:
                entity = Entity(SIMPLE_TAGS[simple], offset, length)
        return entity
