"""The buttons of the bot by what they do: so people press them in every language."""

from collections.abc import Iterator

from bot.local_telegram import ChatMessage, InlineButton, LocalUser, NoSuchButton
from bot.texts.callbacks import Verb, decode


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
