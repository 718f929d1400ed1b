"""Problems: a rider tells what is wrong; who can help is told, and who has to know."""

from collections.abc import Mapping, Sequence

from bot.actions import effect_keys, notices
from bot.actions.notice_kinds import Say, Urgency, View
from bot.actions.recipients import contacts, staff
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import State
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import deliveries, people, problem_reports, subscriptions
from bot.store.problem_reports import ProblemReport, Reason
from bot.store.subscriptions import SENDER
from bot.texts.rider import problem_reports as texts
from bot.texts.rider.problem_reports import Offer
from bot.texts.words import Words

DECLINABLE = frozenset({State.PENDING, State.AWAITING_PICKUP, State.ACCEPTED})
REPORTABLE = frozenset({State.ACCEPTED, State.IN_TRANSIT})

_PROBLEMS = (
    Reason.NOT_HOME,
    Reason.WRONG_ADDRESS,
    Reason.REFUSED,
    Reason.DAMAGED,
    Reason.OTHER,
)
_IS_AT_PICKUP: Mapping[State, bool] = {State.ACCEPTED: True, State.IN_TRANSIT: False}


def reasons(state: State) -> tuple[Reason, ...]:
    """Return what a rider can tell of a delivery in this state."""
    problems = _PROBLEMS if state in REPORTABLE else ()
    return (*problems, Reason.DECLINED) if state in DECLINABLE else problems


def publish(
    tx: Transaction,
    person: Person,
    problem: ProblemReport,
    key: EffectKey,
    offers: Sequence[Offer] = (),
) -> None:
    """Keep a problem and tell everybody concerned, once for each key.

    `offers` are riders who could take the job over.
    """
    # The report is kept before the cards are refreshed, for they show it.
    problem_reports.add(tx, problem)
    row = _changed(tx, problem.delivery, create=True)
    if row is None:
        return
    name = person.first_name
    staff.tell(
        tx,
        row.uuid,
        lambda say: texts.for_dispatcher(say, row, name, problem, offers),
        effect_keys.problem(key),
        in_groups=lambda say: texts.for_group(say, row, name, problem, offers),
    )
    _tell_customers(tx, row, problem, key)


def solve(tx: Transaction, delivery: DeliveryUuid, rider: RiderUuid) -> bool:
    """Close what a rider has told of a delivery, on all cards; `False` if nothing was open."""
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
        rider = contacts.rider_for(tx, row)
        if rider is not None:
            notices.show_card(tx, rider.user_id, row, View.RIDER, create=False)
        staff.refresh_cards(tx, row, create=create)
    return row


def _tell_customers(
    tx: Transaction, row: DeliveryRow, problem: ProblemReport, key: EffectKey
) -> None:
    """Tell the customers who should be at the place where the rider is now."""
    if problem.reason not in texts.FOR_CUSTOMERS:
        return
    at_pickup = _IS_AT_PICKUP.get(State(row.state))
    for subscription in subscriptions.of_delivery(tx, row.uuid):
        person = people.get(tx, subscription.user_id)
        concerned = (subscription.party == SENDER) is at_pickup
        if person is not None and person.reachable and concerned:
            message = texts.for_customer(Words(person.language), row, problem.reason)
            notice = Say(chat_id=person.user_id, message=message, under=(row.uuid, View.CUSTOMER))
            customer_key = effect_keys.problem_for_customer(key, person.user_id)
            notices.post(tx, notice, customer_key, urgency=Urgency.DOOR)
