"""/board: how many deliveries stand where, and the open ones, in one message that is kept fresh."""

from bot.actions.access import Action
from bot.actions.deliveries.reconcile import reconcile
from bot.actions.dispatcher import board as actions
from bot.base.transaction import Transaction
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn
from bot.fleet import FleetError
from bot.texts import paging
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import board as texts
from bot.texts.message import Message
from bot.texts.words import phrase


async def board(turn: Turn) -> None:
    await turn.answer(await _shown(turn, 1, ask=True))


async def turn_board(turn: Turn) -> None:
    number, wish = turn.tokens()
    message = await _shown(turn, paging.asked(number), ask=wish == texts.REFRESH)
    await turn.show(message)


async def _shown(turn: Turn, number: int, *, ask: bool) -> Message:
    """Render the board; `ask` the fleet service first, and go without if it does not answer."""
    is_fresh = await _asked(turn) if ask else True

    def look(tx: Transaction) -> Message:
        seen = actions.look(tx, turn.context.identity.zone)
        page = paging.cut(seen.open, number, texts.PER_PAGE)
        return texts.board(turn.say, seen.counts, page, tx.now, is_fresh=is_fresh)

    return await turn.context.database.read(look)


async def _asked(turn: Turn) -> bool:
    try:
        await reconcile(turn.context)
    except FleetError:
        return False
    return True


BOARD = Command("board", Action.SEE_BOARD, phrase("what is open, at a glance"), board)
BOARD_PAGE = Button(Verb.BOARD, Action.SEE_BOARD, turn_board, about=0, tokens=2, is_quiet=True)
