"""Riders who ask the bot something, one of them every second, to see how long it is silent."""

import asyncio
import itertools
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from bot.local_telegram import LocalUser
from tests.faults.chatlog import ChatLog, Seen
from tests.faults.duplicates import Duplicate
from tests.faults.kill_log import KillLog

RIDERS = {f"Wale {letter}.": f"0802000990{number}" for number, letter in enumerate("ABCDEFGH")}
"""Names and numbers of riders who are never given anything: the answer is that there is no such
job."""

_FIRST_ORDER = 700_001
_EVERY_SECONDS = 1.0
_ANSWER = re.compile(r"I find no order (\d+)")


class Watcher:
    """Asks for another order each time, so that every answer tells which question it is for."""

    def __init__(self, user: LocalUser, log: ChatLog) -> None:
        self.user = user
        self._log = log
        self._orders = itertools.count(_FIRST_ORDER)
        self.asked: dict[int, datetime] = {}

    async def ask_on(self) -> None:
        """Ask until cancelled."""
        while True:
            self.ask()
            await asyncio.sleep(_EVERY_SECONDS)

    def ask(self) -> None:
        """Ask for one more order."""
        order = next(self._orders)
        self.asked[order] = datetime.now(UTC)
        self.user.write(f"/accept {order}")

    @property
    def silence(self) -> timedelta:
        """The longest that it took until an answer came; what got none is not in it."""
        waits = (at - self.asked[order] for order, at in self.first_answers().items())
        return max(waits, default=timedelta())

    def first_answers(self) -> dict[int, datetime]:
        """Return when each question was answered first."""
        return {order: seen.at for order, seen in reversed(self._answers())}

    def unanswered(self) -> Iterator[str]:
        """Questions that Telegram took from the watcher, and that led to nothing."""
        answered = {order for order, _ in self._answers()}
        for order in self.asked.keys() - answered:
            yield f"the watcher's question for {order} was never answered"

    def disordered(self) -> Iterator[str]:
        """Answers that came after that to a later question."""
        latest = 0
        met: set[int] = set()
        for order, _ in self._answers():
            if order < latest and order not in met:
                yield f"the watcher heard of {order} after {latest}"
            met.add(order)
            latest = max(latest, order)

    def told_again(self, faults: KillLog) -> Iterator[Duplicate]:
        """Answers that came more than once. A fault explains one copy, and no second one."""
        first: dict[int, Seen] = {}
        copied: set[int] = set()
        for order, seen in self._answers():
            if order in first:
                struck = None if order in copied else faults.next_after(first[order].at)
                copied.add(order)
                yield Duplicate(seen.text, struck)
            else:
                first[order] = seen

    def _answers(self) -> list[tuple[int, Seen]]:
        return [
            (int(found[1]), seen)
            for seen in self._log.told(self.user.id)
            if seen.kind == "sent" and (found := _ANSWER.search(seen.text))
        ]
