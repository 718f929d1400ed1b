"""A connection to PostgreSQL that waits for no answer for ever. It needs the extra `postgres`."""

from collections.abc import Callable, Generator
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus

_CONNECTING_SECONDS = 3


class PatientConnection(psycopg.Connection[tuple[Any, ...]]):
    """Gives each answer so many seconds; an answer that did not come in time is nobody's any more.

    A server that is frozen, or cut off, still has its connections: nothing else would end the wait.
    """

    patience = 8.0

    def wait(
        self, gen: Generator[Any, Any, Any], interval: float = 0.1, timeout: float | None = None
    ) -> Any:  # noqa: ANN401 - whatever the generator returns
        try:
            return super().wait(gen, interval, self.patience if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise


def connect(patience: float, *arguments: Any, **parameters: Any) -> PatientConnection:  # noqa: ANN401 - libpq's
    """Connect. Statements are not prepared by the server: behind pgbouncer their names collide."""
    parameters.setdefault("connect_timeout", _CONNECTING_SECONDS)
    connection = PatientConnection.connect(*arguments, **parameters, prepare_threshold=None)
    connection.patience = patience
    return connection


async def listen(
    channel: str,
    heard: Callable[[], None],
    *arguments: Any,  # noqa: ANN401 - libpq's
    **parameters: Any,  # noqa: ANN401
) -> None:
    """Call `heard` for each NOTIFY of a channel until cancelled.

    It is called at the beginning, too: what was told before that is lost.

    Raises:
        psycopg.Error: the connection is lost.
    """
    parameters = {"connect_timeout": _CONNECTING_SECONDS, **parameters, "autocommit": True}
    async with await psycopg.AsyncConnection.connect(*arguments, **parameters) as connection:
        await connection.execute(f"LISTEN {channel}")
        heard()
        async for _ in connection.notifies():
            heard()
