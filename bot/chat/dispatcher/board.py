"""/board: the counts of deliveries by state and the open ones, in one message kept up to date."""

from bot.actions.access import Action
from bot.actions.cards import board as actions
from bot.actions.tracking.reconcile import look
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn
from bot.fleet import FleetError
from bot.texts import pagination
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import board as texts
from bot.texts.words import phrase


async def board(turn: Turn) -> None:
    """Send the board; ask the fleet service first, and go without if it does not answer."""
    is_fresh = await _asked(turn)
    await turn.settle(actions.show, turn.chat.id, turn.job.key, is_fresh=is_fresh)


async def turn_board(turn: Turn) -> None:
    """Show another page of the board; send a new board if this one is no longer up to date."""
    number, wish = turn.tokens()
    is_fresh = await _asked(turn) if wish == texts.REFRESH else True
    chat, key, page = turn.chat.id, turn.job.key, pagination.asked(number)

    def turn_page(tx: Transaction) -> None:
        if not actions.turn(tx, chat, turn.message_id, page, key, is_fresh=is_fresh):
            actions.show(tx, chat, key, is_fresh=is_fresh)

    await turn.settle(turn_page)


async def _asked(turn: Turn) -> bool:
    try:
        await look(turn.context)
    except FleetError:
        return False
    return True


BOARD = Command("board", Action.SEE_BOARD, phrase("what is open, at a glance"), board)
BOARD_PAGE = Button(Verb.BOARD, Action.SEE_BOARD, turn_board, about=0, tokens=2, is_quiet=True)
SHOW_BOARD = Button(Verb.SHOW_BOARD, Action.SEE_BOARD, board, about=0)
