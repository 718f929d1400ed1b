"""Acceptance: nobody is answered before what they brought is durable."""

from collections.abc import Iterable, Mapping
from typing import Self

from bot.base.database.database import Database
from bot.base.database.transaction import DatabaseFailed, Transaction
from bot.base.log import Logger
from bot.base.queue import jobs
from bot.base.queue.jobs import AtOnce, NewJob

_MOST = 4096
_FEW = 8
"""So many may be done as they come: a rush is written down first, and then worked off."""

_log = Logger(__name__)


class IntakeFull(Exception):
    """More arrives than can be written down; the sender should try again later."""


class Intake:
    """Writes arrivals down; those that come at once share a commit where that is worth it.

    What can be done without asking anybody is done in the same transaction, `at_once` by its kind,
    while a worker of that kind runs here.
    """

    def __init__(self, database: Database, at_once: Mapping[str, AtOnce] | None = None) -> None:
        self._database = database
        self._at_once = at_once or {}
        self._waiting = 0
        self._refused = 0
        self._is_open = False

    async def __aenter__(self) -> Self:
        self._is_open = True
        return self

    async def __aexit__(self, *_: object) -> None:
        """Take nothing more; those who wait are still answered."""
        self._is_open = False

    async def accept(self, *arrived: NewJob) -> None:
        """Return once the jobs are durable, in this order (or were known already).

        Raises:
            IntakeFull: too many wait, or the bot is stopping; nothing was kept.
            DatabaseFailed: the database would not take them; nothing was kept.
        """
        if not self._is_open:
            raise IntakeFull("the intake does not run")
        if self._waiting + len(arrived) > _MOST:
            # Logged once in a rush: a line for each would be too much, too.
            if not self._refused:
                _log.error("intake is full; arrivals are refused", waiting=self._waiting)
            self._refused += len(arrived)
            raise IntakeFull("the intake queue is full")
        self._waiting += len(arrived)
        try:
            await self._keep(arrived)
        except DatabaseFailed as error:
            _log.warning("arrivals were not kept", arrivals=len(arrived), error=error)
            raise
        finally:
            self._waiting -= len(arrived)
            # Not before half of it is free again: around the bound it would be a line each time.
            if self._refused and self._waiting <= _MOST // 2:
                _log.warning("intake takes arrivals again", refused=self._refused)
                self._refused = 0

    async def _keep(self, arrived: Iterable[NewJob]) -> None:
        claims = self._database.claims if self._waiting <= _FEW else {}
        at_once = {kind: do for kind, do in self._at_once.items() if kind in claims}
        try:
            await self._database.write(_add, arrived, at_once)
        except DatabaseFailed:
            raise
        except Exception as error:  # noqa: BLE001 - its worker meets it again, and deals with it
            _log.warning("what arrived was not done at once", error=error)
            await self._database.write(_add, arrived, {})


def _add(tx: Transaction, arrived: Iterable[NewJob], at_once: Mapping[str, AtOnce]) -> None:
    for job in arrived:
        jobs.add(tx, job, at_once.get(job.kind))
