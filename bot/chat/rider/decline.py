"""Can't take it: a rider gives a job back to the dispatcher, with a reason or without."""

from bot.actions.access import Action
from bot.actions.notices import View
from bot.chat.handler import Button
from bot.chat.rider.problem import report, reportable
from bot.chat.turn import Turn
from bot.store.problem_reports import ProblemReport, Reason
from bot.texts.callbacks import Verb
from bot.texts.rider import problem_reports as texts

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
