"""The Bot API's MarkdownV2: https://core.telegram.org/bots/api#markdownv2-style."""

import re
from collections.abc import Mapping

from bot.local_telegram.formatting import values
from bot.local_telegram.formatting.builder import OpenEntity, TextBuilder
from bot.local_telegram.formatting.entities import Entity, FormattedText, ParseError, byte_offset

# Keys are the names that Telegram's error texts use; values, the entity and its closing mark.
_ENTITIES: Mapping[str, tuple[str, str]] = {
    "Underline": ("underline", "__"),
    "Italic": ("italic", "_"),
    "Bold": ("bold", "*"),
    "Strikethrough": ("strikethrough", "~"),
    "Spoiler": ("spoiler", "||"),
    "Pre": ("pre", "```"),
    "PreCode": ("pre", "```"),
    "Code": ("code", "`"),
    "CustomEmoji": ("custom_emoji", "]"),
    "TextUrl": ("text_link", "]"),
    "BlockQuote": ("blockquote", ""),
}
# Longer marks first: "__" must not be read as two "_".
_OPENING: tuple[tuple[str, str], ...] = (
    ("__", "Underline"),
    ("_", "Italic"),
    ("*", "Bold"),
    ("~", "Strikethrough"),
    ("||", "Spoiler"),
    ("```", "Pre"),
    ("`", "Code"),
    ("![", "CustomEmoji"),
    ("[", "TextUrl"),
)
_VERBATIM = frozenset({"Pre", "PreCode", "Code"})

_PLAIN = re.compile(r"[^_*\[\]()~`>#+\-=|{}.!\\\n]+")
_PLAIN_VERBATIM = re.compile(r"[^`\\]+")
_ESCAPED = re.compile(r"\\([\x01-\x7e])")
_LANGUAGE = re.compile(r"([^\s`]+)(?=\s)")
_URL = re.compile(r"\(((?:\\[\x01-\x7e]|[^)])*)\)")


def parse_markdown_v2(source: str) -> FormattedText:
    """Read MarkdownV2 into text and entities; raise `ParseError` in Telegram's words."""
    return _Reader(source).read()


class _Reader:
    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0
        self._line_start = True
        self._open: list[OpenEntity] = []
        self._quote: OpenEntity | None = None
        self._builder = TextBuilder()

    def read(self) -> FormattedText:
        while self._at < len(self._source):
            self._step()
        self._end_quote()
        if self._open:
            opened = self._open[-1]
            raise self._fail(f"Can't find end of {opened.name} entity", opened.source_index)
        return self._builder.result()

    @property
    def _inner(self) -> str:
        return self._open[-1].name if self._open else ""

    def _fail(self, what: str, index: int) -> ParseError:
        return ParseError(f"{what} at byte offset {byte_offset(self._source, index)}")

    def _step(self) -> None:
        pattern = _PLAIN_VERBATIM if self._inner in _VERBATIM else _PLAIN
        if plain := pattern.match(self._source, self._at):
            self._add(plain[0], plain.end())
        elif escaped := _ESCAPED.match(self._source, self._at):
            self._add(escaped[1], escaped.end())
        elif self._source[self._at] == "\\":
            self._add("\\", self._at + 1)
        elif self._source[self._at] == "\n":
            goes_on = self._source.startswith("\n>", self._at)
            if self._quote and not goes_on:
                self._end_quote()
            self._add("\n", self._at + (2 if self._quote else 1))
            self._line_start = True
        elif not (self._try_close() or self._try_quote() or self._try_open()):
            character = self._source[self._at]
            raise ParseError(
                f"Character '{character}' is reserved and must be escaped with the preceding '\\'"
            )

    def _add(self, text: str, end: int) -> None:
        self._builder.add(text)
        self._at = end
        self._line_start = False

    def _try_quote(self) -> bool:
        if self._at_mark("||") and self._quote and self._quote is self._open[-1]:
            self._quote.values["expandable"] = ""
            self._at += 2
            return True
        if not self._at_mark(">") or not self._line_start or self._open:
            return False
        self._quote = self._builder.open("BlockQuote", self._at)
        self._open.append(self._quote)
        self._at += 1
        return True

    def _at_mark(self, mark: str) -> bool:
        if not self._source.startswith(mark, self._at):
            return False
        following = self._source[self._at + 2 : self._at + 3]
        return mark != "||" or self._inner != "BlockQuote" or following in {"", "\n"}

    def _end_quote(self) -> None:
        if self._quote is None or self._quote is not self._open[-1]:
            return
        quote = self._open.pop()
        kind = "expandable_blockquote" if "expandable" in quote.values else "blockquote"
        length = self._builder.length - quote.offset
        self._builder.close(quote, Entity(kind, quote.offset, length))
        self._quote = None

    def _try_open(self) -> bool:
        for mark, name in _OPENING:
            if self._source.startswith(mark, self._at):
                begin = self._at
                self._at += len(mark)
                self._open.append(self._opened(name, begin))
                return True
        return False

    def _opened(self, name: str, begin: int) -> OpenEntity:
        if name != "Pre":
            return self._builder.open(name, begin)
        language = _LANGUAGE.match(self._source, self._at)
        self._at = language.end() if language else self._at
        if self._source.startswith("\n", self._at):
            self._at += 1
        if language is None:
            return self._builder.open("Pre", begin)
        return self._builder.open("PreCode", begin, {"language": language[1]})

    def _try_close(self) -> bool:
        if not self._open or not self._closes(self._open[-1].name):
            return False
        opened = self._open.pop()
        kind, mark = _ENTITIES[opened.name]
        self._at += len(mark)
        length = self._builder.length - opened.offset
        language = opened.values.get("language")
        entity: Entity | None = Entity(kind, opened.offset, length, language=language)
        if mark == "]":
            entity = self._with_url(opened, length)
        self._builder.close(opened, entity)
        return True

    def _closes(self, name: str) -> bool:
        mark = _ENTITIES[name][1]
        if not mark or not self._source.startswith(mark, self._at):
            return False
        return mark != "_" or not self._source.startswith("__", self._at)

    def _with_url(self, opened: OpenEntity, length: int) -> Entity | None:
        url = self._url()
        if opened.name == "TextUrl":
            return values.link(url or self._builder.inside(opened), opened.offset, length)
        if url is None:
            raise ParseError("Custom emoji entity must contain a tg://emoji URL")
        return values.from_tg_url(url, opened.offset, length)

    def _url(self) -> str | None:
        if not self._source.startswith("(", self._at):
            return None
        match = _URL.match(self._source, self._at)
        if match is None:
            raise self._fail("Can't find end of a URL", self._at + 1)
        self._at = match.end()
        return _ESCAPED.sub(r"\1", match[1])
