"""New messages with files."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.demo.telegram.arguments import Arguments, Upload
from bot.demo.telegram.attachments import Attachment, Document, Photo, Voice
from bot.demo.telegram.call import Call, Handler
from bot.demo.telegram.files import FileStore, StoredFile
from bot.demo.telegram.messages import Content
from bot.demo.telegram.refusals import Refusal
from bot.demo.telegram.words import read_caption

_ALBUM_SIZES = range(2, 11)
_ALBUM_KINDS = frozenset({"photo", "document"})


_ATTACH: Mapping[str, Callable[[FileStore, StoredFile], Attachment]] = {
    "photo": Photo.of,
    "document": lambda _, file: Document(file),
    "voice": lambda _, file: Voice(file, 0),
}


def _attachment(call: Call, kind: str, upload: Upload | None, reference: str) -> Attachment:
    """Return what was uploaded or what a file id means, as an attachment of the kind."""
    if upload is not None:
        if not upload.content:
            raise Refusal.FIELD_EMPTY.error("file")
        return _ATTACH[kind](call.world.files, _stored(call, kind, upload))
    if not reference or reference.startswith("attach://"):
        raise Refusal.NO_FILE.error(kind)
    if reference.startswith(("http://", "https://")):
        return _ATTACH[kind](call.world.files, call.world.files.from_web(kind, reference))
    file = call.world.files.by_id(reference)
    if file.kind != kind:
        raise Refusal.WRONG_FILE_KIND.error(file.kind.title(), kind.title())
    return _ATTACH[kind](call.world.files, file)


def _stored(call: Call, kind: str, upload: Upload) -> StoredFile:
    return call.world.files.add(kind, upload.name, upload.content)


def _sends(kind: str) -> Handler:
    def send(call: Call) -> dict[str, Any]:
        upload, reference = call.arguments.upload(kind), call.arguments.text(kind)
        attachment = _attachment(call, kind, upload, reference)
        return call.post(Content(read_caption(call), attachment))

    return send


def send_media_group(call: Call) -> list[dict[str, Any]]:
    """Send two to ten pictures or files as one album."""
    items = call.arguments.objects("media")
    if len(items) not in _ALBUM_SIZES:
        raise Refusal.ALBUM_SIZE.error()
    bodies = [_album_body(call, item) for item in items]
    album = secrets.token_hex(8)
    return [call.post(body, album=album) for body in bodies]


def _album_body(call: Call, item: dict[str, Any]) -> Content:
    kind, reference = str(item.get("type")), str(item.get("media", ""))
    if kind not in _ALBUM_KINDS:
        raise Refusal.UNREADABLE_LIST.error("InputMedia")
    caption = replace(call, arguments=Arguments(_texts(item)))
    attachment = _attachment(call, kind, call.arguments.attached(reference), reference)
    return Content(read_caption(caption), attachment)


def _texts(item: dict[str, Any]) -> dict[str, str]:
    names = ("caption", "parse_mode")
    return {name: str(item[name]) for name in names if item.get(name)}


METHODS: Mapping[str, Handler] = {
    "sendPhoto": _sends("photo"),
    "sendDocument": _sends("document"),
    "sendVoice": _sends("voice"),
    "sendMediaGroup": send_media_group,
}
