"""Words that may be a code, kept sealed and sent only once the rider says that they are one.

The contract calls a code a string, so a fleet may use letters. Most words are no codes, such as
"delivered". A number may be the code of another order, or no code.
"""

import base64
from datetime import timedelta
from typing import Self

from pydantic import BaseModel

from bot.actions.rider.codes import Stage
from bot.base.vault import Vault
from bot.identifiers import DeliveryUuid
from bot.store.dialogs import Question


class UnsentWord(BaseModel):
    """The word, sealed for its question and person only, and the message that carries it.

    `stays`: do not delete the message, because the word is the caption of a picture.
    """

    sealed: str
    message_id: int
    stays: bool = False

    @classmethod
    def seal(
        cls, vault: Vault, word: str, message_id: int, place: str, *, stays: bool = False
    ) -> Self:
        sealed = base64.b64encode(vault.seal(word.encode(), place)).decode()
        return cls(sealed=sealed, message_id=message_id, stays=stays)

    def opened(self, vault: Vault, place: str) -> str:
        return vault.open(base64.b64decode(self.sealed), place).decode()


class UnplacedCode(Question):
    """The question for which order a code is that was typed while none was asked for."""

    name = "unplaced_code"
    lasts = timedelta(minutes=15)

    word: UnsentWord

    @classmethod
    def make(
        cls, vault: Vault, code: str, message_id: int, user_id: int, *, stays: bool = False
    ) -> Self:
        place = cls._place(user_id)
        return cls(word=UnsentWord.seal(vault, code, message_id, place, stays=stays))

    def opened(self, vault: Vault, user_id: int) -> str:
        return self.word.opened(vault, self._place(user_id))

    @staticmethod
    def _place(user_id: int) -> str:
        return f"unplaced|{user_id}"


class AskedCode(Question):
    """A question for a code, with the word that was answered and waits to be confirmed."""

    delivery: DeliveryUuid
    stage: Stage
    word: UnsentWord | None = None

    def with_word(
        self, vault: Vault, word: str, message_id: int, user_id: int, *, stays: bool = False
    ) -> Self:
        sealed = UnsentWord.seal(vault, word, message_id, self._place(user_id), stays=stays)
        return self.model_copy(update={"word": sealed})

    def opened(self, word: UnsentWord, vault: Vault, user_id: int) -> str:
        return word.opened(vault, self._place(user_id))

    def _place(self, user_id: int) -> str:
        return f"word|{self.delivery}|{self.stage}|{user_id}"
