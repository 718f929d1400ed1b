"""Whatever is no command and no answer to an open question."""

from difflib import get_close_matches

from telegram.helpers import effective_message_type

from bot.actions.rider import codes
from bot.base.transaction import Transaction
from bot.chat.everyone.help import commands_of
from bot.chat.registry import COMMANDS
from bot.chat.turn import Turn, settled
from bot.texts.everyone import misunderstood
from bot.texts.everyone import replies as texts
from bot.texts.rider import replies as rider_texts


async def talk(turn: Turn) -> None:
    """Say what the bot makes of it; what may be a code nobody asked for is deleted."""
    if _may_be_code(turn):
        await _refuse_code(turn)
    elif not turn.person.roles:
        await turn.answer(texts.POLITE_SENTENCE)
    elif turn.is_command:
        await turn.answer(misunderstood.command(turn.say, *_typed_and_nearest(turn)))
    elif turn.message.forward_origin is not None:
        await turn.answer(misunderstood.FORWARDED)
    else:
        kind = effective_message_type(turn.message)
        answer = misunderstood.kind(turn.say, str(kind)) if kind else None
        if answer is not None:
            await turn.answer(answer)


async def edited(turn: Turn) -> None:
    """Say that what was read once is not read again; a code does not stay in the chat."""
    if _may_be_code(turn):
        await _refuse_code(turn)
    else:
        await turn.answer(misunderstood.EDITED)


def _typed_and_nearest(turn: Turn) -> tuple[str, str | None]:
    name = (turn.message.text or "").split()[0].removeprefix("/").partition("@")[0].lower()
    names = [command.name for command in commands_of(turn.person, COMMANDS)]
    return name, next(iter(get_close_matches(name, names, n=1)), None)


def _may_be_code(turn: Turn) -> bool:
    rides_or_rode = turn.person.rider or turn.person.barred_rider
    said = turn.message.text or turn.message.caption or ""
    return bool(rides_or_rode) and codes.may_hold_one(said)


@settled
def _refuse_code(tx: Transaction, turn: Turn) -> None:
    """Delete what may be a code that the rider has typed twice, or too late, or passed on."""
    turn.erase_message(tx)
    turn.reply(tx, rider_texts.UNASKED_CODE)
