"""A town whose Telegram enforces its limits, and in which time passes while the bot keeps them."""

import sqlite3
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.app import Handover
from bot.demo.town import Town
from bot.local_telegram import FloodLimits
from bot.store.job_kind import JobKind
from tests.support.clock import ManualClock

_TURN_AT_MOST = timedelta(seconds=61)
_AS_USUAL = {"messages_per_second": 30, "chat_per_second": 1, "group_per_minute": 20}
_NEXT_TURN = """
    SELECT min(due_at) FROM jobs
    WHERE kind = ? AND state = 'waiting' AND attempts = 0 AND due_at > ? AND due_at <= ?
"""


class LimitedTown(Town):
    """`idle` lets as much time go by as the bot needs until everything had its turn."""

    clock: ManualClock

    def __init__(self, *args: Any, changed_settings: Any = None, **more: Any) -> None:
        changed = dict(changed_settings or {})
        changed["telegram"] = {**_AS_USUAL, **changed.get("telegram", {})}
        super().__init__(*args, changed_settings=changed, **more)
        self.telegram.limits = FloodLimits()

    async def start_bot(self) -> Handover:
        """Start the bot after a while: it does not know what it has sent before."""
        self.clock.advance(timedelta(seconds=10))
        return await super().start_bot()

    async def idle(self) -> None:
        await super().idle()
        while self.bot is not None and (due := self.next_turn()) is not None:
            self.clock.advance(due - self.clock.now())
            await super().idle()

    def next_turn(self) -> datetime | None:
        """Return when something has its turn that waits for it; `None` if that is not soon."""
        now = self.clock.now()
        between = [time.strftime("%Y-%m-%d %H:%M:%S.%f") for time in (now, now + _TURN_AT_MOST)]
        with sqlite3.connect(self.folder / "handover.db") as connection:
            ((due,),) = connection.execute(_NEXT_TURN, [JobKind.NOTICE, *between])
        connection.close()
        return datetime.fromisoformat(due).replace(tzinfo=UTC) if due else None

    @property
    def refused(self) -> list[str]:
        """What was written too often."""
        written = [call for call in self.telegram.calls if "chat_id" in call.arguments]
        return [call.method for call in written if call.error and call.error.error_code == 429]
