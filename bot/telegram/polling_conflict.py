"""Two programs that poll with one token: the bot notices and tells, and one of the two stops."""

from bot.actions.dispatcher import other_poller
from bot.base.clock import Clock
from bot.base.database.database import Database
from bot.base.database.transaction import DatabaseFailed
from bot.base.log import Logger
from bot.domain.limits import POLLING_SHARED_FOR

_log = Logger(__name__)

_OVER_AFTER = 120.0
"""Seconds without a refusal after which the other program is gone."""

_TOLD_AFTER = 120.0
"""Seconds that two programs may overlap while a new version replaces the old one."""

_AT_HOME_AFTER = 600.0
"""A program that polled undisturbed for so many seconds was there first."""

_LATECOMER = POLLING_SHARED_FOR.total_seconds()
_AT_HOME = 3 * _LATECOMER


class PollConflicts:
    """Decides which of two programs that poll for one bot stops.

    They know each other only by Telegram's refusals. It refuses the poll that another one
    replaces: the program that stops then leaves the other one's poll held, so never both stop. A
    program that was refused from its beginning began later, and stops first; one that had polled
    undisturbed stops only if that has not helped.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._began = self._first = self._last = clock.elapsed()
        self._is_going_on = self._is_told = False

    async def begin(self) -> None:
        """Begin to poll, and forget all refusals from before this start."""
        self._began = self._clock.elapsed()
        self._is_going_on = self._is_told = False
        await self._database.write(other_poller.over)

    async def refused(self) -> bool:
        """Note that Telegram refused a poll in favour of another; return whether to stop."""
        self._last = now = self._clock.elapsed()
        if not self._is_going_on:
            self._is_going_on, self._first = True, now
        lasts = now - self._first
        if lasts >= _TOLD_AFTER and not self._is_told:
            _log.error("another program polls for this bot")
            try:
                await self._database.write(other_poller.tell)
            except DatabaseFailed as error:  # then at the next refusal
                _log.warning("that another one polls could not be told", error=error)
            else:
                self._is_told = True
        stops = lasts >= (_LATECOMER if self._first - self._began < _AT_HOME_AFTER else _AT_HOME)
        if stops:
            _log.error("stopped polling: another program does; stop it, and start this one again")
        return stops

    async def answered(self) -> None:
        """Note that a poll was answered: the other one may be gone."""
        if self._is_going_on and self._clock.elapsed() - self._last >= _OVER_AFTER:
            if self._is_told:
                await self._database.write(other_poller.over)
            self._is_going_on = self._is_told = False
