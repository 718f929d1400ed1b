"""The poller: asks Telegram for updates, and asks for the next only once these are durable."""

import asyncio
import json
from dataclasses import dataclass
from datetime import timedelta

import structlog
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from bot.actions.arrivals import AnswerPress, ArrivedUpdate, UnreadableUpdate, read_update
from bot.base.clock import Clock
from bot.base.transaction import DatabaseFailed
from bot.store.intake import Intake, IntakeFull
from bot.workers.telegram_connection import TelegramBot, pause_of

_log = structlog.get_logger(__name__)

_AFTER_TROUBLE = timedelta(seconds=2)
_AFTER_CONFLICT = timedelta(seconds=10)
_AFTER_REFUSAL = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class Poller:
    """Long polling with acceptance before acknowledgement.

    Telegram forgets updates when a later offset is asked for; that happens only after the commit.
    Updates that come again after a crash are known by their key. They are kept as they came:
    whether they can be understood is seen when they are handled.
    """

    bot: TelegramBot
    intake: Intake
    clock: Clock
    answer_press: AnswerPress

    async def run(self) -> None:
        offset = 0
        while True:
            try:
                answer = await self.bot.raw_updates(offset)
                kept = await self._accept(answer)
            except TelegramError as error:
                await self._pause(self._trouble(error))
            except UnreadableUpdate as error:
                _log.error("telegram answers what cannot be read", reason=str(error))
                await self._pause(_AFTER_TROUBLE)
            except (IntakeFull, DatabaseFailed) as error:
                _log.error("updates could not be kept; asking again", error=type(error).__name__)
                await self._pause(_AFTER_TROUBLE)
            else:
                offset = max((update_id + 1 for update_id in kept), default=offset)

    async def _accept(self, answer: object) -> list[int]:
        """Keep the updates of an answer; return their numbers.

        Raises:
            UnreadableUpdate: nothing in it is an update, so the offset cannot move on.
        """
        if not isinstance(answer, list):
            raise UnreadableUpdate("no list of updates")
        arrived: list[ArrivedUpdate] = []
        kept = []
        for update in answer:
            # What is no Unicode (half of a pair of surrogates) becomes a question mark.
            raw = json.dumps(update, ensure_ascii=False).encode(errors="replace")
            try:
                arrived.append(read_update(self.bot.id, raw))
            except UnreadableUpdate as error:
                _log.error("left out what is no update", reason=str(error))
            else:
                kept.append(update["update_id"])
        if answer and not kept:
            raise UnreadableUpdate("not one update among them")
        for one in arrived:
            if one.pressed is not None:
                self.answer_press(one.pressed)
        await self.intake.accept(*(one.job for one in arrived))
        return kept

    def _trouble(self, error: TelegramError) -> timedelta:
        match error:
            case RetryAfter():
                return pause_of(error)
            case Conflict():
                _log.error("another process polls for this bot; stop it")
                return _AFTER_CONFLICT
            case InvalidToken():
                _log.error("telegram refuses the bot's token (setting telegram.token)")
                return _AFTER_REFUSAL
        _log.warning("telegram does not answer", error=repr(error))
        return _AFTER_TROUBLE

    async def _pause(self, duration: timedelta) -> None:
        await self.clock.wait(asyncio.Event(), self.clock.now() + duration)
