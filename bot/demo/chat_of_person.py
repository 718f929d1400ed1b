"""What people press and read in a chat, in whichever language the bot speaks to them."""

import re
from collections.abc import Iterator

from bot.local_telegram import ChatMessage, InlineButton, LocalUser, NoSuchButton
from bot.texts.callbacks import Verb, decode
from bot.texts.catalogues import catalogue, nearest

INVISIBLE = dict.fromkeys(map(ord, "\u2068\u2069\u2060"))
"""Marks in the bot's messages that keep names and numbers together."""
_RIGHT_TO_LEFT = {0x200F: None}
"""The mark that a line in Arabic begins with, behind a sign."""


def press(person: LocalUser, verb: Verb, *tokens: str, name: str = "", order: str = "") -> None:
    """Press somebody's newest button that does this; `name` stands on it.

    A message about `order` goes first, where there is one with such a button.

    Raises:
        NoSuchButton: nothing was pressed.
    """
    found = [
        (message, button)
        for message in reversed(person.messages)
        for button in buttons_of(message, verb, *tokens)
        if name in button.label
    ]
    if not found:
        raise NoSuchButton(verb.name, [])
    about = [(message, button) for message, button in found if order in message.text]
    person.press_button(*(about or found)[0])


def buttons_of(message: ChatMessage, verb: Verb, *tokens: str) -> Iterator[InlineButton]:
    """Return the buttons of a message that do this, with these tokens at first."""
    for button in (button for row in message.buttons for button in row):
        does = decode(button.data) if button.data else None
        if does and does.verb is verb and does.tokens[: len(tokens)] == tokens:
            yield button


def said_by(person: LocalUser, sentence: str) -> str:
    """Return a sentence of the bot in the language of somebody's Telegram."""
    return catalogue(nearest(person.language_code)).gettext(sentence)


def says_so(person: LocalUser, message: ChatMessage, sentence: str, sign: str = "") -> bool:
    """Tell whether the bot says this in a message, with a sign before it; places take any value."""
    pieces = re.split(r"\{\w+\}|</?\w+>", sign + said_by(person, sentence))
    text = message.text.translate(INVISIBLE | _RIGHT_TO_LEFT)
    return message.from_bot and all(piece in text for piece in pieces)
