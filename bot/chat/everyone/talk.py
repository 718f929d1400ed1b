"""Whatever is no command and no answer to an open question."""

from bot.actions import codes
from bot.chat.turn import Turn
from bot.texts import everyone as texts
from bot.texts import rider as rider_texts


async def talk(turn: Turn) -> None:
    """Take away what may be a code that nobody asked for; otherwise say where the help is."""
    text = turn.message.text or ""
    if turn.person.rider and not turn.is_command and codes.may_be_one(text):
        await _refuse_code(turn)
    else:
        await turn.answer(texts.not_understood(turn.say))


async def _refuse_code(turn: Turn) -> None:
    """Delete what may be a code that the rider has typed twice, or too late."""
    async with turn.settle() as tx:
        await turn.erase_message(tx)
        await turn.reply(tx, rider_texts.unasked_code(turn.say))
