"""Finds the question for a code that a rider answers: the open one, or the one they reply to.

A message that opens the keyboard makes the rider reply to that message, even if the bot has asked
for another code, or for words, since then.
"""

from bot.actions import notices
from bot.actions.rider import code_questions
from bot.actions.rider.code_questions import QUESTIONS, CodeQuestion
from bot.actions.rider.codes import Stage
from bot.base.database.transaction import Transaction
from bot.chat.turn import Turn
from bot.store import cards, deliveries
from bot.texts.html import heading
from bot.texts.rider import replies as texts


def replied_stage(turn: Turn) -> Stage | None:
    """Return the stage whose code the replied-to message asks for; `None` if it asks for none."""
    question = _replied_question(turn)
    return Stage(question[1]) if question else None


def answered_question(tx: Transaction, turn: Turn) -> CodeQuestion | None:
    """Return the question that a message answers; `None` if nothing was asked.

    A question that was not stored, for example because of a kill, is deleted from the chat.
    """
    asked = code_questions.current(tx, turn.person.user_id)
    question, replied = _replied_question(turn), turn.message.reply_to_message
    if question is None or replied is None:
        return asked
    order, stage = question
    mine = deliveries.open_of_rider(tx, turn.person.as_rider)
    row = next((row for row in mine if heading(row.order_number) == order), None)
    if row is None:
        return asked
    if cards.at(tx, turn.chat.id, replied.message_id) is None:
        notices.erase(tx, turn.chat.id, replied.message_id)
    # The open question may hold more than the message, such as a word that waits with it.
    if asked and (asked.delivery, asked.stage) == (row.uuid, stage):
        return asked
    return QUESTIONS[stage](delivery=row.uuid, stage=Stage(stage))


def _replied_question(turn: Turn) -> tuple[str, str] | None:
    """Return the order and the stage of the question that a message replies to."""
    replied = turn.message.reply_to_message
    sender = replied.from_user if replied else None
    if replied is None or sender is None or sender.id != turn.context.identity.bot_id:
        return None
    return texts.asked_code(turn.say, replied.text or "") if turn.person.rider else None
