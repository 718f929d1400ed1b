"""Data that is read often and seldom written: kept, and read again when it may have changed."""

from collections.abc import Callable
from typing import Generic, TypeVar

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction

T = TypeVar("T")


class Remembered(Generic[T]):
    """What `look` has read. A transaction that writes it says so, by `outdate`."""

    def __init__(self, database: Database, look: Callable[[Transaction], T]) -> None:
        self._database = database
        self._look = look
        self._kept: tuple[object, T] | None = None

    def kept(self) -> T | None:
        """Return it if it is remembered and nobody may have changed it."""
        if self._kept is None or self._kept[0] != self._database.edition():
            return None
        return self._kept[1]

    async def now(self) -> T:
        """Return it as it is at some moment of this call.

        Raises:
            DatabaseFailed: the database does not answer.
        """
        # Asked for before it is read: what is changed meanwhile is of the next edition.
        edition = self._database.edition()
        if self._kept is None or self._kept[0] != edition:
            self._kept = edition, await self._database.read(self._look)
        return self._kept[1]
