"""What the bot answers to what it does not understand: each time with what to do instead."""

from collections.abc import Mapping

from bot.texts.everyone.replies import NOT_UNDERSTOOD
from bot.texts.html import Html
from bot.texts.message import FixedMessage, Message
from bot.texts.words import Words, phrase

_NO_FILES = phrase("I can do nothing with a file here. Please write it; /help shows what I know.")
_NO_USE = phrase("I can do nothing with that here. Please write it; /help shows what I know.")

_KINDS: Mapping[str, str] = {
    "voice": phrase(
        "I cannot hear voice messages here. Please write it, or tap a 💬 button on a card first:"
        " then I pass your voice on."
    ),
    "video_note": phrase("I cannot watch videos. Please write it; /help shows what I know."),
    "video": phrase("I cannot watch videos. Please write it; /help shows what I know."),
    "audio": _NO_FILES,
    "document": _NO_FILES,
    "animation": _NO_FILES,
    "photo": phrase(
        "I do not know what the picture is for. Tap a 💬 or <b>Problem</b> button"
        " on a card first, then send it again."
    ),
    "location": phrase("Only riders need to share where they are. /help shows what I know."),
    "venue": phrase("Only riders need to share where they are. /help shows what I know."),
    "poll": phrase("I have no vote here. /help shows what I know."),
    **dict.fromkeys(("dice", "game", "story", "paid_media", "checklist", "giveaway"), _NO_USE),
}

EDITED = FixedMessage("I read a message only once. Please write it again as a new one.")


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
        say("I do not know “{typed}”. Did you mean /{nearest}?", typed=typed, nearest=Html(nearest))
    )
