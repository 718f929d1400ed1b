"""Problem reports: what riders tell of a job that does not go as it should, until it is solved."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import select, update

from bot.base.database import Transaction
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store.tables import deliveries, problem_reports


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


async def add(tx: Transaction, problem: ProblemReport) -> None:
    """Note a problem; it takes the place of what the same rider told of the delivery before."""
    await solve(tx, problem.delivery, problem.rider)
    await tx.connection.execute(
        problem_reports.insert().values(
            delivery=problem.delivery,
            rider=problem.rider,
            reason=problem.reason,
            detail=problem.detail,
            photo=problem.photo,
            at=tx.now,
        )
    )


async def latest(tx: Transaction, delivery: DeliveryUuid) -> ProblemReport | None:
    """Return the problem that the delivery has now.

    There is none any more when it is solved, when the delivery is over, and when it is another
    rider's.
    """
    present = (deliveries.c.uuid == problem_reports.c.delivery) & (
        deliveries.c.rider == problem_reports.c.rider
    )
    query = (
        select(problem_reports)
        .join(deliveries, present & deliveries.c.is_open)
        .where(problem_reports.c.delivery == delivery, problem_reports.c.solved_at.is_(None))
        .order_by(problem_reports.c.id.desc())
        .limit(1)
    )
    row = (await tx.connection.execute(query)).one_or_none()
    if row is None:
        return None
    return ProblemReport(row.delivery, row.rider, Reason(row.reason), row.detail, row.photo, row.at)


async def solve(tx: Transaction, delivery: DeliveryUuid, rider: RiderUuid) -> bool:
    """Close what a rider has told of a delivery; `False` if nothing was open."""
    mine = (problem_reports.c.delivery == delivery) & (problem_reports.c.rider == rider)
    solved = update(problem_reports).where(mine, problem_reports.c.solved_at.is_(None))
    return (await tx.connection.execute(solved.values(solved_at=tx.now))).rowcount > 0
