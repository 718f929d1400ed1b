"""New messages with files, which are uploaded, on the web or sent before; also as albums."""

import secrets
from collections.abc import Mapping
from typing import Any

from bot.local_telegram.arguments import Upload
from bot.local_telegram.attachments import (
    MEDIA,
    Attachment,
    Media,
    Photo,
    StoredFile,
    check_photo,
)
from bot.local_telegram.call import METHODS, Call, Handler, documented, method
from bot.local_telegram.messages import Content
from bot.local_telegram.methods.ephemeral_sends import send
from bot.local_telegram.refusals import bad_request
from bot.local_telegram.words import read_caption

_ALBUM_SIZES = range(2, 11)
_TOGETHER = (frozenset({"photo", "video"}), frozenset({"document"}), frozenset({"audio"}))
"""The sets of kinds that can be mixed in one album."""

_CALLED: Mapping[str, str] = {
    "photo": "Photo", "document": "Document", "voice": "VoiceNote", "sticker": "Sticker",
    "video": "Video", "animation": "Animation", "audio": "Audio", "video_note": "VideoNote",
}  # fmt: skip
"""Telegram's name for a file of each kind."""


_WITHOUT_CAPTION = frozenset({"sticker", "video_note"})


def can_have_caption(attachment: Attachment | None) -> bool:
    """Return whether an attachment can have a caption, and can be replaced by another file."""
    return isinstance(attachment, Photo | Media) and attachment.kind not in _WITHOUT_CAPTION


def _attachment(call: Call, kind: str, file: StoredFile) -> Attachment:
    """Return a file as an attachment, with the fields that the call gives."""
    arguments = call.arguments
    if kind == "photo":
        return Photo.of(call.world.files, file)
    about = {
        name: arguments.integer(name, usual) if isinstance(usual, int) else arguments.text(name)
        for name, usual in MEDIA[kind].items()
        if arguments.text(name)
    }
    return Media(kind, file, about)


def _file(call: Call, kind: str, upload: Upload | None, reference: str) -> StoredFile:
    """Return the uploaded file, the one of an address, or the one of a file id of that kind."""
    files = call.world.files
    if upload is not None:
        if not upload.content:
            raise bad_request("file must be non-empty")
        if kind == "photo":
            check_photo(upload.content)
        return files.add(kind, upload.name, upload.content)
    if not reference or reference.startswith("attach://"):
        raise bad_request(f"there is no {kind.replace('_', ' ')} in the request")
    if reference.startswith(("http://", "https://")):
        file = files.from_web(kind, reference)
        if kind == "photo":
            check_photo(file.content)
        return file
    file = files.by_id(reference)
    if file.kind != kind:
        raise bad_request(
            f"can't use file of type {_CALLED.get(file.kind, file.kind)} as {_CALLED[kind]}"
        )
    return file


def _sends(kind: str) -> Handler:
    def handle(call: Call) -> dict[str, Any]:
        file = _file(call, kind, call.arguments.upload(kind), call.arguments.text(kind))
        attachment = _attachment(call, kind, file)
        if kind in _WITHOUT_CAPTION:
            return send(call, Content(attachment=attachment))
        return send(call, Content(read_caption(call), attachment))

    return handle


METHODS.update({documented(f"send_{kind}"): _sends(kind) for kind in _CALLED})


def read_media(call: Call, item: Mapping[str, Any]) -> Content:
    """Read an `InputMedia` as the content of a message."""
    kind, reference = str(item.get("type")), str(item.get("media") or "")
    if kind not in _CALLED or kind in _WITHOUT_CAPTION or kind == "voice":
        raise bad_request(f'can\'t parse InputMedia: type "{kind}" is unsupported')
    if not reference:
        raise bad_request("can't parse InputMedia: media not found")
    file = _file(call, kind, call.arguments.attached(reference), reference)
    # Its fields are named like the arguments of a call, and are read in the same way.
    own = call.saying(item)
    return Content(read_caption(own), _attachment(own, kind, file))


@method
def send_media_group(call: Call) -> list[dict[str, Any]]:
    """Send two to ten photos, videos, audios or documents as one album."""
    items = call.arguments.objects("media")
    if len(items) not in _ALBUM_SIZES:
        raise bad_request("expected 2-10 items in the album")
    kinds = {str(item.get("type")) for item in items}
    # All are read before the first is sent, so that an invalid one prevents them all.
    bodies = [read_media(call, item) for item in items]
    if not any(kinds <= together for together in _TOGETHER):
        raise bad_request("can't use the media of the specified type in the album")
    album = secrets.token_hex(8)
    return [call.post(body, album=album) for body in bodies]
