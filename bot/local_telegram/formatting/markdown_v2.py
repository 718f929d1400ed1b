"""Parser of the Bot API's MarkdownV2: https://core.telegram.org/bots/api#markdownv2-style."""

import re
from collections.abc import Mapping

from bot.local_telegram.formatting import values
from bot.local_telegram.formatting.builder import OpenEntity, TextBuilder
from bot.local_telegram.formatting.entities import Entity, FormattedText, ParseError, byte_offset

# The keys are names in Telegram's error texts; the values are the entity and its closing mark.
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
# Longer marks come first: "__" must not be read as two "_".
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
            pattern = _PLAIN_VERBATIM if self._inner in _VERBATIM else _PLAIN
            if plain := pattern.match(self._source, self._at):
                self._add(plain[0], plain.end())
            elif escaped := _ESCAPED.match(self._source, self._at):
                self._add(escaped[1], escaped.end())
            elif self._source[self._at] == "\\":
                self._add("\\", self._at + 1)
            elif self._source[self._at] == "\n":
                if self._quote and not self._source.startswith("\n>", self._at):
                    self._end_quote()
                self._add("\n", self._at + (2 if self._quote else 1))
                self._line_start = True
            # A mark that can both close and open an entity closes it.
            elif not (self._closes() or self._quotes() or self._opens()):
                mark = self._source[self._at]
                raise ParseError(
                    f"Character '{mark}' is reserved and must be escaped with the preceding '\\'"
                )
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

    def _add(self, text: str, end: int) -> None:
        self._builder.add(text)
        self._at = end
        self._line_start = False

    def _quotes(self) -> bool:
        """Open a block quotation, or read the "||" at its end that makes it expandable."""
        following = self._source[self._at + 2 : self._at + 3]
        if self._source.startswith("||", self._at) and self._inner == "BlockQuote":
            # Anywhere else in the quotation the same mark opens a spoiler.
            if self._quote is None or following not in {"", "\n"}:
                return False
            self._quote.values["expandable"] = ""
            self._at += 2
            return True
        if self._source[self._at] != ">" or not self._line_start or self._open:
            return False
        self._quote = self._builder.open("BlockQuote", self._at)
        self._open.append(self._quote)
        self._at += 1
        return True

    def _end_quote(self) -> None:
        if self._quote is None or self._quote is not self._open[-1]:
            return
        quote = self._open.pop()
        kind = "expandable_blockquote" if "expandable" in quote.values else "blockquote"
        length = self._builder.length - quote.offset
        self._builder.close(quote, Entity(kind, quote.offset, length))
        self._quote = None

    def _opens(self) -> bool:
        opening = (each for each in _OPENING if self._source.startswith(each[0], self._at))
        mark, name = next(opening, ("", ""))
        if not mark:
            return False
        begin = self._at
        self._at += len(mark)
        given: dict[str, str] = {}
        if name == "Pre":
            language = _LANGUAGE.match(self._source, self._at)
            if language is not None:
                name, given = "PreCode", {"language": language[1]}
                self._at = language.end()
            if self._source.startswith("\n", self._at):
                self._at += 1
        self._open.append(self._builder.open(name, begin, given))
        return True

    def _closes(self) -> bool:
        if not self._open:
            return False
        kind, mark = _ENTITIES[self._inner]
        if not mark or not self._source.startswith(mark, self._at):
            return False
        if mark == "_" and self._source.startswith("__", self._at):
            return False
        opened = self._open.pop()
        self._at += len(mark)
        length = self._builder.length - opened.offset
        language = opened.values.get("language")
        entity: Entity | None = Entity(kind, opened.offset, length, language=language)
        if mark == "]":
            url = self._url()
            if opened.name == "TextUrl":
                url = url or self._builder.inside(opened)
                entity = values.link(url, opened.offset, length)
            elif url is None:
                raise ParseError("Custom emoji entity must contain a tg://emoji URL")
            else:
                entity = values.from_tg_url(url, opened.offset, length)
        self._builder.close(opened, entity)
        return True

    def _url(self) -> str | None:
        """Return the address in parentheses after a text; None without parentheses."""
        if not self._source.startswith("(", self._at):
            return None
        match = _URL.match(self._source, self._at)
        if match is None:
            raise self._fail("Can't find end of a URL", self._at + 1)
        self._at = match.end()
        return _ESCAPED.sub(r"\1", match[1])
