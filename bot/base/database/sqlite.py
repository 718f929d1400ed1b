"""SQLite: a transaction is a function that runs in a connection's own thread, in one hop.

Functions that write share one commit with all others that came while the last commit was written.
If one of them fails, all run again, each in a savepoint of its own, so that only the changes of the
failed one are undone. The jobs that they made due are claimed in the same commit, so that no worker
has to ask for them.

As no other process usually writes, the rows that queries find are kept
(`bot.base.database.answers`). A write by another process, such as a command, is noticed as each
transaction begins.
"""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import partial
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.engine import URL

from bot.base.database.answers import Answers, Sight
from bot.base.database.engine import Begin, Claim, Decide
from bot.base.database.prepared import SQLITE
from bot.base.database.sqlite_connection import PATIENCE_MS, SqliteWatch, connected
from bot.base.database.transaction import DatabaseFailed, Transaction

T = TypeVar("T")

_READERS = 4
_BEGIN = "BEGIN IMMEDIATE"
_CHECKPOINT = "PRAGMA wal_checkpoint(TRUNCATE)"
# The cheapest read: it fixes the state that the transaction sees from here on.
_SEE = "PRAGMA data_version"


class Hand(aiosqlite.Connection):
    """A connection whose thread runs whole functions instead of single statements."""

    def __init__(self, file: str) -> None:
        super().__init__(lambda: connected(file), iter_chunk_size=64)

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._connection is None:
            raise DatabaseFailed("the database is closed")
        # What the library itself does for each of its methods; there is no public word for it.
        done: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return done


class _Member:
    """One function that shares a commit, and its outcome."""

    def __init__(self, decide: Decide[Any]) -> None:
        self.decide = decide
        self.answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.tx: Transaction | None = None
        self._result: object = None
        self._error: Exception | None = None

    def join(self, connection: sqlite3.Connection, tx: Transaction, sight: Sight) -> None:
        """Run the function; if it fails, undo its changes."""
        connection.execute("SAVEPOINT member")
        try:
            self.run(tx)
        except Exception as error:
            if not connection.in_transaction:  # SQLite has undone it all, and not only this
                raise sqlite3.OperationalError("SQLite has ended the transaction") from error
            connection.execute("ROLLBACK TO member")
            sight.undo()
            self._error = error
        connection.execute("RELEASE member")

    def run(self, tx: Transaction) -> None:
        """Run the function; it may have run before and been undone."""
        self.tx = None
        self._result = self.decide(tx)
        self.tx = tx

    def fail(self, error: Exception) -> None:
        self._error = error

    def answer(self) -> None:
        """Give the waiting caller its result, after the commit."""
        if self._error is None and self.tx is not None:
            self.tx.committed()
        if self.answered.done():
            return
        if self._error is None:
            self.answered.set_result(self._result)
        else:
            self.answered.set_exception(self._error)


def _checkpoint(connection: sqlite3.Connection) -> None:
    """Checkpoint; wait only a moment for readers, such as a backup: it blocks all writers."""
    connection.execute("PRAGMA busy_timeout=200")
    connection.execute(_CHECKPOINT).close()
    connection.execute(f"PRAGMA busy_timeout={PATIENCE_MS}")


