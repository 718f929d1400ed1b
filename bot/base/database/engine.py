"""What a database must do for the program that remembers with it."""

from collections.abc import Callable
from typing import Protocol, TypeVar

import sqlalchemy
from sqlalchemy import Dialect

from bot.base.clock import SteadyTime
from bot.base.database.answers import Sight
from bot.base.database.transaction import Driver, Transaction

T = TypeVar("T")

CONNECTIONS = 8
"""How many transactions are made at once, where nothing else is said."""


class Begin(Protocol):
    """Makes a transaction of a connection that has just begun one."""

    def __call__(
        self, dialect: Dialect, driver: Driver, sight: Sight | None = None, /
    ) -> Transaction:
        """Make it; `sight` knows what need not be asked, where there is one writer."""


Claim = Callable[[Transaction], None]
"""Claims for the worker of a kind, in a transaction, what is due."""

Decide = Callable[[Transaction], T]
"""What is done in a transaction. It may be called again, with another one."""


class Engine(Protocol):
    """The connections to one database, and the threads that functions are run in with them."""

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What its driver raises where it could not do something."""

    def time(self) -> SteadyTime | None:
        """Return the time that its users share; `None` where they go by that of their machine."""

    def edition(self) -> object:
        """Return what differs from what it was once what is remembered may be out of date.

        It is asked on the event loop for every request, and must cost next to nothing.
        """

    def upgrading(self) -> sqlalchemy.Engine:
        """Return what migrations work with, which connect for themselves."""

    async def open(self) -> None:
        """Connect."""

    async def close(self) -> None:
        """Let what was begun end, and disconnect."""

    async def write(self, decide: Decide[T]) -> T:
        """Run a function; what it did is durable when its result is there.

        A cancelled caller does not know what became of it: it may be carried out.

        Raises:
            DatabaseFailed: it was closed.
        """

    async def read(self, look: Decide[T]) -> T:
        """Run a function that changes nothing; what it sees was all there at one moment."""

    async def checkpoint(self, *, waits: bool = True) -> None:
        """Have what was wiped gone from the disk as well, as far as nobody reads it just now.

        It `waits` a moment for those.
        """
