"""Problem and Can't take it: a rider tells what is wrong, with a reason, words or a photo."""

from datetime import timedelta

from bot.actions import notices
from bot.actions.access import Action, may
from bot.actions.fleet_requests import report_problem
from bot.actions.notice_kinds import View
from bot.actions.rider import code_questions, problem_reports
from bot.actions.rider.own_deliveries import own_open
from bot.base.database.transaction import Transaction
from bot.chat.handler import Answer, Button, Command
from bot.chat.own_words import own_words
from bot.chat.rider.own_job import say_changed
from bot.chat.turn import Turn, settled
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import State
from bot.identifiers import DeliveryUuid
from bot.store import deliveries, dialogs
from bot.store.dialogs import Question
from bot.store.problem_reports import ProblemReport, Reason
from bot.texts import toasts
from bot.texts.callbacks import Verb
from bot.texts.everyone.replies import too_long
from bot.texts.rider import problem_reports as texts
from bot.texts.rider import replies as rider_texts
from bot.texts.words import phrase

_STEPS = {"ask", "send", "drop"}


class ProblemQuestion(Question):
    """The problem for which words are asked, and the message that asks for them."""

    name = "problem"
    lasts = timedelta(hours=1)

    delivery: DeliveryUuid
    reason: Reason
    message_id: int


@settled
def pressed(tx: Transaction, turn: Turn) -> None:
    row = reportable(tx, turn, Action.REPORT_PROBLEM)
    if row is not None:
        _ask_what(tx, turn, row)


@settled
def typed(tx: Transaction, turn: Turn) -> None:
    order = turn.argument
    if not order:
        turn.reply(tx, texts.HOW_TO_REPORT)
        return
    row = own_open(tx, turn.person, order, Action.REPORT_PROBLEM)
    if row is None or not problem_reports.reasons(State(row.state)):
        turn.reply(tx, rider_texts.not_among_your_jobs(turn.say, order))
        return
    _ask_what(tx, turn, row)


def _ask_what(tx: Transaction, turn: Turn, row: DeliveryRow) -> None:
    reasons = problem_reports.reasons(State(row.state))
    # As long as nothing can be reported, the job can only be declined.
    if reasons == (Reason.DECLINED,):
        message = texts.why_declined(turn.say, row)
    else:
        message = texts.what_is_wrong(turn.say, row, reasons)
    turn.reply(tx, message, under=(row.uuid, View.RIDER))


@settled
def chosen(tx: Transaction, turn: Turn) -> None:
    name, step = turn.tokens()
    reason = next((reason for reason in Reason if reason == name), None)
    row = reportable(tx, turn, Action.REPORT_PROBLEM, reason)
    if row is None or reason is None or step not in _STEPS:
        turn.erase_message(tx)
        return
    if step == "ask":
        question = ProblemQuestion(delivery=row.uuid, reason=reason, message_id=turn.message_id)
        code_questions.withdraw_question(tx, turn.person, turn.job.key)
        question.ask(tx, turn.person.user_id)
        turn.replace(tx, texts.ask_for_words(turn.say, row, reason))
        return
    # A report that is sent without words, or dropped, no longer waits for words.
    if ProblemQuestion.current(tx, turn.person.user_id):
        dialogs.close(tx, turn.person.user_id)
    turn.erase_message(tx)
    if step == "send":
        report(tx, turn, ProblemReport(row.uuid, turn.person.as_rider, reason))


@settled
def described(tx: Transaction, turn: Turn) -> None:
    question = turn.answered(ProblemQuestion)
    words = own_words(tx, turn)
    photo = turn.message.photo[-1].file_id if turn.message.photo else None
    if words.is_only_code and photo is None:
        turn.reply(tx, texts.NO_CODES)
        return
    if not words.text and photo is None:
        turn.reply(tx, texts.WORDS_OR_PHOTO)
        return
    if len(words.text) > texts.LONGEST:
        turn.reply(tx, too_long(turn.say, texts.LONGEST))
        return
    dialogs.close(tx, turn.person.user_id)
    notices.erase(tx, turn.chat.id, question.message_id)
    # The job may have gone to somebody else while the rider wrote.
    row = deliveries.get(tx, question.delivery)
    if row is None or not may(turn.person, Action.REPORT_PROBLEM, row):
        order = row.order_number if row else ""
        turn.reply(tx, rider_texts.not_yours_any_more(turn.say, order))
        return
    rider = turn.person.as_rider
    problem = ProblemReport(row.uuid, rider, question.reason, words.text or None, photo)
    report(tx, turn, problem)


@settled
def solved(tx: Transaction, turn: Turn) -> None:
    row = reportable(tx, turn, Action.REPORT_PROBLEM)
    if row is not None and not problem_reports.solve(tx, row.uuid, turn.person.as_rider):
        turn.stale()


def reportable(
    tx: Transaction, turn: Turn, action: Action, reason: Reason | None = None
) -> DeliveryRow | None:
    """Return the delivery of the pressed button, if the rider may report this of it now.

    Without a `reason`, any problem that can be reported will do.
    """
    row = deliveries.get(tx, turn.delivery())
    if row is not None and may(turn.person, action, row):
        reasons = problem_reports.reasons(State(row.state))
        if reasons and (reason is None or reason in reasons):
            return row
    say_changed(tx, turn)
    return None


def report(tx: Transaction, turn: Turn, problem: ProblemReport) -> None:
    """Report the problem, unless it was reported already."""
    if not report_problem.report(tx, turn.context, turn.person, problem, turn.job.key):
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


@settled
def decline(tx: Transaction, turn: Turn) -> None:
    (why,) = turn.tokens()
    row = reportable(tx, turn, Action.DECLINE_JOB, Reason.DECLINED)
    if row is None:
        return
    if why == _ASK:
        message = texts.why_declined(turn.say, row)
        turn.reply(tx, message, under=(row.uuid, View.RIDER))
        return
    turn.erase_message(tx)
    if why in texts.DECLINES:
        problem = ProblemReport(row.uuid, turn.person.as_rider, Reason.DECLINED, why)
        report(tx, turn, problem)


DECLINE = Button(Verb.DECLINE_JOB, Action.DECLINE_JOB, decline, tokens=1)
