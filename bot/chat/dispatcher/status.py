"""Status: a dispatcher moves a delivery on for its rider, with the code where one is needed."""

from bot.actions import notices
from bot.actions.access import Action, may
from bot.actions.dispatcher import set_status
from bot.actions.dispatcher.set_status import StaffCodeQuestion
from bot.actions.fleet_requests.accept import accept_for_rider
from bot.actions.fleet_requests.confirm_code_by_staff import take_code
from bot.actions.notices import View
from bot.actions.rider import codes
from bot.actions.rider.codes import Stage
from bot.actions.snapshots import snapshot
from bot.base.database import Transaction
from bot.chat.dispatcher.pressed_card import pressed_open, say_changed, show_card
from bot.chat.handler import Answer, Button
from bot.chat.turn import Turn
from bot.store import deliveries, dialogs
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import status as texts
from bot.texts.dispatcher.assign import mark
from bot.texts.rider import replies as rider_texts


async def which_status(turn: Turn) -> None:
    async with turn.settle() as tx:
        row = await pressed_open(tx, turn, Action.SET_STATUS)
        if row is not None:
            message = texts.which_status(turn.say, snapshot(row))
            await turn.reply(tx, message, under=(row.uuid, View.DISPATCHER))


async def set_to(turn: Turn) -> None:
    step, rider = turn.tokens()
    async with turn.settle() as tx:
        await turn.erase_message(tx)
        row = await pressed_open(tx, turn, Action.SET_STATUS)
        if row is None:
            return
        if step not in texts.STEPS or rider != mark(row.rider):
            await say_changed(tx, turn, row)
        elif step in set(Stage):
            await set_status.ask_for_code(tx, turn.person, row, Stage(step), turn.job.key)
        else:
            await accept_for_rider(tx, turn.person, row, turn.job.key)
            await show_card(tx, turn, row.uuid)


async def code_typed(turn: Turn) -> None:
    """Take the code that was asked for and delete its message; what is no code stays there."""
    said = turn.message.text or ""
    code = codes.typed(said)
    question = turn.answered(StaffCodeQuestion)
    async with turn.settle() as tx:
        if not codes.has_digit(said):
            await _take_words(tx, turn, question, said.strip())
            return
        await turn.erase_message(tx)
        if code is None:
            await turn.reply(tx, rider_texts.NO_CODE)
        else:
            await _take(tx, turn, question, code)


async def _take_words(tx: Transaction, turn: Turn, question: StaffCodeQuestion, said: str) -> None:
    """Send nothing: a sentence is no code, and a lone word only if the dispatcher says so."""
    if not codes.is_lone_word(said):
        await turn.reply(tx, texts.WORDS_ARE_NO_CODE)
        return
    user, number = turn.person.user_id, turn.message_id
    await question.with_word(turn.context.vault, said, number, user).ask(tx, user)
    await turn.reply(tx, texts.is_word_the_code(turn.say, question.delivery, number))


async def send_word(turn: Turn) -> None:
    pressed = (turn.objects()[0], turn.tokens()[0])
    async with turn.settle() as tx:
        await turn.erase_message(tx)
        question = await StaffCodeQuestion.current(tx, turn.person.user_id)
        word = question.word if question else None
        if not question or not word or pressed != (question.delivery, str(word.message_id)):
            turn.stale()
            return
        await notices.erase(tx, turn.chat.id, word.message_id)
        code = question.opened(word, turn.context.vault, turn.person.user_id)
        await _take(tx, turn, question, code)


async def _take(tx: Transaction, turn: Turn, question: StaffCodeQuestion, code: str) -> None:
    row = await deliveries.get(tx, question.delivery)
    if row is None or not row.is_open or not may(turn.person, Action.SET_STATUS, row):
        await dialogs.close(tx, turn.person.user_id)
        await turn.reply(tx, texts.over(turn.say, row.order_number if row else ""))
        return
    stage, key = question.stage, turn.job.key
    stopped = await take_code(tx, turn.context, turn.person, row, stage, code, key)
    if stopped is not None:
        await turn.reply(tx, stopped, under=(row.uuid, View.DISPATCHER))
    await show_card(tx, turn, row.uuid)


STATUS = Button(Verb.STATUS, Action.SET_STATUS, which_status)
SET_STATUS = Button(Verb.SET_STATUS, Action.SET_STATUS, set_to, tokens=2)
SEND_STATUS_WORD = Button(Verb.SEND_STATUS_WORD, Action.SET_STATUS, send_word, tokens=1)
STATUS_CODE = Answer(StaffCodeQuestion.name, Action.SET_STATUS, code_typed)
