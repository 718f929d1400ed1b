"""New messages without files: texts, drafts, locations, copies and forwarded messages."""

import secrets
from types import UnionType
from typing import Any

from telegram.constants import ChatAction

from bot.local_telegram.attachments import DICE, Contact, Dice, Invoice, Location, Notice, Venue
from bot.local_telegram.call import Call, method
from bot.local_telegram.chats import MessageDraft, PrivateChat
from bot.local_telegram.formatting.entities import FormattedText
from bot.local_telegram.messages import ChatMessage, Content, Posting
from bot.local_telegram.methods.ephemeral_sends import send
from bot.local_telegram.refusals import Refusal, bad_request
from bot.local_telegram.words import read_caption, read_rich, read_text

_ACTIONS = frozenset(ChatAction)
_NEVER_COPIED = Notice | Invoice


@method
def send_message(call: Call) -> dict[str, Any]:
    return send(call, Content(read_text(call), link_preview=link_preview(call)))


@method
def send_rich_message(call: Call) -> dict[str, Any]:
    return send(call, read_rich(call))


@method
def send_message_draft(call: Call) -> bool:
    """Show a draft; an empty text is shown as thinking."""
    words = read_text(call) if call.arguments.text("text") else FormattedText()
    return _show_draft(call, Content(words))


@method
def send_rich_message_draft(call: Call) -> bool:
    return _show_draft(call, read_rich(call, draft=True))


def _show_draft(call: Call, body: Content) -> bool:
    # Telegram has not published the words of these refusals.
    chat, draft_id = call.chat(), call.arguments.integer("draft_id")
    if not isinstance(chat, PrivateChat):
        raise bad_request("drafts can be sent in private chats only")
    if not draft_id:
        raise bad_request("draft_id must be non-zero")
    posting = Posting(thread_id=call.thread_id(chat))
    message = ChatMessage(chat, 0, call.bot, call.world.clock.now(), body, posting)
    can_stop, keep = call.arguments.flag("can_stop"), call.arguments.flag("keep_on_stop")
    chat.draft = MessageDraft(draft_id, message, can_stop, keep)
    call.world.chat_listeners.tell(chat)
    return True


def link_preview(call: Call) -> dict[str, Any] | None:
    """Read the options of the link preview, in the newer or the older spelling."""
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


@method
def send_location(call: Call) -> dict[str, Any]:
    return send(call, Content(attachment=read_location(call)))


@method
def send_venue(call: Call) -> dict[str, Any]:
    title, address = call.required("title"), call.required("address")
    return send(call, Content(attachment=Venue(read_location(call), title, address)))


@method
def send_contact(call: Call) -> dict[str, Any]:
    number, name = call.required("phone_number"), call.required("first_name")
    last_name = call.arguments.text("last_name") or None
    return send(call, Content(attachment=Contact(number, name, last_name)))


@method
def send_chat_action(call: Call) -> bool:
    """Check the action and succeed: it is shown to nobody."""
    call.chat()
    if call.arguments.text("action").lower() not in _ACTIONS:
        raise bad_request("wrong parameter action in request")
    return True


@method
def send_dice(call: Call) -> dict[str, Any]:
    emoji = call.arguments.text("emoji") or "🎲"
    if emoji not in DICE:
        raise bad_request("wrong dice emoji")
    return call.post(Content(attachment=Dice(emoji, 1 + secrets.randbelow(DICE[emoji]))))


def _source(call: Call, what: str, never: type | UnionType) -> ChatMessage:
    message = call.message(call.known_chat("from_chat_id"), what)
    if not _can_be_passed_on(message, never):
        raise Refusal.MESSAGE_NOT_FOUND.error(what)
    return message


def _can_be_passed_on(message: ChatMessage, never: type | UnionType) -> bool:
    return not message.protected and not isinstance(message.body.attachment, never)


def _sources(call: Call, never: type | UnionType) -> list[ChatMessage]:
    """Return the messages that can be passed on; refuse the call if there is none."""
    chat = call.known_chat("from_chat_id")
    messages = [chat.message(message_id) for message_id in call.message_ids()]
    sources = [each for each in messages if each and _can_be_passed_on(each, never)]
    if not sources:
        raise bad_request("there are no messages to forward")
    return sources


@method
def copy_messages(call: Call) -> list[dict[str, int]]:
    """Copy up to 100 messages; skip those that cannot be copied."""
    plain = call.arguments.flag("remove_caption")
    bodies = [
        source.with_words(FormattedText()) if plain and source.body.attachment else source.body
        for source in _sources(call, _NEVER_COPIED)
    ]
    return [{"message_id": call.post(body)["message_id"]} for body in bodies]


@method
def forward_messages(call: Call) -> list[dict[str, int]]:
    """Forward up to 100 messages; skip those that cannot be forwarded."""
    sent = [_forward(call, each) for each in _sources(call, Notice)]
    return [{"message_id": message["message_id"]} for message in sent]


@method
def copy_message(call: Call) -> dict[str, int]:
    source = _source(call, "to copy", _NEVER_COPIED)
    captioned = "caption" in call.arguments and source.body.attachment is not None
    body = source.with_words(read_caption(call)) if captioned else source.body
    return {"message_id": call.post(body)["message_id"]}


@method
def forward_message(call: Call) -> dict[str, Any]:
    return _forward(call, _source(call, "to forward", Notice))


def _forward(call: Call, source: ChatMessage) -> dict[str, Any]:
    # A forwarded message keeps no buttons, except for those of an invoice.
    pays = isinstance(source.body.attachment, Invoice)
    markup = source.inline if pays else None
    return call.post(source.body, origin=source.as_origin(), markup=markup)
