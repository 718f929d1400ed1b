"""Telegram's HTML, written so that no value can break out of its place.

Names, addresses and notes come from strangers. They may hold tags, links, invisible characters
and marks that turn the writing direction; all of it must end up as plain visible text.
"""

import html
import re
from collections.abc import Iterable, Sequence

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from bot.base.plain_text import clean

_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
_WORD_JOINER = "\u2060"

# After these characters Telegram would begin a mention, an address, a command, a tag or a link. A
# dot counts if a letter is next to it; the joiner then comes before it.
_LINK_STARTERS = re.compile(
    r"@(?=\w)|(?<!\w)[/#$](?=\w)|:(?=//)|(?<=[^\W\d_])(?=\.)|(?<=\w)(?=\.[^\W\d_])"
)

_SHOWN_OF_QUOTE = 3
"""How many lines of a folded quote Telegram shows."""

SHORT_VALUE = 256
"""The most characters of one value that are shown; the rest becomes an ellipsis."""

OWN_WORDS = 800
"""The most characters, as Telegram counts them, of one person's words to another.

Together with the text around them, they fit into a caption.
"""


class Html(str):
    """Text that is HTML already, with its values escaped; no other string may be trusted."""

    __slots__ = ()

    @classmethod
    def __get_pydantic_core_schema__(
        cls, _source: type[object], _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Let pydantic read the HTML that the bot itself has written into a job."""
        return core_schema.no_info_after_validator_function(cls, core_schema.str_schema())


def joined(lines: Iterable[Html], glue: str = "\n") -> Html:
    """Put pieces of HTML together, leaving empty ones out."""
    return Html(glue.join(line for line in lines if line))


def dotted(*pieces: Html) -> Html:
    """Put pieces of HTML into one line, with dots between them, leaving empty ones out."""
    # An empty value still has the isolating marks around it.
    nothing = isolated(Html())
    return joined((piece for piece in pieces if piece != nothing), " · ")


def shown(value: str) -> str:
    """Return the visible text; a question mark if all of the text is invisible."""
    return clean(value) or ("?" if value.strip() else "")


def escaped(value: object, longest: int = SHORT_VALUE) -> Html:
    """Make a stranger's value safe to stand in HTML, isolated from the text around it."""
    if isinstance(value, Html):
        return value
    text = shown(str(value))
    # Cut the text before escaping it: a cut through `&amp;` would leave half an entity.
    if len(text) > longest:
        text = text[: longest - 1] + "…"
    inert = _LINK_STARTERS.sub(lambda match: match.group() + _WORD_JOINER, text)
    return isolated(Html(html.escape(inert, quote=False)))


def isolated(content: Html) -> Html:
    """Let a piece run in its own writing direction, whatever stands around it."""
    return Html(f"{_ISOLATE}{content}{_END_ISOLATE}")


def folded(lines: Iterable[Html]) -> Html:
    """Make lines a quote that shows its beginning, and all of it at a tap (Bot API, HTML style)."""
    return Html(f"<blockquote expandable>{joined(lines)}</blockquote>")


def folding(lines: Sequence[Html], shown: int = 4) -> Html:
    """Show the first lines, and fold the rest if there are many."""
    if len(lines) <= shown + _SHOWN_OF_QUOTE:
        return joined(lines)
    return joined([*lines[:shown], folded(lines[shown:])])


def heading(text: str) -> str:
    """Return the letters and digits of the first line, by which a message is recognised."""
    first_line = text.strip().partition("\n")[0]
    return "".join(filter(str.isalnum, first_line))


def plain(content: Html) -> str:
    """Return HTML as plain text without its tags: the fallback that always works."""
    # Values are escaped, so every `<` begins a tag of ours.
    return html.unescape(re.sub(r"<[^<>]+>", "", content))
