"""The cash that a rider collects at doors, carries and hands in, as the ledger records it.

Each change of the ledger, here, in `actions.dispatcher.cash` and in `actions.customer.tip`, first
takes the lock `cash.alone`, so it decides on sums that nothing else is changing.
"""

from datetime import timedelta

from bot.actions import effect_keys, notices
from bot.actions.context import Context
from bot.actions.news import CASH_WRITTEN
from bot.actions.notice_kinds import Say, Urgency, View
from bot.actions.recipients import contacts, readers, staff
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.cash import Cash, CashEntry, Due, EntryKind, PaidAtDoor
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import Delivery, State
from bot.identifiers import RiderUuid
from bot.store import audit, cash, deliveries, people
from bot.store.cash import HandIn
from bot.store.undelivered import Outcome
from bot.texts.dispatcher import cash as dispatcher_texts
from bot.texts.rider import cash as texts
from bot.texts.rider.cash import CarriedCash
from bot.texts.words import Words

_UNTOLD_FOR = timedelta(days=1)
"""How long after a delivery /cash reminds its rider to say what was paid."""


def to_collect(row: DeliveryRow) -> Due:
    """Return the amount to collect at the receiver's door."""
    return Due.of(snapshot(row), row.goods, row.pays_with)


def on_the_way(row: DeliveryRow) -> Due:
    """Return the amount that its rider is to collect: nothing if the parcel goes back."""
    return Due() if row.outcome in {Outcome.BACK, Outcome.RETURNED} else to_collect(row)


def due(tx: Transaction, row: DeliveryRow) -> Due | None:
    """Return the amount that was due for a delivered parcel, or `None` if nothing was.

    A fee that was paid at the door counts, even if the fleet service lists it as paid by now.
    """
    if row.state != State.DELIVERED:
        return None
    at_door = paid(tx, row)
    with_fee = at_door is not None and at_door.entry.hundredths > at_door.entry.goods
    amount_due = Due.of(snapshot(row), row.goods, with_fee=with_fee)
    return amount_due if amount_due.total else None


def paid(tx: Transaction, row: DeliveryRow) -> PaidAtDoor | None:
    """Return the last entry of what was paid at the door, if it is of the rider who delivered."""
    if row.state != State.DELIVERED:
        return None
    at_door = PaidAtDoor.of(cash.of_delivery(tx, row.uuid))
    return at_door if at_door and at_door.entry.rider == row.rider else None


def tell_paid(
    tx: Transaction,
    context: Context,
    person: Person,
    row: DeliveryRow,
    kind: EntryKind,
    amount: Cash,
    key: EffectKey,
    *,
    goods: int = 0,
) -> bool:
    """Record what was paid at a door; return `False` if the ledger says the same already.

    The rider or a dispatcher says it; the rider hears of it if a dispatcher does. A new answer
    takes the former one back, even if that was of another rider. `goods` is the part of the
    amount that is for the goods, in hundredths.
    """
    cash.alone(tx)
    former, rider = PaidAtDoor.of(cash.of_delivery(tx, row.uuid)), row.rider
    if rider is None:
        return False
    if former is not None:
        entry = former.entry
        if (entry.rider, entry.kind, entry.cash) == (rider, kind, amount):
            return False
    # Read the sum before it changes: only a rider who crosses the limit now is told so.
    before = cash.carried(tx, rider, amount.currency)
    if former is not None:
        cash.take_back(tx, former.entry, person.user_id)
    cash.add(tx, kind, rider, amount, person.user_id, delivery=row.uuid, goods=goods)
    act = "correct_cash" if former else "tell_cash"
    audit.record(tx, person.user_id, act, row.uuid, _in_audit(kind, amount))
    refresh_cards(tx, row)
    its_rider = people.rider_person(tx, rider)
    if its_rider is not None and its_rider.user_id != person.user_id:
        _tell_rider(tx, its_rider, person, row, key)
    _tell_crossing(tx, context, rider, its_rider, before, key)
    return True


def _tell_rider(
    tx: Transaction, rider: Person, person: Person, row: DeliveryRow, key: EffectKey
) -> None:
    """Tell a rider what somebody else recorded for them, so that they can object."""
    at_door = paid(tx, row)
    if at_door is None:
        return
    notices.show_card(tx, rider.user_id, row, View.RIDER, create=False, quiet=True)
    readers.tell(
        tx,
        CASH_WRITTEN,
        row,
        lambda say, _: texts.written_for(say, person.first_name, row, at_door),
        effect_keys.cash_told(key),
    )


def _in_audit(kind: EntryKind, amount: Cash) -> str:
    return f"{kind} {amount.amount:f} {amount.currency}".strip()


def refresh_cards(tx: Transaction, row: DeliveryRow) -> None:
    """Update the cards that show what was paid, without a sound."""
    changed = staff.touch(tx, row.uuid) or row
    contacts.refresh_cards(tx, changed, quiet=True)


