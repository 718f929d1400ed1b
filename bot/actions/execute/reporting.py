"""A rider's report is told to whom it concerns, once the time for undoing it is over."""

from bot.actions import notices
from bot.actions.access import may
from bot.actions.commands import ReportProblem
from bot.actions.context import Context
from bot.actions.notices import Say, View
from bot.actions.rider import problem_reports
from bot.base import jobs
from bot.base.jobs import Job
from bot.store import deliveries, people
from bot.texts.rider import replies as texts
from bot.texts.words import Words


async def tell(context: Context, job: Job, command: ReportProblem) -> None:
    """Tell of the problem, unless the delivery has left the rider meanwhile. Its job is settled."""
    async with context.database.write() as tx:
        await jobs.finish(tx, job)
        person = await people.get(tx, command.by)
        row = await deliveries.get(tx, command.delivery)
        if person is None or row is None:
            return
        if may(person, command.action, row):
            await problem_reports.publish(tx, person, command.problem, job.key)
            return
        gone = texts.not_yours_any_more(Words(person.language), row.order_number)
        notice = Say(chat_id=command.by, message=gone, under=(row.uuid, View.RIDER))
        await notices.post(tx, notice, f"{job.key}|answer")
