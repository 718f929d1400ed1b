"""What the bot answers customers."""

from bot.texts.message import Message
from bot.texts.words import Words


def nothing_to_track(say: Words) -> Message:
    """Tell that the reader follows no open delivery."""
    return Message.of(
        say("You follow no open delivery. Open the link that you were given, or share your number.")
    )
