"""Problem reports: a rider tells a problem, and the people who can help or must know hear it."""

from collections.abc import Mapping, Sequence

from bot.actions import effect_keys
from bot.actions.news import PROBLEM, PROBLEM_AT_DOOR, PROBLEM_AT_PICKUP, News
from bot.actions.recipients import contacts, readers, staff
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import State
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import deliveries, problem_reports
from bot.store.problem_reports import ProblemReport, Reason
from bot.texts.rider import problem_reports as texts
from bot.texts.rider.problem_reports import Offer

DECLINABLE = frozenset({State.PENDING, State.AWAITING_PICKUP, State.ACCEPTED})
REPORTABLE = frozenset({State.ACCEPTED, State.IN_TRANSIT})

_PROBLEMS = (
    Reason.NOT_HOME,
    Reason.WRONG_ADDRESS,
    Reason.REFUSED,
    Reason.DAMAGED,
    Reason.OTHER,
)
_FOR_CUSTOMERS: Mapping[State, News] = {
    State.ACCEPTED: PROBLEM_AT_PICKUP,
    State.IN_TRANSIT: PROBLEM_AT_DOOR,
}


def reasons(state: State) -> tuple[Reason, ...]:
    """Return the problems that a rider can report of a delivery in this state."""
    problems = _PROBLEMS if state in REPORTABLE else ()
    return (*problems, Reason.DECLINED) if state in DECLINABLE else problems


def publish(
    tx: Transaction,
    person: Person,
    problem: ProblemReport,
    key: EffectKey,
    offers: Sequence[Offer] = (),
) -> None:
    """Keep a problem report and tell everybody concerned, once per key.

    `offers` are riders who could take the job over.
    """
    # Keep the report before the cards are refreshed, for they show it.
    problem_reports.add(tx, problem)
    row = _changed(tx, problem.delivery, create=True)
    if row is None:
        return
    name = person.first_name
    readers.tell(
        tx,
        PROBLEM,
        row,
        lambda say, _: texts.for_dispatcher(say, row, name, problem, offers),
        effect_keys.problem(key),
        in_groups=lambda say: texts.for_group(say, row, name, problem, offers),
    )
    # The customers who should be at the place where the rider is now can help.
    news = _FOR_CUSTOMERS.get(State(row.state))
    if news is not None and problem.reason in texts.FOR_CUSTOMERS:
        readers.tell(
            tx,
            news,
            row,
            lambda say, _: texts.for_customer(say, row, problem.reason),
            effect_keys.problem_for_customers(key),
        )


def solve(tx: Transaction, delivery: DeliveryUuid, rider: RiderUuid) -> bool:
    """Close a rider's problem report, also on the cards; return `False` if none was open."""
    if not problem_reports.solve(tx, delivery, rider):
        return False
    _changed(tx, delivery)
    return True


def _changed(
    tx: Transaction, delivery: DeliveryUuid, *, create: bool = False
) -> DeliveryRow | None:
    """Show a change on the cards; with `create` also to dispatchers who have none."""
    deliveries.touch(tx, delivery)
    row = deliveries.get(tx, delivery)
    if row is not None:
        contacts.refresh_rider_card(tx, row)
        staff.refresh_cards(tx, row, create=create)
    return row