def _checkpoint_at_once(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").close()


def _wake_nobody(kind: str, others: Sequence[Transaction]) -> None:
    for each in others:
        each.wakes.discard(kind)


class SqliteEngine:
    """One file: one connection that writes, and a few that read meanwhile."""

    errors = (sqlite3.Error,)

    def __init__(
        self, address: URL, begin: Begin, claims: Mapping[str, Claim], _connections: int
    ) -> None:
        self._file = file = str(address.database)
        self._begin = begin
        self._claims = claims
        self._writer = Hand(file)
        self._readers = [Hand(file) for _ in range(_READERS)]
        self._free: asyncio.Queue[Hand] = asyncio.Queue()
        self._waiting: deque[_Member] = deque()
        self._writing: asyncio.Task[None] | None = None
        self._answers = Answers()
        self._outdated = 0
        self._watch: SqliteWatch
        self._opened = ExitStack()

    def time(self) -> None:
        """Return None: all processes of a file are on its machine and have its clock."""

    def edition(self) -> tuple[int, int]:
        return self._watch.edition(), self._outdated

    def upgrading(self) -> Engine:
        """Return the engine for migrations: it makes a new connection each time."""
        connect = partial(connected, self._file)
        engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)

        @event.listens_for(engine, "begin")
        def begin_transaction(connection: Connection) -> None:
            connection.exec_driver_sql(_BEGIN)

        return engine

    async def open(self) -> None:
        for hand in (self._writer, *self._readers):
            await hand
        self._watch = self._opened.enter_context(closing(SqliteWatch(self._file)))
        for reader in self._readers:
            self._free.put_nowait(reader)

    async def close(self) -> None:
        """Write the waiting functions, and let the threads end."""
        if self._writing is not None:
            await self._writing
        for hand in (*self._readers, self._writer):
            await hand.close()
        self._opened.close()

    async def write(self, decide: Decide[T]) -> T:
        member = _Member(decide)
        self._waiting.append(member)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_what_waits(), name="sqlite writer")
        result: T = await member.answered
        return result

    async def _write_what_waits(self) -> None:
        while self._waiting:
            # Leave out functions whose callers were cancelled while they waited.
            members = [member for member in self._waiting if not member.answered.done()]
            self._waiting.clear()
            claiming = _Member(partial(self._claim, members))
            together = [*members, claiming]
            try:
                await self._writer.run(partial(self._share, together))
            except Exception as error:  # noqa: BLE001 - whatever it is, nobody waits for ever
                for member in together:
                    member.fail(error)
            # Workers get the claimed jobs first, so that the other functions need not wake them.
            for member in (claiming, *members):
                member.answer()
            claiming.answered.exception()  # nobody waits for it: workers look by themselves then

    def _share(self, members: Sequence[_Member], connection: sqlite3.Connection) -> None:
        try:
            sight = self._begun(_BEGIN, connection)
            try:
                # Nearly all succeed, and a savepoint costs each of them two statements.
                for member in members:
                    member.run(self._begin(SQLITE, connection, sight))
            except Exception:  # noqa: BLE001 - it is met again, and its member told of it
                # Savepoints show which function failed, and keep the changes of the others.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                sight = self._begun(_BEGIN, connection)
                for member in members:
                    member.join(connection, self._begin(SQLITE, connection, sight), sight)
            with self._answers.changing(sight), self._watch.own_commit(connection):
                connection.execute("COMMIT")
            self._outdated += any(member.tx and member.tx.outdates for member in members)
        except sqlite3.Error as error:
            # The disk is full, or another process has the file: no caller gets a result.
            for member in members:
                member.fail(error)
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    def _begun(self, begin: str, connection: sqlite3.Connection) -> Sight:
        """Begin a transaction; return its sight, the kept rows that it may use."""
        # In this order, a change between two of these steps makes the sight useless, never wrong.
        before = self._watch.edition()
        sight = self._answers.sight()
        connection.execute(begin)
        connection.execute(_SEE).fetchall()
        sight.begin(before, self._watch.edition())
        return sight

    def _claim(self, members: Sequence[_Member], tx: Transaction) -> None:
        """Claim the jobs that this commit made due, for the workers of this process."""
        others = [member.tx for member in members if member.tx is not None]
        woken = {kind for each in others for kind in each.wakes}
        for kind in sorted(woken & self._claims.keys()):
            self._claims[kind](tx)
            # The worker has all due jobs, and need not look again for each of the functions.
            tx.after(partial(_wake_nobody, kind, others))

    async def read(self, look: Decide[T]) -> T:
        reader = await self._free.get()
        try:
            return await reader.run(partial(self._look, look))
        finally:
            self._free.put_nowait(reader)

    def _look(self, look: Decide[T], connection: sqlite3.Connection) -> T:
        try:
            sight = self._begun("BEGIN", connection)
            return look(self._begin(SQLITE, connection, sight))
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    async def checkpoint(self, *, waits: bool = True) -> None:
        await self._writer.run(_checkpoint if waits else _checkpoint_at_once)
