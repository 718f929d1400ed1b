"""Which question for a code a rider answers: the one that is open, or the one they reply to.

Who is asked by a message that opens their keyboard replies to that message, though they may have
been asked for another code since.
"""

from telegram import Message

from bot.actions import notices
from bot.actions.rider import code_questions
from bot.actions.rider.code_questions import QUESTIONS, CodeQuestion
from bot.actions.rider.codes import Stage
from bot.base.transaction import Transaction
from bot.chat.turn import Turn
from bot.store import cards, deliveries
from bot.texts.rider import replies as texts


def answered_question(tx: Transaction, turn: Turn) -> CodeQuestion | None:
    """Return the question that a message answers; `None` where nothing was asked.

    One that nobody has kept, as after a kill, is taken out of the chat.
    """
    asked, replied = code_questions.current(tx, turn.person.user_id), turn.message.reply_to_message
    if replied is None or replied.from_user is None or not replied.from_user.is_bot:
        return asked
    meant = _question_in(tx, turn, replied)
    if meant is not None and cards.at(tx, turn.chat.id, replied.message_id) is None:
        notices.erase(tx, turn.chat.id, replied.message_id)
    is_same = asked is not None and meant is not None and asked.delivery == meant.delivery
    return asked if meant is None or is_same else meant


def _question_in(tx: Transaction, turn: Turn, replied: Message) -> CodeQuestion | None:
    text = replied.text or ""
    for row in deliveries.open_of_rider(tx, turn.person.as_rider):
        for stage in Stage:
            if texts.asks_for_code(turn.say, row.order_number, stage, text):
                return QUESTIONS[stage](delivery=row.uuid, stage=stage)
    return None
