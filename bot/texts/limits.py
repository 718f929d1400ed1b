"""Telegram's limits on the length of a message."""

from bot.texts.html import Html, plain

MESSAGE_UNITS = 4096
"""UTF-16 units of visible text in one message (Bot API, sendMessage)."""

CAPTION_UNITS = 1024
"""UTF-16 units of visible text under a picture or a file (Bot API, sendPhoto)."""

COPIED_CHARACTERS = 256
"""The most characters that a button copies (Bot API, CopyTextButton)."""

_MORE = Html("…")
_END_OF_QUOTE = "</blockquote>"


def fit(content: Html, limit: int = MESSAGE_UNITS) -> Html:
    """Leave out the last lines of a message that is too long.

    Only the tags of a quote may open and close in different lines.
    """
    if units(plain(content)) <= limit:
        return content
    kept: list[str] = []
    # There must be room for the ellipsis, and for the line break before it.
    free = limit - units(_MORE) - 1
    for line in content.split("\n"):
        free -= units(plain(Html(line))) + 1
        if free < 0:
            break
        kept.append(line)
    left = "\n".join([*kept, _MORE])
    is_in_quote = left.count("<blockquote") > left.count(_END_OF_QUOTE)
    return Html(left + _END_OF_QUOTE if is_in_quote else left)


def units(text: str) -> int:
    """Return the length of a text as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2
