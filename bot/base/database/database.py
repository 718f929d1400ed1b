"""One database: how it is opened, read and written."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager, nullcontext, suppress
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from sqlalchemy import Dialect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from bot.base.clock import Clock, SteadyTime
from bot.base.database import correlation
from bot.base.database.answers import Sight
from bot.base.database.database_file import DatabaseFile
from bot.base.database.engine import CONNECTIONS, Begin, Claim, Engine
from bot.base.database.file_lock import alone_on
from bot.base.database.postgresql import PostgresqlEngine
from bot.base.database.process import Process
from bot.base.database.schema import DatabaseUnusable, Schema, told_as_unusable
from bot.base.database.signals import Signals
from bot.base.database.sqlite import SqliteEngine
from bot.base.database.transaction import DatabaseFailed, Driver, Transaction
from bot.base.database.url import POSTGRESQL, SQLITE
from bot.base.private_files import keep_private
from bot.base.vault import Vault

_READ_AGAIN_SECONDS = 5.0
"""How long data is remembered at most, even if no change of it was announced."""

ENGINES: Mapping[str, Callable[[URL, Begin, Mapping[str, Claim], int], Engine]] = {
    SQLITE: SqliteEngine,
    POSTGRESQL: PostgresqlEngine,
}
"""What the address of a database may begin with: the tests of the store run with each."""

_FILE_LOOKED_AT = timedelta(seconds=25)

P = ParamSpec("P")
T = TypeVar("T")


def address_of(url: str) -> URL:
    """Read the address of a database.

    Raises:
        ArgumentError: it is none, or of a database that this program cannot work with.
    """
    address = make_url(url)
    if address.drivername not in ENGINES:
        raise ArgumentError(f"no driver {address.drivername}")
    return address


class Database:
    """The database of one program: `open` it first, `close` it at the end.

    All processes that share it go by one `clock`: the server's, if there is one, once it is open.

    Workers of this process register in `claims`, by kind, how they claim due jobs. If there is only
    one writer, the jobs that a transaction made due are claimed in its own commit. `connections`
    counts those to a server; a file has one that writes.
    """

    def __init__(
        self,
        url: str,
        schema: Schema,
        vault: Vault,
        clock: Clock,
        connections: int = CONNECTIONS,
    ) -> None:
        self.is_sqlite = url.startswith("sqlite")
        self.signals = Signals()
        self.process = Process(clock)
        self.clock = clock if self.is_sqlite else clock.set_by(self._shared_time)
        self.claims: dict[str, Claim] = {}
        self._url = url
        self.schema = schema
        self._vault = vault
        self._connections = connections
        self._cleanup = AsyncExitStack()
        self._engine: Engine
        self._file: DatabaseFile | None = None

    async def open(self, *, alone: bool = False) -> None:
        """Connect and bring the tables up to date; if that fails, nothing stays open.

        `alone` keeps a second serving process away from the same SQLite file. A command that only
        looks at the database of a running process, or changes a row, opens it without `alone`.

        Raises:
            DatabaseBusy: another process works with this SQLite file.
            DatabaseUnusable: its address is wrong, nobody answers there, or it is of a later
                version.
        """
        async with AsyncExitStack() as stack:
            stack.enter_context(told_as_unusable(self.schema))
            stack.push_async_callback(self.close)
            url = address_of(self._url)
            # Before anything is opened: a second process must not even bring the tables up to date.
            if alone:
                self._cleanup.enter_context(alone_on(url))
            self._engine = engine = ENGINES[url.drivername](
                url, self._begin, self.claims, self._connections
            )
            # Make the file here, closed to others; SQLite itself would make it open to them.
            keep_private(url)
            if self.is_sqlite:
                self._file = DatabaseFile(Path(str(url.database)))
            upgrading = asyncio.create_task(asyncio.to_thread(self._upgrade))
            try:
                await asyncio.shield(upgrading)
            except asyncio.CancelledError:
                # Nothing can cut the thread off, and it is still at work with the tables.
                await asyncio.wait({upgrading})
                raise
            self._cleanup.push_async_callback(engine.close)
            await engine.open()
            stack.pop_all()  # from here on the caller closes it

    async def close(self) -> None:
        """Let begun transactions end, and disconnect."""
        with nullcontext() if self._file is None else self._file.closed_by():
            await self._cleanup.aclose()

    def ensure_its_file(self) -> None:
        """Make sure that the SQLite file is the one that was opened.

        Raises:
            DatabaseFailed: it was removed, or replaced.
        """
        if self._file is not None and self._file.is_lost():
            raise DatabaseFailed("the database's file was removed or replaced")

    async def until_its_file_is_lost(self) -> None:
        """Wait until the SQLite file is lost, after which no write is kept; for ever on a server.

        Only the one process that serves a SQLite file may call this: it leaves marks in the file.

        Raises:
            DatabaseUnusable: the SQLite file was removed, or replaced.
        """
        while self._file is None or not self._file.is_lost():
            if self._file is not None:
                with suppress(DatabaseFailed):  # readiness tells of it
                    await self.write(self._file.leave_mark)
                    await self.checkpoint(waits=False)
                    self.ensure_its_file()  # whose mark is known from here on
            await self.clock.wait(asyncio.Event(), self.clock.now() + _FILE_LOOKED_AT)
        raise DatabaseUnusable(
            "The database's file was removed or replaced while this process worked with it: put the"
            f" right one there, and start again. What was written last lies in {self._file.aside}."
        )

    async def write(
        self, decide: Callable[Concatenate[Transaction, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function in a write transaction; its changes are durable when this returns.

        If the function raises, nothing is kept. A caller that is cancelled meanwhile does not know
        whether the changes were kept, as after a kill.

        Raises:
            DatabaseFailed: the database would not do it; nothing was kept.
        """
        with _told_as_failed(*self._engine.errors):
            called = partial(_called, decide, args, kwargs, correlation.current())
            return await self._engine.write(called)

    async def read(
        self, look: Callable[Concatenate[Transaction, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function that only reads, while others may write.

        Raises:
            DatabaseFailed: the database does not answer.
        """
        with _told_as_failed(*self._engine.errors):
            return await self._engine.read(partial(_called, look, args, kwargs, None, is_read=True))

    async def next_number(self) -> int:
        """Return a number higher than all that were given out before, in any process.

        Of two answers, the one to the question with the higher number is later, whatever the clock.

        Raises:
            DatabaseFailed: the database does not answer.
        """
        if self.is_sqlite:
            return next(self.process.numbers)
        return await self.read(Transaction.next_number)

    def edition(self) -> object:
        """Return the edition of the database: while it is equal, remembered data is up to date.

        It changes when any process commits a transaction that called `outdate`, with every write
        by others to the same SQLite file, and now and then. Data that is read after asking for the
        edition is at least as new as that edition.

        Raises:
            DatabaseFailed: the edition cannot be found out.
        """
        with _told_as_failed(*self._engine.errors):
            return self._engine.edition(), self.clock.elapsed() // _READ_AGAIN_SECONDS

    async def checkpoint(self, *, waits: bool = True) -> None:
        """Remove wiped data from the disk as well, as far as no reader still sees it.

        With `waits` it waits a moment for readers.

        Raises:
            DatabaseFailed: the database would not do it.
        """
        with _told_as_failed(*self._engine.errors):
            await self._engine.checkpoint(waits=waits)

    def _shared_time(self) -> SteadyTime:
        shared = self._engine.time()
        if shared is None:
            raise DatabaseFailed("this database has no time that is shared")
        return shared

    def _begin(self, dialect: Dialect, driver: Driver, sight: Sight | None = None) -> Transaction:
        now = self.clock.now()
        return Transaction(driver, dialect, now, self._vault, self.signals, self.process, sight)

    def _upgrade(self) -> None:
        engine = self._engine.upgrading()
        try:
            with engine.begin() as connection:
                self.schema.upgrade(connection)
                # Only one process works with a file: it counts on from the highest kept number.
                if self.is_sqlite:
                    self.process.numbers = count(self.schema.kept_number(connection) + 1)
        finally:
            engine.dispose()


def _called(
    decide: Callable[..., T],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    correlation_id: str | None,
    tx: Transaction,
    *,
    is_read: bool = False,
) -> T:
    tx.correlation_id, tx.is_read = correlation_id, is_read
    try:
        decided = decide(tx, *args, **kwargs)
        tx.complete()
    except StopIteration as error:  # no future takes it, and its waiter would wait for ever
        raise RuntimeError("a transaction met the end of an iterator") from error
    return decided


@contextmanager
def _told_as_failed(*errors: type[Exception]) -> Iterator[None]:
    try:
        yield
    except errors as error:
        # The rest of SQLAlchemy's words quotes the statement.
        reason = error.orig if isinstance(error, DBAPIError) else error
        raise DatabaseFailed(f"{type(reason).__name__}: {reason}") from error


class Remembered(Generic[T]):
    """Data that is read often and written seldom: `look` reads it, and the result is kept.

    It is read again when it may have changed: a transaction that writes it calls `outdate`.
    """

    def __init__(self, database: Database, look: Callable[[Transaction], T]) -> None:
        self._database = database
        self._look = look
        self._kept: tuple[object, T] | None = None

    def kept(self) -> T | None:
        """Return the data if it is remembered and cannot have changed since."""
        if self._kept is None or self._kept[0] != self._database.edition():
            return None
        return self._kept[1]

    async def now(self) -> T:
        """Return the data as it is at some moment during this call.

        Raises:
            DatabaseFailed: the database does not answer.
        """
        # The edition comes first: a change during the read belongs to the next edition.
        edition = self._database.edition()
        if self._kept is None or self._kept[0] != edition:
            self._kept = edition, await self._database.read(self._look)
        return self._kept[1]
