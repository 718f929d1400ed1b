"""Problem and Can't take it: a rider tells what is wrong, with a reason, words or a photo."""

from datetime import timedelta

from bot.actions import notices
from bot.actions.access import Action, may
from bot.actions.fleet_requests import report_problem
from bot.actions.notices import View
from bot.actions.rider import code_questions, codes, problem_reports
from bot.actions.rider.own_deliveries import own_open
from bot.base.database import Transaction
from bot.chat.handler import Answer, Button, Command
from bot.chat.rider.own_job import say_changed
from bot.chat.turn import Turn
from bot.fleet import State
from bot.identifiers import DeliveryUuid
from bot.store import deliveries, dialogs
from bot.store.deliveries import DeliveryRow
from bot.store.dialogs import Question
from bot.store.problem_reports import ProblemReport, Reason
from bot.texts import toasts
from bot.texts.callbacks import Verb
from bot.texts.rider import problem_reports as texts
from bot.texts.rider import replies as rider_texts
from bot.texts.words import phrase


class ProblemQuestion(Question):
    """What words are asked for, and which message asks for them."""

    name = "problem"
    lasts = timedelta(hours=1)

    delivery: DeliveryUuid
    reason: Reason
    message_id: int


async def pressed(turn: Turn) -> None:
    async with turn.settle() as tx:
        row = await reportable(tx, turn, Action.REPORT_PROBLEM)
        if row is not None:
            await _ask_what(tx, turn, row)


async def typed(turn: Turn) -> None:
    order = turn.argument
    async with turn.settle() as tx:
        if not order:
            await turn.reply(tx, texts.HOW_TO_REPORT)
            return
        row = await own_open(tx, turn.person, order, Action.REPORT_PROBLEM)
        if row is None or not problem_reports.reasons(State(row.state)):
            await turn.reply(tx, rider_texts.not_among_your_jobs(turn.say, order))
            return
        await _ask_what(tx, turn, row)


async def _ask_what(tx: Transaction, turn: Turn, row: DeliveryRow) -> None:
    reasons = problem_reports.reasons(State(row.state))
    if reasons == (Reason.DECLINED,):
        message = texts.why_declined(turn.say, row)
    else:
        message = texts.what_is_wrong(turn.say, row, reasons)
    await turn.reply(tx, message, under=(row.uuid, View.RIDER))


async def chosen(turn: Turn) -> None:
    name, step = turn.tokens()
    reason = next((reason for reason in Reason if reason == name), None)
    async with turn.settle() as tx:
        row = await reportable(tx, turn, Action.REPORT_PROBLEM, reason)
        if row is None or reason is None or step not in _STEPS:
            await turn.erase_message(tx)
            return
        await _STEPS[step](tx, turn, row, reason)


async def _ask_words(tx: Transaction, turn: Turn, row: DeliveryRow, reason: Reason) -> None:
    question = ProblemQuestion(delivery=row.uuid, reason=reason, message_id=turn.message_id)
    await code_questions.withdraw_question(tx, turn.person, turn.job.key)
    await question.ask(tx, turn.person.user_id)
    await turn.replace(tx, texts.ask_for_words(turn.say, row, reason))


async def _send(tx: Transaction, turn: Turn, row: DeliveryRow, reason: Reason) -> None:
    await _leave(tx, turn, row, reason)
    await report(tx, turn, ProblemReport(row.uuid, turn.person.as_rider, reason))


async def _leave(tx: Transaction, turn: Turn, _row: DeliveryRow, _reason: Reason) -> None:
    if await ProblemQuestion.current(tx, turn.person.user_id):
        await dialogs.close(tx, turn.person.user_id)
    await turn.erase_message(tx)


_STEPS = {"ask": _ask_words, "send": _send, "drop": _leave}


async def described(turn: Turn) -> None:
    question = turn.answered(ProblemQuestion)
    words = (turn.message.text or turn.message.caption or "").strip()
    photo = turn.message.photo[-1].file_id if turn.message.photo else None
    async with turn.settle() as tx:
        if codes.may_be_one(words):
            await turn.erase_message(tx)
            await turn.reply(tx, texts.NO_CODES)
            return
        if not words and photo is None:
            await turn.reply(tx, texts.WORDS_OR_PHOTO)
            return
        if len(words) > texts.LONGEST:
            await turn.reply(tx, texts.too_long(turn.say))
            return
        await dialogs.close(tx, turn.person.user_id)
        await notices.erase(tx, turn.chat.id, question.message_id)
        row = await deliveries.get(tx, question.delivery)
        if row is None or not may(turn.person, Action.REPORT_PROBLEM, row):
            order = row.order_number if row else ""
            await turn.reply(tx, rider_texts.not_yours_any_more(turn.say, order))
            return
        rider = turn.person.as_rider
        problem = ProblemReport(row.uuid, rider, question.reason, words or None, photo)
        await report(tx, turn, problem)


async def solved(turn: Turn) -> None:
    async with turn.settle() as tx:
        row = await reportable(tx, turn, Action.REPORT_PROBLEM)
        if row is not None and not await problem_reports.solve(tx, turn.person, row.uuid):
            turn.stale()


async def reportable(
    tx: Transaction, turn: Turn, action: Action, reason: Reason | None = None
) -> DeliveryRow | None:
    """Return the delivery of the pressed button, if the rider may tell this of it as it is now.

    Without a `reason` anything that can be told will do.
    """
    row = await deliveries.get(tx, turn.delivery())
    if row is not None and may(turn.person, action, row):
        reasons = problem_reports.reasons(State(row.state))
        if reasons and (reason is None or reason in reasons):
            return row
    await say_changed(tx, turn)
    return None


async def report(tx: Transaction, turn: Turn, problem: ProblemReport) -> None:
    """Let it be told, unless it is told already."""
    if not await report_problem.report(tx, turn.context, turn.person, problem, turn.job.key):
        turn.toast(toasts.DISPATCHER_KNOWS)


PROBLEM = Command(
    "problem",
    Action.REPORT_PROBLEM,
    phrase("tell what is wrong with a job"),
    typed,
    takes=phrase("<order>"),
)
PROBLEM_BUTTON = Button(Verb.PROBLEM, Action.REPORT_PROBLEM, pressed)
PROBLEM_REASON = Button(Verb.PROBLEM_REASON, Action.REPORT_PROBLEM, chosen, tokens=2)
PROBLEM_WORDS = Answer(ProblemQuestion.name, Action.REPORT_PROBLEM, described, takes_all=True)
SOLVED = Button(Verb.SOLVED, Action.REPORT_PROBLEM, solved)


_ASK = "ask"


async def decline(turn: Turn) -> None:
    (why,) = turn.tokens()
    async with turn.settle() as tx:
        row = await reportable(tx, turn, Action.DECLINE_JOB, Reason.DECLINED)
        if row is None:
            return
        if why == _ASK:
            message = texts.why_declined(turn.say, row)
            await turn.reply(tx, message, under=(row.uuid, View.RIDER))
            return
        await turn.erase_message(tx)
        if why in texts.DECLINES:
            problem = ProblemReport(row.uuid, turn.person.as_rider, Reason.DECLINED, why)
            await report(tx, turn, problem)


DECLINE = Button(Verb.DECLINE_JOB, Action.DECLINE_JOB, decline, tokens=1)
