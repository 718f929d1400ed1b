"""The attachments of messages, and the files that are kept in memory for them."""

import mimetypes
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Protocol, Self

from bot.local_telegram.keeping import Keeping
from bot.local_telegram.photo_rules import photo_size
from bot.local_telegram.refusals import Refusal

MAX_DOWNLOAD = 20 * 1024 * 1024
"""Bytes of the largest file that `getFile` hands out."""

_SMALL = 90
# People's pictures are not looked at before they are sent on.
_SIZE_OF_NO_PICTURE = (1280, 960)

# Kinds that Telegram converts; documents keep the suffix of their name.
_SUFFIXES: Mapping[str, str] = {"photo": ".jpg", "voice": ".oga", "sticker": ".webp"}
_MIME_TYPES: Mapping[str, str] = {"voice": "audio/ogg", "document": "application/octet-stream"}


@dataclass(eq=False, slots=True)
class StoredFile:
    """One file and the ids under which bots use it again; its content goes when it is dropped."""

    file_id: str
    file_unique_id: str
    kind: str
    name: str
    path: str
    content: bytes
    size: int

    def as_json(self) -> dict[str, Any]:
        ids = {"file_id": self.file_id, "file_unique_id": self.file_unique_id}
        return {**ids, "file_size": self.size}


class FileStore:
    """The files of all chats; the oldest go where they become too many or too large together."""

    def __init__(self, keeping: Keeping) -> None:
        self._keeping = keeping
        self._count = 0
        self._bytes = 0
        self._by_id: dict[str, StoredFile] = {}
        self._by_path: dict[str, StoredFile] = {}
        self.web: dict[str, bytes] = {}
        """What can be fetched by its address, in place of the web."""

    def add(self, kind: str, name: str, content: bytes) -> StoredFile:
        """Keep a file; its kind names the method that may send it again ("photo", …)."""
        suffix = _SUFFIXES.get(kind) or PurePosixPath(name).suffix
        path = f"{kind}s/file_{self._count}{suffix}"
        file_id, unique_id = f"AgAC{secrets.token_urlsafe(32)}", secrets.token_urlsafe(9)
        stored = StoredFile(file_id, unique_id, kind, name, path, content, len(content))
        self._by_id[file_id] = self._by_path[path] = stored
        self._count += 1
        self._bytes += stored.size
        self._drop_oldest(but=stored)
        return stored

    def _drop_oldest(self, but: StoredFile) -> None:
        most, most_bytes = self._keeping.files, self._keeping.file_bytes
        while len(self._by_id) > most or self._bytes > most_bytes:
            oldest = next(iter(self._by_id.values()))
            if oldest is but:
                return
            del self._by_id[oldest.file_id], self._by_path[oldest.path]
            self._bytes -= oldest.size
            oldest.content = b""

    def by_id(self, file_id: str) -> StoredFile:
        stored = self._by_id.get(file_id)
        if stored is None:
            raise Refusal.WRONG_FILE_ID.error()
        return stored

    def from_web(self, kind: str, url: str) -> StoredFile:
        content = self.web.get(url)
        if content is None:
            raise Refusal.NO_WEB_FILES.error()
        return self.add(kind, PurePosixPath(url).name, content)

    def by_path(self, path: str) -> StoredFile | None:
        return self._by_path.get(path)


class Attachment(Protocol):
    def as_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Photo:
    """A picture in two sizes, as Telegram lists it: the smallest first."""

    file: StoredFile
    thumbnail: StoredFile

    width: int
    height: int

    @classmethod
    def of(cls, store: FileStore, file: StoredFile) -> Self:
        small = store.add("photo", f"small_{file.name}", file.content)
        return cls(file, small, *(photo_size(file.content) or _SIZE_OF_NO_PICTURE))

    def as_json(self) -> dict[str, Any]:
        shrunk = min(1.0, _SMALL / max(self.width, self.height))
        sides = max(1, int(self.width * shrunk)), max(1, int(self.height * shrunk))
        small = {**self.thumbnail.as_json(), "width": sides[0], "height": sides[1]}
        large = {**self.file.as_json(), "width": self.width, "height": self.height}
        return {"photo": [small, large]}


@dataclass(frozen=True)
class Document:
    file: StoredFile

    def as_json(self) -> dict[str, Any]:
        guessed = mimetypes.guess_type(self.file.name)[0]
        kind = guessed or _MIME_TYPES["document"]
        named = {"file_name": self.file.name, "mime_type": kind}
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
