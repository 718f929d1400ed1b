"""What somebody reads whose open question gives way to another one, and how to go on with it."""

from collections.abc import Mapping

from bot.texts.html import Html
from bot.texts.message import Message
from bot.texts.words import Words, phrase

_CODE = phrase("✋ Put aside: the code. When you have it, just type it, or press the button again.")
_MESSAGE = phrase("✋ Put aside: your message. Press its button again to write it.")

PUT_ASIDE: Mapping[str, str] = {
    "pickup": _CODE,
    "dropoff": _CODE,
    "status_code": phrase("✋ Put aside: the code. Press the button again to go on."),
    "new": phrase("✋ Put aside: your draft. Send it again as it stands here to go on."),
    "edit": phrase("✋ Put aside: the change of an order. /edit begins it again."),
    "cancel_reason": phrase("✋ Put aside: the cancellation. Press its button again to go on."),
    "problem": phrase("✋ Put aside: the problem, not reported. <b>Problem</b> begins it again."),
    "left_with": phrase("✋ Put aside: who has the parcel. <b>Problem</b> begins it again."),
    "cash_amount": phrase("✋ Put aside: how much you collected. Press its button again."),
    "cash_received": phrase("✋ Put aside: what you received. /cash begins it again."),
    "receipt_code": phrase("✋ Put aside: the code from your SMS. Just type it when you have it."),
    "tip": phrase("✋ Put aside: the tip. Press its button again to tell how much it is."),
    "note": phrase("✋ Put aside: your note. /note begins it again."),
    "complaint": phrase("✋ Put aside: what was wrong. Just write it if you want to."),
    "ready_when": phrase("✋ Put aside: when the order is ready. Press its button again."),
    "message_rider": _MESSAGE,
    "message_customer": _MESSAGE,
    "message_shop": _MESSAGE,
    "write_staff": _MESSAGE,
    "write_person": _MESSAGE,
    "sign_up_name": phrase("✋ Put aside: your name. /start asks for it again."),
    "which_group": phrase("✋ Put aside: which group. /bind begins it again."),
    "which_shops_group": phrase("✋ Put aside: which group. /shop begins it again."),
    "whose_chat": phrase("✋ Put aside: whose chat it is. /shop begins it again."),
    "which_person": phrase("✋ Put aside: whom to invite. The link you have still works."),
}
"""By the name of the question."""


def put_aside(say: Words, question: str) -> Html:
    return say(PUT_ASIDE[question])


def told(say: Words, question: str) -> Message:
    return Message.of(put_aside(say, question))
