"""The bot's answers to customers who follow deliveries."""

from bot.texts.html import Html
from bot.texts.message import FixedMessage
from bot.texts.words import Words

MOST = 10
"""The most deliveries to show at once to somebody who follows many, such as a busy shop."""

NOTHING_TO_TRACK = FixedMessage(
    "No parcel of yours is under way now.",
    "Do you wait for one? Open the link in your text message, or share your number.",
)


def only_latest(say: Words, command: str) -> Html:
    return say(
        "These are the latest {most}. For another one: <code>/{command} 1042</code>",
        most=MOST,
        command=Html(command),
    )
