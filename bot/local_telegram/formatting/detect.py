"""Detection of the entities that Telegram marks by itself: commands, links, mentions, numbers."""

import re
from collections.abc import Mapping

from bot.local_telegram.formatting.entities import (
    VERBATIM,
    Entity,
    FormattedText,
    normalised,
    utf16_length,
)

_LINKS = frozenset({"text_link", "text_mention", "custom_emoji", "date_time"})

# In order of precedence: a later pattern cannot overlap a match of an earlier one.
_PATTERNS: Mapping[str, re.Pattern[str]] = {
    "email": re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.ASCII),
    "url": re.compile(
        r"(?<![\w@])(?:https?://[^\s<>\"]*[^\s<>\"'.,;:!?)\]]"
        r"|(?:www\.|t\.me/)[^\s<>\"]*[^\s<>\"'.,;:!?)\]])"
    ),
    "bot_command": re.compile(
        r"(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>])"
    ),
    "mention": re.compile(r"(?<!\w)@[A-Za-z0-9_]{4,32}(?!\w)"),
    "hashtag": re.compile(r"(?<![\w#&])#(?=\d*[^\W\d])\w+"),
    "phone_number": re.compile(r"(?<!\w)\+\d(?:[ \-()]{0,2}\d){6,14}(?!\w)"),
}


def detected(formatted: FormattedText) -> FormattedText:
    taken = [e for e in formatted.entities if e.type in VERBATIM or e.type in _LINKS]
    entities: list[Entity] = []
    for kind, pattern in _PATTERNS.items():
        for match in pattern.finditer(formatted.text):
            offset = utf16_length(formatted.text[: match.start()])
            entity = Entity(kind, offset, utf16_length(match[0]))
            if not any(entity.overlaps(other) for other in [*taken, *entities]):
                entities.append(entity)
    return FormattedText(formatted.text, normalised([*formatted.entities, *entities]))
