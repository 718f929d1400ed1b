"""New messages without files."""

from collections.abc import Mapping
from typing import Any

from bot.demo.telegram.attachments import Contact, Location, Venue
from bot.demo.telegram.call import Call, Handler
from bot.demo.telegram.messages import Content
from bot.demo.telegram.refusals import Refusal
from bot.demo.telegram.words import read_text


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


METHODS: Mapping[str, Handler] = {
    "sendMessage": send_message,
    "sendLocation": send_location,
    "sendVenue": send_venue,
    "sendContact": send_contact,
    "sendChatAction": send_chat_action,
}