def _tell_crossing(
    tx: Transaction,
    context: Context,
    rider: RiderUuid,
    person: Person | None,
    before: Cash,
    key: EffectKey,
) -> None:
    """Tell rider and dispatchers when this change makes the rider carry more than the limit."""
    limit = Cash(context.identity.cash_limit, before.currency)
    now = cash.carried(tx, rider, before.currency)
    # A limit of 0 means no limit. A rider who was over it before has been told already.
    if not limit.hundredths or not before.hundredths <= limit.hundredths < now.hundredths:
        return
    crossing, name = effect_keys.cash_limit(key), "?"
    if person is not None:
        name = person.first_name
        message = texts.over_the_limit(Words(person.language), now, limit)
        notice = Say(chat_id=person.user_id, message=message, quiet=True)
        notices.post(tx, notice, effect_keys.to(crossing, person.user_id), urgency=Urgency.NEWS)
    staff.tell_privately(
        tx, None, lambda say: dispatcher_texts.over_the_limit(say, name, now, limit), crossing
    )


def carried(tx: Transaction, rider: RiderUuid) -> list[CarriedCash]:
    """Return the cash that a rider carries, one item per currency with a sum other than zero."""
    sums = []
    for held in (one.carried for one in cash.sums_of_rider(tx, rider)):
        if not held.hundredths:
            continue
        entries = cash.collected_since_hand_in(tx, rider, held.currency)
        earlier = held.hundredths - sum(entry.hundredths for entry in entries)
        orders: list[tuple[Delivery | None, CashEntry]] = []
        for entry in entries:
            row = deliveries.get(tx, entry.delivery) if entry.delivery else None
            orders.append((snapshot(row) if row else None, entry))
        sums.append(CarriedCash(held, orders, Cash(earlier, held.currency)))
    return sums


def untold(tx: Transaction, rider: RiderUuid) -> list[Delivery]:
    """Return a rider's recent deliveries without a word on the payment, the oldest first."""
    over = deliveries.ended_since(tx, State.DELIVERED, tx.now - _UNTOLD_FOR)
    theirs = [row for row in reversed(over) if row.rider == rider and due(tx, row)]
    return [snapshot(row) for row in theirs if paid(tx, row) is None]


def answer_hand_in(tx: Transaction, person: Person, entry: int, *, is_right: bool) -> HandIn | None:
    """Take a rider's first word on a hand-in; return the hand-in with the word that holds.

    Return `None` if this rider has no such hand-in. A "no" takes the hand-in back, and tells all
    dispatchers.
    """
    cash.alone(tx)
    taken = cash.hand_in(tx, entry)
    if taken is None or taken.entry.rider != person.rider:
        return None
    if taken.word is not None:
        return taken
    sum_taken, rider_name = taken.entry.cash, person.first_name
    act = "confirm_hand_in" if is_right else "deny_hand_in"
    audit.record(tx, person.user_id, act, None, _in_audit(taken.entry.kind, sum_taken))
    taker, key = people.get(tx, taken.entry.by), effect_keys.hand_in_answered(entry)
    if is_right:
        # The ledger keeps the rider's "yes" as an entry of zero, so the sums stay.
        nothing = Cash(0, sum_taken.currency)
        rider = taken.entry.rider
        cash.add(tx, EntryKind.CONFIRMED, rider, nothing, person.user_id, about=entry)
        if taker is not None and taker.reachable:
            message = dispatcher_texts.confirmed(Words(taker.language), rider_name, sum_taken)
            notices.post(tx, Say(chat_id=taker.user_id, message=message, quiet=True), key)
    else:
        cash.take_back(tx, taken.entry, person.user_id)
        taker_name = taker.first_name if taker else ""
        staff.tell_privately(
            tx,
            None,
            lambda say: dispatcher_texts.denied(say, rider_name, taker_name, sum_taken),
            key,
        )
    return cash.hand_in(tx, entry)


def deny_tip(tx: Transaction, person: Person, entry: int) -> CashEntry | None:
    """Take back a tip that this rider denies; return it, or `None` if no such tip stands."""
    cash.alone(tx)
    tip = cash.tip(tx, entry)
    if tip is None or tip.rider != person.rider or tip.delivery is None:
        return None
    cash.take_back(tx, tip, person.user_id)
    audit.record(tx, person.user_id, "deny_tip", tip.delivery)
    row = deliveries.get(tx, tip.delivery)
    order, name = row.order_number if row else "?", person.first_name
    staff.tell_privately(
        tx,
        tip.delivery if row else None,
        lambda say: dispatcher_texts.tip_denied(say, name, order, tip.cash),
        effect_keys.tip_denied(tip.id),
    )
    return tip
