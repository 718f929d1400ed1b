"""New messages with files: uploaded, from the web, or sent before; one, or several as an album."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.local_telegram.arguments import Arguments, Upload
from bot.local_telegram.attachments import Attachment, Document, Photo, Sticker, StoredFile, Voice
from bot.local_telegram.call import Call, Handler
from bot.local_telegram.media import MEDIA, Media
from bot.local_telegram.messages import Content
from bot.local_telegram.methods.ephemeral_sends import send
from bot.local_telegram.photo_rules import check_photo
from bot.local_telegram.refusals import Refusal
from bot.local_telegram.words import read_caption

FILES = Photo | Document | Voice | Media
"""What can have a caption, and give way to another file."""

_ALBUM_SIZES = range(2, 11)
_TOGETHER = (frozenset({"photo", "video"}), frozenset({"document"}), frozenset({"audio"}))
"""The kinds that can stand in one album with each other."""

_CALLED: Mapping[str, str] = {
    "photo": "Photo", "document": "Document", "voice": "VoiceNote", "sticker": "Sticker",
    "video": "Video", "animation": "Animation", "audio": "Audio", "video_note": "VideoNote",
}  # fmt: skip
"""What Telegram calls a file of each kind."""


def _media(kind: str) -> Callable[[Call, StoredFile], Attachment]:
    def make(call: Call, file: StoredFile) -> Media:
        arguments = call.arguments
        about = {
            name: arguments.integer(name, usual) if isinstance(usual, int) else arguments.text(name)
            for name, usual in MEDIA[kind].items()
        }
        return Media(kind, file, about)

    return make


_MAKE: Mapping[str, Callable[[Call, StoredFile], Attachment]] = {
    "photo": lambda call, file: Photo.of(call.world.files, file),
    "document": lambda _, file: Document(file),
    "voice": lambda call, file: Voice(file, call.arguments.integer("duration")),
    "sticker": lambda call, file: Sticker(file, call.arguments.text("emoji") or "🙂"),
    **{kind: _media(kind) for kind in MEDIA},
}
_WITHOUT_CAPTION = frozenset({"sticker", "video_note"})


def _file(call: Call, kind: str, upload: Upload | None, reference: str) -> StoredFile:
    """Return what was uploaded, stands on the web, or has a file id of that kind."""
    if upload is not None:
        if not upload.content:
            raise Refusal.FIELD_EMPTY.error("file")
        _check(kind, upload.content)
        return call.world.files.add(kind, upload.name, upload.content)
    if not reference or reference.startswith("attach://"):
        raise Refusal.NO_FILE.error(kind.replace("_", " "))
    if reference.startswith(("http://", "https://")):
        file = call.world.files.from_web(kind, reference)
        _check(kind, file.content)
        return file
    file = call.world.files.by_id(reference)
    if file.kind != kind:
        raise Refusal.WRONG_FILE_KIND.error(_CALLED.get(file.kind, file.kind), _CALLED[kind])
    return file


def _check(kind: str, content: bytes) -> None:
    if kind == "photo":
        check_photo(content)


def _sends(kind: str) -> Handler:
    def handle(call: Call) -> dict[str, Any]:
        file = _file(call, kind, call.arguments.upload(kind), call.arguments.text(kind))
        attachment = _MAKE[kind](call, file)
        if kind in _WITHOUT_CAPTION:
            return send(call, Content(attachment=attachment))
        return send(call, Content(read_caption(call), attachment))

    return handle


def read_media(call: Call, item: Mapping[str, Any]) -> Content:
    """Read an `InputMedia` as what a message says."""
    kind, reference = str(item.get("type")), str(item.get("media") or "")
    if kind not in _CALLED or kind in _WITHOUT_CAPTION or kind == "voice":
        raise Refusal.MEDIA_KIND.error(kind)
    if not reference:
        raise Refusal.NO_MEDIA.error()
    file = _file(call, kind, call.arguments.attached(reference), reference)
    given = {name: Arguments.written(value) for name, value in item.items() if value is not None}
    own = replace(call, arguments=Arguments(given))
    return Content(read_caption(own), _MAKE[kind](own, file))


def send_media_group(call: Call) -> list[dict[str, Any]]:
    """Send two to ten pictures, videos, songs or files as one album."""
    items = call.arguments.objects("media")
    if len(items) not in _ALBUM_SIZES:
        raise Refusal.ALBUM_SIZE.error()
    kinds = {str(item.get("type")) for item in items}
    bodies = [read_media(call, item) for item in items]
    if not any(kinds <= together for together in _TOGETHER):
        raise Refusal.ALBUM_KIND.error()
    album = secrets.token_hex(8)
    return [call.post(body, album=album) for body in bodies]


METHODS: Mapping[str, Handler] = {
    "sendPhoto": _sends("photo"),
    "sendDocument": _sends("document"),
    "sendVoice": _sends("voice"),
    "sendSticker": _sends("sticker"),
    "sendVideo": _sends("video"),
    "sendAnimation": _sends("animation"),
    "sendAudio": _sends("audio"),
    "sendVideoNote": _sends("video_note"),
    "sendMediaGroup": send_media_group,
}
