"""Files that play, and what else a message can be: videos, music, dice."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.local_telegram.attachments import StoredFile

MEDIA: Mapping[str, Mapping[str, Any]] = {
    "video": {"width": 640, "height": 360, "duration": 0},
    "animation": {"width": 320, "height": 180, "duration": 0},
    "audio": {"duration": 0, "performer": "", "title": ""},
    "video_note": {"length": 240, "duration": 0},
}
"""Each kind with what can be said of such a file, and what stands there where nothing is."""

_MIME_TYPES = {"video": "video/mp4", "animation": "video/mp4", "audio": "audio/mpeg"}

DICE: Mapping[str, int] = {"🎲": 6, "🎯": 6, "🎳": 6, "🏀": 5, "⚽": 5, "🎰": 64}
"""What can be thrown, with the highest value that it shows."""


@dataclass(frozen=True)
class Media:
    """A file that plays; `about` says of it what its kind can have in `MEDIA`."""

    kind: str
    file: StoredFile
    about: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        told = {**MEDIA[self.kind], **self.about}
        known = {name: value for name, value in told.items() if value != ""}
        mime_type = _MIME_TYPES.get(self.kind)
        named = {"file_name": self.file.name, "mime_type": mime_type} if mime_type else {}
        own = {self.kind: {**self.file.as_json(), **known, **named}}
        # A program that knows no animations takes them for documents.
        return {**own, "document": {**self.file.as_json(), **named}} if "animation" in own else own


@dataclass(frozen=True)
class Dice:
    emoji: str
    value: int

    def as_json(self) -> dict[str, Any]:
        return {"dice": {"emoji": self.emoji, "value": self.value}}
