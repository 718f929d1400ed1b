"""Messages sent on to another chat."""

from collections.abc import Mapping
from typing import Any

from bot.demo.telegram.call import Call, Handler
from bot.demo.telegram.messages import ChatMessage
from bot.demo.telegram.refusals import Refusal
from bot.demo.telegram.words import read_caption


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


METHODS: Mapping[str, Handler] = {"copyMessage": copy_message, "forwardMessage": forward_message}
