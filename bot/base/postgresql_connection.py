"""A connection to PostgreSQL that waits for no answer for ever. It needs the extra `postgres`."""

from collections.abc import Generator
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
