"""A rider reports a problem; the people concerned hear of it once the time for undoing is over."""

from contextlib import suppress
from typing import Literal

from bot.actions import notices, request_queue
from bot.actions.access import Action, may
from bot.actions.context import Context
from bot.actions.dispatcher import rider_picker
from bot.actions.fleet_requests.operation import RequestOperation
from bot.actions.notice_kinds import Urgency, View
from bot.actions.request_queue import DeliveryRequest, lane_of_problems
from bot.actions.rider import problem_reports, undo
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.queue.jobs import EffectKey
from bot.domain.person import Person, Standing
from bot.fleet import FleetError
from bot.identifiers import RiderUuid
from bot.store import deliveries, people
from bot.store import problem_reports as stored
from bot.store.problem_reports import ProblemReport, Reason
from bot.texts.callbacks import Verb
from bot.texts.rider import replies as texts
from bot.texts.rider.problem_reports import Offer
from bot.texts.words import Words

_OFFERED = 3


class ReportProblem(DeliveryRequest):
    """A rider reports a problem; nothing is asked of the fleet service.

    So it does not wait behind requests to the fleet service.
    """

    kind: Literal["report_problem"] = "report_problem"
    rider: RiderUuid
    reason: Reason
    words: str | None = None
    photo: str | None = None

    @property
    def action(self) -> Action:
        return Action.DECLINE_JOB if self.reason is Reason.DECLINED else Action.REPORT_PROBLEM

    @property
    def verb(self) -> Verb:
        return Verb.DECLINE_JOB if self.reason is Reason.DECLINED else Verb.PROBLEM

    @property
    def lane(self) -> str:
        return lane_of_problems(self.delivery)

    @property
    def problem(self) -> ProblemReport:
        return ProblemReport(self.delivery, self.rider, self.reason, self.words, self.photo)


def report(
    tx: Transaction, context: Context, person: Person, problem: ProblemReport, key: EffectKey
) -> bool:
    """Queue the report of a problem, after the time for undoing, and update the rider's card.

    Return `False` if the rider has already reported just this, or is about to.
    """
    waiting = [change.request for change in undo.waiting(tx, person, problem.delivery)]
    problems = [one.problem for one in waiting if isinstance(one, ReportProblem)]
    latest = stored.latest(tx, problem.delivery)
    if any(_content(one) == _content(problem) for one in (*problems, latest) if one):
        return False
    request = ReportProblem(
        by=person.user_id,
        delivery=problem.delivery,
        rider=problem.rider,
        reason=problem.reason,
        words=problem.detail,
        photo=problem.photo,
    )
    request_queue.enqueue(tx, request, key, after=context.identity.undo)
    row = deliveries.get(tx, problem.delivery)
    if row is not None:
        notices.show_card(
            tx,
            person.user_id,
            row,
            View.RIDER,
            fresh=True,
            quiet=True,
            urgency=Urgency.ANSWER,
        )
    return True


def _content(problem: ProblemReport) -> tuple[Reason, str | None, str | None]:
    return problem.reason, problem.detail, problem.photo


class ReportProblemOperation(RequestOperation[ReportProblem]):
    """Tells the problem, unless the rider has lost the delivery meanwhile."""

    carries_out = ReportProblem

    @property
    def under(self) -> tuple[str, View]:
        return self.request.delivery, View.RIDER

    async def carry_out(self) -> bool:
        offers: list[Offer] = []
        if self.request.reason is Reason.DECLINED:
            with suppress(FleetError):  # without offers, people choose from the list later
                listed = await rider_picker.candidates(self.context)
                ready = [one for one in listed if one.standing is Standing.READY]
                others = [one for one in ready if one.uuid != self.request.rider]
                # The list begins with those who have the least to do.
                offers = [Offer(one.uuid, one.name, one.open_jobs) for one in others[:_OFFERED]]
        await self.context.database.write(self._finish, offers)
        return True

    def _finish(self, tx: Transaction, offers: list[Offer]) -> None:
        jobs.finish(tx, self.job)
        person = people.get(tx, self.request.by)
        row = deliveries.get(tx, self.request.delivery)
        if person is None or row is None:
            return
        if may(person, self.request.action, row):
            problem_reports.publish(tx, person, self.request.problem, self.job.key, offers)
        else:
            self.tell(tx, texts.not_yours_any_more(Words(person.language), row.order_number))
