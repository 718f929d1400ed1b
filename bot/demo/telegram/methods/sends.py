"""New messages: words, places, files, albums, and messages sent on."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.demo.telegram.arguments import Arguments, Upload
from bot.demo.telegram.attachments import (
    Attachment,
    Contact,
    Document,
    FileStore,
    Location,
    Photo,
    StoredFile,
    Venue,
    Voice,
)
from bot.demo.telegram.call import Call, Handler
from bot.demo.telegram.messages import ChatMessage, Content
from bot.demo.telegram.photo_rules import check_photo
from bot.demo.telegram.refusals import Refusal
from bot.demo.telegram.words import read_caption, read_text

_ALBUM_SIZES = range(2, 11)
_ALBUM_KINDS = frozenset({"photo", "document"})
_ATTACH: Mapping[str, Callable[[FileStore, StoredFile], Attachment]] = {
    "photo": Photo.of,
    "document": lambda _, file: Document(file),
    "voice": lambda _, file: Voice(file, 0),
}


def send_message(call: Call) -> dict[str, Any]:
    return call.post(Content(read_text(call), link_preview=link_preview(call)))


def link_preview(call: Call) -> dict[str, Any] | None:
    """Read how a link's preview is to be shown, in the newer or the older spelling."""
    if call.arguments.flag("disable_web_page_preview"):
        return {"is_disabled": True}
    return call.arguments.object("link_preview_options") or None


def read_location(call: Call) -> Location:
    latitude = call.arguments.decimal("latitude")
    longitude = call.arguments.decimal("longitude")
    if latitude is None or longitude is None or abs(latitude) > 90 or abs(longitude) > 180:  # noqa: PLR2004 - degrees
        raise Refusal.LOCATION_INVALID.error()
    return Location(
        latitude,
        longitude,
        live_period=call.arguments.integer("live_period") or None,
        heading=call.arguments.integer("heading") or None,
        horizontal_accuracy=call.arguments.decimal("horizontal_accuracy"),
    )


def send_location(call: Call) -> dict[str, Any]:
    return call.post(Content(attachment=read_location(call)))


def send_venue(call: Call) -> dict[str, Any]:
    title, address = _required(call, "title"), _required(call, "address")
    return call.post(Content(attachment=Venue(read_location(call), title, address)))


def send_contact(call: Call) -> dict[str, Any]:
    number, name = _required(call, "phone_number"), _required(call, "first_name")
    last_name = call.arguments.text("last_name") or None
    return call.post(Content(attachment=Contact(number, name, last_name)))


def send_chat_action(call: Call) -> bool:
    """Show that the bot is busy; nobody looks here."""
    call.chat()
    return True


def _required(call: Call, name: str) -> str:
    text = call.arguments.text(name).strip()
    if not text:
        raise Refusal.FIELD_EMPTY.error(name)
    return text


def _attachment(call: Call, kind: str, upload: Upload | None, reference: str) -> Attachment:
    """Return what was uploaded or what a file id means, as an attachment of the kind."""
    if upload is not None:
        if not upload.content:
            raise Refusal.FIELD_EMPTY.error("file")
        return _ATTACH[kind](call.world.files, _stored(call, kind, upload))
    if not reference or reference.startswith("attach://"):
        raise Refusal.NO_FILE.error(kind)
    if reference.startswith(("http://", "https://")):
        file = call.world.files.from_web(kind, reference)
        if kind == "photo":
            check_photo(file.content)
        return _ATTACH[kind](call.world.files, file)
    file = call.world.files.by_id(reference)
    if file.kind != kind:
        raise Refusal.WRONG_FILE_KIND.error(file.kind.title(), kind.title())
    return _ATTACH[kind](call.world.files, file)


def _stored(call: Call, kind: str, upload: Upload) -> StoredFile:
    if kind == "photo":
        check_photo(upload.content)
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


def _source(call: Call, missing: Refusal) -> ChatMessage:
    message = call.message(call.known_chat("from_chat_id"), missing)
    if message.protected:
        raise missing.error()
    return message


def copy_message(call: Call) -> dict[str, int]:
    source = _source(call, Refusal.COPIED_NOT_FOUND)
    captioned = "caption" in call.arguments and source.body.attachment is not None
    body = source.with_words(read_caption(call)) if captioned else source.body
    return {"message_id": call.post(body)["message_id"]}


def forward_message(call: Call) -> dict[str, Any]:
    source = _source(call, Refusal.FORWARDED_NOT_FOUND)
    return call.post(source.body, origin=source.as_origin())


METHODS: Mapping[str, Handler] = {
    "sendMessage": send_message,
    "sendLocation": send_location,
    "sendVenue": send_venue,
    "sendContact": send_contact,
    "sendChatAction": send_chat_action,
    "sendPhoto": _sends("photo"),
    "sendDocument": _sends("document"),
    "sendVoice": _sends("voice"),
    "sendMediaGroup": send_media_group,
    "copyMessage": copy_message,
    "forwardMessage": forward_message,
}
