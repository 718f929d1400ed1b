"""The attachments of messages, and the store of their files in memory."""

import io
import mimetypes
import secrets
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Protocol, Self

from PIL import Image, ImageDraw, UnidentifiedImageError

from bot.local_telegram.refusals import bad_request

MAX_DOWNLOAD = 20 * 1024 * 1024
"""The most bytes of a file that `getFile` returns."""

MAX_PHOTO = 10 * 1024 * 1024
"""The most bytes of a photo."""

_MAX_SIDES = 10_000
_MAX_RATIO = 20
_SMALL = 90
# A person's photo is not checked: content that is no picture gets this size.
_SIZE_OF_NO_PICTURE = (1280, 960)

# Kinds that Telegram converts; documents keep the suffix of their name.
_SUFFIXES: Mapping[str, str] = {"photo": ".jpg", "voice": ".oga", "sticker": ".webp"}
_MIME_TYPES = {"video": "video/mp4", "animation": "video/mp4", "audio": "audio/mpeg",
               "voice": "audio/ogg"}  # fmt: skip
_NAMED = frozenset({"animation", "audio", "document", "video"})

MEDIA: Mapping[str, Mapping[str, Any]] = {
    "document": {},
    "voice": {"duration": 0},
    "video": {"width": 640, "height": 360, "duration": 0},
    "animation": {"width": 320, "height": 180, "duration": 0},
    "audio": {"duration": 0, "performer": "", "title": ""},
    "video_note": {"length": 240, "duration": 0},
    "sticker": {
        "type": "regular", "width": 512, "height": 512, "is_animated": False, "is_video": False,
        "emoji": "🙂",
    },
}  # fmt: skip
"""The fields of each kind of file, with their default values."""

DICE: Mapping[str, int] = {"🎲": 6, "🎯": 6, "🎳": 6, "🏀": 5, "⚽": 5, "🎰": 64}
"""The emojis that can be thrown, with the highest value of each."""


