"""A word without a digit, typed where a code was asked for: it is sent only once somebody says so.

The contract calls a code a string, so that a fleet may use letters; mostly it is something that was
said, such as "delivered".
"""

import base64
from typing import Self

from pydantic import BaseModel

from bot.base.vault import Vault


class UnsentWord(BaseModel):
    """The word, sealed for this question and person only, and the message that carries it."""

    sealed: str
    message_id: int

    @classmethod
    def keep(cls, vault: Vault, word: str, message_id: int, place: str) -> Self:
        """Seal a word that was typed."""
        sealed = base64.b64encode(vault.seal(word.encode(), f"word|{place}")).decode()
        return cls(sealed=sealed, message_id=message_id)

    def open(self, vault: Vault, place: str) -> str:
        """Return the word."""
        return vault.open(base64.b64decode(self.sealed), f"word|{place}").decode()
