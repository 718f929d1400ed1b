"""A word without a digit, typed where a code was asked for: it is sent only once somebody says so.

The contract calls a code a string, so that a fleet may use letters; mostly it is something that was
said, such as "delivered".
"""

import base64
from typing import Self

from pydantic import BaseModel

from bot.actions.rider.codes import Stage
from bot.base.vault import Vault
from bot.identifiers import DeliveryUuid
from bot.store.dialogs import Question


class UnsentWord(BaseModel):
    """The word, sealed for its question and person only, and the message that carries it."""

    sealed: str
    message_id: int


class AskedCode(Question):
    """A question for a code, and the word that was said to it and waits."""

    delivery: DeliveryUuid
    stage: Stage
    word: UnsentWord | None = None

    def with_word(self, vault: Vault, word: str, message_id: int, user_id: int) -> Self:
        sealed = base64.b64encode(vault.seal(word.encode(), self._place(user_id))).decode()
        return self.model_copy(update={"word": UnsentWord(sealed=sealed, message_id=message_id)})

    def opened(self, word: UnsentWord, vault: Vault, user_id: int) -> str:
        return vault.open(base64.b64decode(word.sealed), self._place(user_id)).decode()

    def _place(self, user_id: int) -> str:
        return f"word|{self.delivery}|{self.stage}|{user_id}"
