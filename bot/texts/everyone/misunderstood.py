"""What the bot answers to what it does not understand: each time with what to do instead."""

from collections.abc import Mapping

from bot.texts.everyone.replies import NOT_UNDERSTOOD
from bot.texts.html import Html
from bot.texts.message import FixedMessage, Message
from bot.texts.words import Words, phrase

_NO_FILES = phrase("Please write what is in the file; /help shows what I know.")
_IN_WORDS = phrase("Please write it in words; /help shows what I know.")

_KINDS: Mapping[str, str] = {
    "voice": phrase(
        "Please write it, or tap a 💬 button on a card first: then I pass your voice message on."
    ),
    "video_note": _IN_WORDS,
    "video": _IN_WORDS,
    "audio": _NO_FILES,
    "document": _NO_FILES,
    "animation": _NO_FILES,
    "photo": phrase(
        "What is the picture for? Tap a 💬 or <b>Problem</b> button on a card first, then send it"
        " again."
    ),
    "location": phrase(
        "📍 Your place helps while a parcel is on its way to you. /help shows what I know."
    ),
    "venue": phrase(
        "📍 Your place helps while a parcel is on its way to you. /help shows what I know."
    ),
    "poll": _IN_WORDS,
    **dict.fromkeys(("dice", "game", "story", "paid_media", "checklist", "giveaway"), _IN_WORDS),
}

EDITED = FixedMessage("I cannot read edits. Please send it again as a new message.")


def kind(say: Words, what: str) -> Message | None:
    """Answer a message by its kind.

    `None` for what wants no answer, such as a sticker, and for what Telegram says itself.
    """
    if what == "text":
        return say.message(NOT_UNDERSTOOD)
    sentence = _KINDS.get(what)
    return Message.of(say(sentence)) if sentence else None


def command(say: Words, typed: str, nearest: str | None) -> Message:
    """Answer a command that there is not, with the one that was probably meant."""
    if nearest is None:
        return say.message(NOT_UNDERSTOOD)
    return Message.of(
        say(
            "“{typed}” is not a command. Did you mean /{nearest}?",
            typed=typed,
            nearest=Html(nearest),
        )
    )
