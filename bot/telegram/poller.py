"""The poller asks Telegram for updates, and for the next ones only once these are durable."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from bot.actions.arrivals import (
    AnswerPress,
    ArrivedUpdate,
    UnreadableUpdate,
    number_of,
    read_update,
)
from bot.base.clock import Clock
from bot.base.database.transaction import DatabaseFailed
from bot.base.log import Logger
from bot.store.intake import Intake, IntakeFull
from bot.telegram.connection import TelegramBot, pause_of
from bot.telegram.polling_conflict import PollConflicts

_log = Logger(__name__)

_AFTER_TROUBLE = timedelta(seconds=2)
_AFTER_CONFLICT = timedelta(seconds=10)
_AFTER_REFUSAL = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class Poller:
    """Long polling with acceptance before acknowledgement.

    Telegram forgets updates when a later offset is asked for; that happens only after the commit.
    Updates that come again after a crash are known by their key. Updates are stored as they came;
    the handler finds out whether they can be understood.
    """

    bot: TelegramBot
    intake: Intake
    clock: Clock
    answer_press: AnswerPress
    conflicts: PollConflicts
    kinds: Sequence[str]
    """The kinds of updates that a handler takes."""

    async def run(self) -> None:
        await self.conflicts.begin()
        offset = 0
        while True:
            try:
                offset = await self._poll(offset)
            except Conflict:
                if await self.conflicts.refused():
                    # The polling is left to the other one, until this program is started again.
                    await asyncio.Event().wait()
                await self._pause(_AFTER_CONFLICT)
            except RetryAfter as error:
                await self._pause(pause_of(error))
            except InvalidToken:
                _log.error("telegram refuses the bot's token (setting telegram.token)")
                await self._pause(_AFTER_REFUSAL)
            except TelegramError as error:
                _log.warning("telegram does not answer", error=error)
                await self._pause(_AFTER_TROUBLE)
            except (IntakeFull, DatabaseFailed) as error:
                _log.error("updates could not be kept; asking again", error=type(error).__name__)
                await self._pause(_AFTER_TROUBLE)

    async def _poll(self, offset: int) -> int:
        """Ask once, and store the updates that come; return the next offset to ask with."""
        answer = await self.bot.raw_updates(offset, self.kinds)
        await self.conflicts.answered()
        updates = answer if isinstance(answer, list) else [None]
        arrived: list[ArrivedUpdate] = []
        for update in updates:
            try:
                raw = json.dumps(update, ensure_ascii=False).encode(errors="surrogatepass")
                arrived.append(read_update(self.bot.id, raw))
            except (UnreadableUpdate, RecursionError) as error:
                # Skip it, or it would come again and again.
                reason = type(error).__name__
                number = number_of(update)
                _log.error("left out what is not an update", update=number, reason=reason)
        for one in arrived:
            if one.pressed is not None:
                self.answer_press(one.pressed)
        await self.intake.accept(*(one.job for one in arrived))
        # The next question has the offset behind the last update: Telegram forgets all before it.
        done = [number + 1 for number in map(number_of, updates) if number is not None]
        if updates and not done:
            _log.error("telegram answers with what is not an update", count=len(updates))
            await self._pause(_AFTER_TROUBLE)
            # If the next update is the one without a number, this offset skips it.
            return offset + 1 if offset and isinstance(answer, list) else offset
        return max((offset, *done))

    async def _pause(self, duration: timedelta) -> None:
        await self.clock.wait(asyncio.Event(), self.clock.now() + duration)
