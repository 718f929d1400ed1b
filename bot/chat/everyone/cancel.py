"""/cancel: withdraw the question that the bot has asked."""

from bot.actions.access import Action
from bot.actions.rider import code_questions
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn, settled
from bot.store import dialogs
from bot.texts.callbacks import Verb
from bot.texts.everyone import replies as texts
from bot.texts.words import phrase


@settled
def cancel(tx: Transaction, turn: Turn) -> None:
    if dialogs.current(tx, turn.person.user_id) is None:
        turn.reply(tx, texts.NOTHING_TO_CANCEL)
        return
    # A question for a code has a message of its own in the chat, which goes with it.
    question = code_questions.current(tx, turn.person.user_id)
    if question:
        code_questions.close_question(tx, turn.person, question.delivery, turn.job.key)
    dialogs.close(tx, turn.person.user_id)
    turn.reply(tx, texts.CANCELLED)


@settled
def take_away(tx: Transaction, turn: Turn) -> None:
    turn.erase_message(tx)


CANCEL = Command("cancel", Action.CANCEL_DIALOG, phrase("stop the current question"), cancel)
TAKE_AWAY = Button(Verb.CANCEL, Action.CANCEL_DIALOG, take_away, about=0, is_quiet=True)
