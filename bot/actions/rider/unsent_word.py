"""What may be a code and may be something else: it is sent only once somebody says that it is one.

The contract calls a code a string, so that a fleet may use letters; mostly a word is something that
was said, such as "delivered". A number may be a code of another order, or none.
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

    `stays`: the message is not deleted with the word, which stands under a picture.
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
    """A code that was said while none was asked for; which order it is for is asked."""

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
    """A question for a code, and the word that was said to it and waits."""

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
