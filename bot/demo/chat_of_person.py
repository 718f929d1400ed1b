"""Buttons and sentences of a person's chat, found in any language of the bot."""

import re
from collections.abc import Iterator

from bot.local_telegram import ChatMessage, InlineButton, LocalUser, NoSuchButton
from bot.texts.callbacks import Verb, decode
from bot.texts.catalogues import catalogue, nearest

INVISIBLE = dict.fromkeys(map(ord, "\u2068\u2069\u2060"))
"""Translates away the invisible marks that keep names and numbers together in messages."""
_RIGHT_TO_LEFT = {0x200F: None}
"""Translates away the mark that begins an Arabic line, after its sign."""


def press(person: LocalUser, verb: Verb, *tokens: str, name: str = "", order: str = "") -> None:
    """Press the newest button of a person that has this verb, and `name` in its label.

    A button of a message about `order` is preferred to newer ones.

    Raises:
        NoSuchButton: the person has no such button.
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
    """Yield the buttons of a message that have this verb and begin with these tokens."""
    for button in (button for row in message.buttons for button in row):
        does = decode(button.data) if button.data else None
        if does and does.verb is verb and does.tokens[: len(tokens)] == tokens:
            yield button


def said_by(person: LocalUser, sentence: str) -> str:
    """Return a sentence of the bot in the language of a person's Telegram."""
    return catalogue(nearest(person.language_code)).gettext(sentence)


def says_so(person: LocalUser, message: ChatMessage, sentence: str, sign: str = "") -> bool:
    """Tell whether a message of the bot holds a sentence after a sign; placeholders match anything.

    The sentence is looked for in the person's language.
    """
    pieces = re.split(r"\{\w+\}|</?\w+>", sign + said_by(person, sentence))
    text = message.text.translate(INVISIBLE | _RIGHT_TO_LEFT)
    return message.from_bot and all(piece in text for piece in pieces)
