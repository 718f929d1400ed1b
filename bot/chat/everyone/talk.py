"""Everything that is no command: the answer to an open question, or something not understood."""

from bot.actions import codes, handover
from bot.actions.access import may
from bot.actions.commands import Stage
from bot.chat.rider.codes import ACTIONS
from bot.chat.turn import Turn
from bot.store import deliveries, dialogs
from bot.texts import everyone as texts
from bot.texts import rider as rider_texts


async def talk(turn: Turn) -> None:
    """Take a text as the answer to the open question, if there is one."""
    async with turn.desk.database.read() as tx:
        dialog = await dialogs.current(tx, turn.person.user_id)
    asked = handover.question_of(dialog) if dialog else None
    if asked is not None:
        await _take_code(turn, *asked)
    elif turn.person.rider and codes.may_be_one(turn.message.text or ""):
        await _refuse_code(turn)
    else:
        await turn.answer(texts.not_understood(turn.say))


async def _refuse_code(turn: Turn) -> None:
    """Delete what may be a code that the rider has typed twice, or too late."""
    async with turn.settle() as tx:
        await turn.erase_message(tx)
        await turn.reply(tx, rider_texts.unasked_code(turn.say))


async def _take_code(turn: Turn, stage: Stage, delivery: str) -> None:
    code = codes.typed(turn.message.text or "")
    async with turn.settle() as tx:
        await turn.erase_message(tx)
        row = await deliveries.get(tx, delivery)
        if row is None or not may(turn.person, ACTIONS[stage], row):
            await handover.close_question(tx, turn.person, delivery, turn.job.key)
            order = row.order_number if row else ""
            await turn.reply(tx, rider_texts.not_yours_any_more(turn.say, order))
        elif code is None:
            await turn.reply(tx, rider_texts.no_code(turn.say))
        else:
            stopped = await handover.take_code(
                tx, turn.desk, turn.person, row, stage, code, turn.job.key
            )
            if stopped is not None:
                await turn.reply(tx, stopped)


async def not_understood(turn: Turn) -> None:
    """Answer pictures, voices and unknown commands."""
    await turn.answer(texts.not_understood(turn.say))
