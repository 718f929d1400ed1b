"""A word without a digit, typed where a code was asked for: it is sent only once somebody says so.

The contract calls a code a string, so that a fleet may use letters; mostly it is something that was
said, such as "delivered".
"""

import base64
from typing import Self

from pydantic import BaseModel

from bot.base.vault import Vault

Asked = tuple[str, str, int]
"""What was asked for, and whom: the delivery, the stage and the person's number."""


class UnsentWord(BaseModel):
    """The word, sealed for this question and person only, and the message that carries it."""

    sealed: str
    message_id: int

    @classmethod
    def keep(cls, vault: Vault, word: str, message_id: int, asked: Asked) -> Self:
        sealed = base64.b64encode(vault.seal(word.encode(), _place(asked))).decode()
        return cls(sealed=sealed, message_id=message_id)

    def open(self, vault: Vault, asked: Asked) -> str:
        return vault.open(base64.b64decode(self.sealed), _place(asked)).decode()


def _place(asked: Asked) -> str:
    return "|".join(("word", *map(str, asked)))
