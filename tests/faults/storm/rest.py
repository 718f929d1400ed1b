"""When a storm is over: nothing waits anywhere any more, and nobody has anything left to do."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta

from tests.faults.chatlog import ChatLog
from tests.faults.people import PATIENCE
from tests.faults.storm.database_view import view_of
from tests.faults.storm.storm_town import StormTown
from tests.faults.storm.strikes import StrikeLog

_QUIET = timedelta(seconds=2 * PATIENCE)
"""People look up after their patience at the latest: twice that, and none found anything to do."""

_LOOKED_AT = "SELECT value FROM preferences WHERE name = 'reconciled_at'"
_JOBS = "SELECT kind, state, due_at FROM jobs WHERE state IN ('waiting', 'running')"
_OF_FLEET = {"webhook": "webhooks", "text": "texts"}


class Rest:
    """Tells what still goes on: what is not right when all is at rest will never be."""

    def __init__(self, town: StormTown, log: ChatLog, strikes: StrikeLog) -> None:
        self._town = town
        self._log = log
        self._strikes = strikes

    def unrest(self) -> list[str]:
        """Return what still goes on; nothing at rest."""
        return [*self._in_chats(), *self._at_bot(), *self._at_fleet()]

    def _in_chats(self) -> Iterator[str]:
        if self._town.account.queue.pending():
            yield "Telegram has something for the bot"
        if self._log.seen and datetime.now(UTC) - self._log.seen[-1].at < _QUIET:
            yield "something has just been said or done in a chat"

    def _at_bot(self) -> Iterator[str]:
        with closing(view_of(self._town.bot_url)) as view:
            # What is due later, such as a reminder in an hour, keeps nobody busy.
            now = datetime.now(UTC)
            busy = Counter(
                kind
                for kind, state, due_at in view.rows(_JOBS)
                if state == "running" or _moment(due_at) <= now
            )
            for kind, count in busy.items():
                yield f"the bot has {count} of {kind} to do"
            looked = [datetime.fromisoformat(str(at)) for (at,) in view.rows(_LOOKED_AT)]
        if not looked or not self._strikes.ended_at <= looked[0] <= datetime.now(UTC):
            yield "the bot has not looked through the deliveries since the last fault"

    def _at_fleet(self) -> Iterator[str]:
        with closing(view_of(self._town.fleet_url)) as view:
            for name, table in _OF_FLEET.items():
                ((count,),) = view.rows(f"SELECT count(*) FROM {table} WHERE state = 'waiting'")
                if count:
                    yield f"the fleet service has {count} of {name} to send"


def _moment(kept: object) -> datetime:
    """Read a time as a database keeps it; SQLite keeps text in UTC."""
    at = datetime.fromisoformat(str(kept))
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)