@dataclass(eq=False, slots=True)
class StoredFile:
    """One file with its ids; its content is emptied when the store drops it."""

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
    """The files of all chats; the oldest are dropped beyond `most` files or `most_bytes`."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self._most = most
        self._most_bytes = most_bytes
        self._count = 0
        self._bytes = 0
        self._by_id: dict[str, StoredFile] = {}
        self._by_path: dict[str, StoredFile] = {}
        self.web: dict[str, bytes] = {}
        """The files that stand in for the web, by address."""
        self.draws_pictures = False
        """Whether any other address of a photo gives a drawn picture of the address."""

    def add(self, kind: str, name: str, content: bytes) -> StoredFile:
        """Keep a file; only the method of its kind ("photo", …) can send it again by its id."""
        suffix = _SUFFIXES.get(kind) or PurePosixPath(name).suffix
        path = f"{kind}s/file_{self._count}{suffix}"
        file_id, unique_id = f"AgAC{secrets.token_urlsafe(32)}", secrets.token_urlsafe(9)
        stored = StoredFile(file_id, unique_id, kind, name, path, content, len(content))
        # Bots send a file again by its id, and download it by its path.
        self._by_id[file_id] = self._by_path[path] = stored
        self._count += 1
        self._bytes += stored.size
        while len(self._by_id) > self._most or self._bytes > self._most_bytes:
            oldest = next(iter(self._by_id.values()))
            # The new file stays even if it alone is larger than `most_bytes`.
            if oldest is stored:
                break
            del self._by_id[oldest.file_id], self._by_path[oldest.path]
            self._bytes -= oldest.size
            oldest.content = b""
        return stored

    def by_id(self, file_id: str) -> StoredFile:
        stored = self._by_id.get(file_id)
        if stored is None:
            raise bad_request("wrong file_id or the file is temporarily unavailable")
        return stored

    def from_web(self, kind: str, url: str) -> StoredFile:
        content = self.web.get(url)
        if content is None and kind == "photo" and self.draws_pictures:
            content = _drawn(url)
        if content is None:
            raise bad_request("failed to get HTTP URL content")
        return self.add(kind, PurePosixPath(url).name, content)

    def by_path(self, path: str) -> StoredFile | None:
        return self._by_path.get(path)


def _drawn(url: str) -> bytes:
    image, content = Image.new("RGB", (640, 360), "#dfe6ee"), io.BytesIO()
    # The default font has no letters beyond ASCII.
    words = url.encode("ascii", "replace").decode()
    ImageDraw.Draw(image).text((24, 24), "\n".join(textwrap.wrap(words, 60)[:8]), "#33475b")
    image.save(content, "PNG")
    return content.getvalue()


def photo_size(content: bytes) -> tuple[int, int] | None:
    """Return width and height in pixels, or None for a file that is no picture."""
    try:
        with Image.open(io.BytesIO(content)) as image:
            return image.size
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        return None


def check_photo(content: bytes) -> None:
    """Refuse a file that Telegram does not accept as a photo."""
    if len(content) > MAX_PHOTO:
        raise bad_request(
            f"file of size {len(content)} bytes is too big for a photo; "
            f"the maximum size is {MAX_PHOTO} bytes"
        )
    size = photo_size(content)
    if size is None:
        raise bad_request("IMAGE_PROCESS_FAILED")
    if sum(size) > _MAX_SIDES or max(size) > _MAX_RATIO * min(size):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")


def _given(attachment: object) -> dict[str, Any]:
    return {name: value for name, value in vars(attachment).items() if value is not None}


class Attachment(Protocol):
    def as_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Photo:
    """A picture in two sizes; the JSON has the smaller one first, as Telegram's has."""

    kind = "photo"

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
class Media:
    """A file of any kind in `MEDIA`; `about` has values for the fields of its kind."""

    kind: str
    file: StoredFile
    about: Mapping[str, Any] = field(default_factory=dict)

    def told(self, name: str) -> Any:  # noqa: ANN401 - a number or a text
        """Return the value of a field: the given one, or the default of the kind."""
        return self.about.get(name, MEDIA[self.kind].get(name))

    def as_json(self) -> dict[str, Any]:
        about = {name: self.told(name) for name in MEDIA[self.kind]}
        known = {name: value for name, value in about.items() if value != ""}
        named = {"file_name": self.file.name} if self.kind in _NAMED else {}
        mime_type = _MIME_TYPES.get(self.kind)
        if self.kind == "document":
            mime_type = mimetypes.guess_type(self.file.name)[0] or "application/octet-stream"
        if mime_type:
            named["mime_type"] = mime_type
        own = {self.kind: {**self.file.as_json(), **known, **named}}
        # As in Telegram: programs without animations take the file for a document.
        return {**own, "document": {**self.file.as_json(), **named}} if "animation" in own else own


@dataclass(frozen=True)
class Dice:
    emoji: str
    value: int

    def as_json(self) -> dict[str, Any]:
        return {"dice": _given(self)}


@dataclass(frozen=True)
class Contact:
    """A phone number with a name; `user_id` is set if it belongs to a known person."""

    phone_number: str
    first_name: str
    last_name: str | None = None
    user_id: int | None = None

    def as_json(self) -> dict[str, Any]:
        return {"contact": _given(self)}


@dataclass(frozen=True)
class Location:
    """A point on the map; with `live_period` (seconds) a live one, which its sender changes."""

    latitude: float
    longitude: float
    live_period: int | None = None
    heading: int | None = None
    horizontal_accuracy: float | None = None

    def as_json(self) -> dict[str, Any]:
        return {"location": _given(self)}


@dataclass(frozen=True)
class Venue:
    location: Location
    title: str
    address: str

    def as_json(self) -> dict[str, Any]:
        place = self.location.as_json()
        return {**place, "venue": {**place, "title": self.title, "address": self.address}}


@dataclass(frozen=True)
class Invoice:
    """An invoice; `payload` is the bot's own reference, and `total` in the smallest unit."""

    title: str
    description: str
    payload: str
    currency: str
    total: int
    start_parameter: str = ""

    def as_json(self) -> dict[str, Any]:
        shown = ("title", "description", "start_parameter", "currency")
        own = {name: getattr(self, name) for name in shown}
        return {"invoice": {**own, "total_amount": self.total}}

    def order(self) -> dict[str, Any]:
        """Return the fields that a bot gets when somebody pays."""
        price = {"currency": self.currency, "total_amount": self.total}
        return {**price, "invoice_payload": self.payload}


@dataclass(frozen=True)
class Notice:
    """A service message about a change in the chat."""

    fields: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return dict(self.fields)
