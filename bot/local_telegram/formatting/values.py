"""Entities with a value: links, mentions, custom emojis and times."""

import re
from urllib.parse import parse_qs, urlsplit

from bot.local_telegram.formatting.entities import Entity, ParseError

_SCHEMES = frozenset({"http", "https", "tg", "ton", "tonsite"})
_HAS_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_DATE_TIME_FORMAT = re.compile(r"r|w?[dD]?[tT]?")


def checked_url(url: str) -> str | None:
    """Return the link as Telegram keeps it, or None if Telegram would drop it.

    A link without a scheme gets `http`; a host without a dot, such as `localhost`, is dropped.
    """
    url = url.strip()
    if not url:
        return None
    # A host with a port looks like a scheme, except for a dot before the colon and a digit after.
    if not _HAS_SCHEME.match(url) or re.match(r"[^/:]+\.[^/:]+:\d", url):
        url = f"http://{url}"
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme.lower() not in _SCHEMES:
        return None
    if parts.scheme.lower() in {"http", "https"}:
        host = parts.hostname or ""
        if "." not in host and ":" not in host:
            return None
        return url if parts.path or parts.query else f"{url}/"
    return url


def link(url: str, offset: int, length: int) -> Entity | None:
    """Return a mention of a user by id, a link, or None for an invalid link."""
    match = re.fullmatch(r"tg://user\?id=(\d{1,19})", url.strip())
    if match is not None:
        return Entity("text_mention", offset, length, user={"id": int(match[1])})
    address = checked_url(url)
    return Entity("text_link", offset, length, url=address) if address else None


def custom_emoji(identifier: str, offset: int, length: int) -> Entity:
    if not identifier.isascii() or not identifier.isdigit():
        raise ParseError("Invalid custom emoji identifier specified")
    return Entity("custom_emoji", offset, length, custom_emoji_id=identifier)


def date_time(unix_time: str, pattern: str, offset: int, length: int) -> Entity:
    """Return a time that is shown in the reader's time zone; raise `ParseError` if unreadable."""
    if not unix_time.isascii() or not unix_time.isdigit():
        raise ParseError("Invalid Unix time specified")
    if not _DATE_TIME_FORMAT.fullmatch(pattern):
        raise ParseError("Invalid date-time format specified")
    return Entity(
        "date_time", offset, length, unix_time=int(unix_time), date_time_format=pattern or None
    )


def from_tg_url(url: str, offset: int, length: int) -> Entity | None:
    """Return the emoji or time of `![text](tg://…)` in MarkdownV2; raise `ParseError` otherwise."""
    parts = urlsplit(url)
    values = {name: found[0] for name, found in parse_qs(parts.query).items()}
    if parts.scheme == "tg" and parts.netloc == "emoji":
        return custom_emoji(values.get("id", ""), offset, length)
    if parts.scheme == "tg" and parts.netloc == "time":
        return date_time(values.get("unix", ""), values.get("format", ""), offset, length)
    raise ParseError("Custom emoji URL must have a valid emoji identifier")
