"""What somebody has written of their own, without the codes in it, as others may read it."""

from dataclasses import dataclass

from bot.actions.rider import code_habits
from bot.base.transaction import Transaction
from bot.chat.turn import Turn
from bot.texts.intents.codes import codes_in, without


@dataclass(frozen=True, slots=True)
class OwnWords:
    """Words that may be passed on. `had_code`: there was one, or what may be one.

    `is_only_code`: there was nothing else that anybody has to read.
    """

    text: str
    had_code: bool = False
    is_only_code: bool = False


def own_words(tx: Transaction, turn: Turn, text: str | None = None) -> OwnWords:
    """Return the words of a turn without codes; what had one is deleted from the chat."""
    text = turn.text if text is None else text
    found = codes_in(text, code_habits.lengths(tx))
    if found.codes:
        turn.erase_message(tx)
    return OwnWords(without(text, found.codes).strip(), bool(found.codes), found.is_plain)
