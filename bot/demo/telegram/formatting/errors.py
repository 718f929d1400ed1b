"""What a parser says of text that it cannot read."""


class ParseError(ValueError):
    """The text breaks its markup's rules; the message is Telegram's own wording."""


def byte_offset(source: str, index: int) -> int:
    """Return where a character stands in the UTF-8 text: the unit of Telegram's error texts."""
    return len(source[:index].encode())
