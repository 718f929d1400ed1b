"""What a message can carry besides words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

from bot.demo.telegram.files import FileStore, StoredFile

_MIME_TYPES: Mapping[str, str] = {"voice": "audio/ogg", "document": "application/octet-stream"}


class Attachment(Protocol):
    def as_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Photo:
    """A picture in two sizes, as Telegram lists it: the smallest first."""

    file: StoredFile
    thumbnail: StoredFile

    @classmethod
    def of(cls, store: FileStore, file: StoredFile) -> Self:
        return cls(file, store.add("photo", f"small_{file.name}", file.content))

    def as_json(self) -> dict[str, Any]:
        small = {**self.thumbnail.as_json(), "width": 90, "height": 67}
        return {"photo": [small, {**self.file.as_json(), "width": 1280, "height": 960}]}


@dataclass(frozen=True)
class Document:
    file: StoredFile

    def as_json(self) -> dict[str, Any]:
        named = {"file_name": self.file.name, "mime_type": _MIME_TYPES["document"]}
        return {"document": {**self.file.as_json(), **named}}


@dataclass(frozen=True)
class Voice:
    file: StoredFile
    seconds: int

    def as_json(self) -> dict[str, Any]:
        heard = {"duration": self.seconds, "mime_type": _MIME_TYPES["voice"]}
        return {"voice": {**self.file.as_json(), **heard}}


@dataclass(frozen=True)
class Sticker:
    file: StoredFile
    emoji: str

    def as_json(self) -> dict[str, Any]:
        shape = {"type": "regular", "width": 512, "height": 512}
        looks = {"is_animated": False, "is_video": False, "emoji": self.emoji}
        return {"sticker": {**self.file.as_json(), **shape, **looks}}


@dataclass(frozen=True)
class Contact:
    """A phone number with a name; `user_id` is set where Telegram knows whose it is."""

    phone_number: str
    first_name: str
    last_name: str | None = None
    user_id: int | None = None

    def as_json(self) -> dict[str, Any]:
        return {"contact": {name: value for name, value in vars(self).items() if value is not None}}


@dataclass(frozen=True)
class Location:
    """A point on the map; with `live_period` (seconds) one that its sender keeps moving."""

    latitude: float
    longitude: float
    live_period: int | None = None
    heading: int | None = None
    horizontal_accuracy: float | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            "location": {name: value for name, value in vars(self).items() if value is not None}
        }


@dataclass(frozen=True)
class Venue:
    location: Location
    title: str
    address: str

    def as_json(self) -> dict[str, Any]:
        place = self.location.as_json()
        return {**place, "venue": {**place, "title": self.title, "address": self.address}}


@dataclass(frozen=True)
class Notice:
    """A service message: what happened in the chat instead of what was said."""

    fields: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return dict(self.fields)
