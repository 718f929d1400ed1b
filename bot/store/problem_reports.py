"""Problem reports: what riders tell of a job that does not go as it should, until it is solved."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import and_, insert, select, update

from bot.base.database.prepared import (
    Change,
    Query,
    as_value,
    columns_of,
    each_given,
    given,
    values_of,
)
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store.tables.deliveries import deliveries, problem_reports


class Reason(StrEnum):
    """What is wrong. `DECLINED`: the rider cannot take the job at all."""

    NOT_HOME = "not_home"
    WRONG_ADDRESS = "wrong_address"
    DAMAGED = "damaged"
    REFUSED = "refused"
    OTHER = "other"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class ProblemReport:
    """What one rider tells of one delivery.

    `detail` is in the rider's own words; where a job is declined it may be the name of a reason.
    `photo` is Telegram's file id of a picture.
    """

    delivery: DeliveryUuid
    rider: RiderUuid
    reason: Reason
    detail: str | None = None
    photo: str | None = None
    at: datetime | None = None


def _report(
    delivery: DeliveryUuid,
    rider: RiderUuid,
    reason: str,
    *others: Any,  # noqa: ANN401 - the other columns, in their order
) -> ProblemReport:
    return ProblemReport(delivery, rider, Reason(reason), *others)


_ADD = Change(insert(problem_reports).values(each_given(*ProblemReport.__slots__)))
_UNSOLVED = Query(
    select(problem_reports.c.id).where(
        problem_reports.c.delivery == given("delivery"), problem_reports.c.solved_at.is_(None)
    ),
    as_value,
)
_LATEST = Query(
    select(*columns_of(ProblemReport, problem_reports))
    .join(
        deliveries,
        (deliveries.c.uuid == problem_reports.c.delivery)
        & (deliveries.c.rider == problem_reports.c.rider)
        & deliveries.c.is_open,
    )
    .where(problem_reports.c.delivery == given("delivery"), problem_reports.c.solved_at.is_(None))
    .order_by(problem_reports.c.id.desc())
    .limit(1),
    _report,
)
_IS_OPEN = and_(
    problem_reports.c.delivery == given("delivery"),
    problem_reports.c.rider == given("rider"),
    problem_reports.c.solved_at.is_(None),
)
_OPEN = Query(select(problem_reports.c.id).where(_IS_OPEN), as_value)
_SOLVE = Change(update(problem_reports).where(_IS_OPEN).values(solved_at=given("now")))


def add(tx: Transaction, problem: ProblemReport) -> None:
    """Note a problem; it takes the place of what the same rider told of the delivery before."""
    solve(tx, problem.delivery, problem.rider)
    tx.run(_ADD, **values_of(problem, at=tx.now))


def latest(tx: Transaction, delivery: DeliveryUuid) -> ProblemReport | None:
    """Return the problem that the delivery has now.

    There is none any more when it is solved, when the delivery is over, and when it is another
    rider's.
    """
    # Mostly nothing is: deliveries change too often to be looked at for that.
    return tx.one(_LATEST, delivery=delivery) if tx.all(_UNSOLVED, delivery=delivery) else None


def solve(tx: Transaction, delivery: DeliveryUuid, rider: RiderUuid) -> bool:
    """Close what a rider has told of a delivery; `False` if nothing was open."""
    # Mostly nothing is: to be told so again costs less than a change of nothing.
    if tx.one(_OPEN, delivery=delivery, rider=rider) is None:
        return False
    return tx.run(_SOLVE, delivery=delivery, rider=rider, now=tx.now) > 0
