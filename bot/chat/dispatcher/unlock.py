"""Unlock: a dispatcher lets codes be typed again after too many were refused."""

from bot.actions.access import Action, may
from bot.chat.handler import Button
from bot.chat.turn import Turn
from bot.store import audit, code_attempts, deliveries
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import replies as texts


async def unlock(turn: Turn) -> None:
    async with turn.settle() as tx:
        row = await deliveries.get(tx, turn.delivery())
        if row is None or not may(turn.person, Action.UNLOCK_CODES, row):
            turn.stale()
            return
        await code_attempts.forget(tx, row.uuid)
        await audit.record(tx, turn.person.user_id, Action.UNLOCK_CODES, row.uuid)
        await turn.reply(tx, texts.codes_unlocked(turn.say, row.order_number))


UNLOCK = Button(Verb.UNLOCK, Action.UNLOCK_CODES, unlock)
