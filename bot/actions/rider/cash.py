"""Cash: what a rider collects at a door, carries, and hands in, as the ledger has it.

All that changes the ledger goes through here and `actions.dispatcher.cash`, one at a time, so that
each decision is made on sums that nobody else is changing.
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
"""So long after a delivery its rider is reminded by /cash that they have not said what was paid."""


def to_collect(row: DeliveryRow) -> Due:
    """Return what is to be collected at the receiver's door."""
    return Due.of(snapshot(row), row.goods, row.pays_with)


def on_the_way(row: DeliveryRow) -> Due:
    """Return what its rider is to collect: nothing where a parcel goes back."""
    return Due() if row.outcome in {Outcome.BACK, Outcome.RETURNED} else to_collect(row)


def due(tx: Transaction, row: DeliveryRow) -> Due | None:
    """Return what was to be collected for a parcel that is delivered, if that can be counted.

    A fee that was paid at the door counts, though the fleet service knows by now that it is paid.
    """
    if row.state != State.DELIVERED:
        return None
    at_door = paid(tx, row)
    with_fee = at_door is not None and at_door.entry.hundredths > at_door.entry.goods
    amount_due = Due.of(snapshot(row), row.goods, with_fee=with_fee)
    return amount_due if amount_due.total else None


def paid(tx: Transaction, row: DeliveryRow) -> PaidAtDoor | None:
    """Return the last word on a delivery's door, if it is of the rider who has brought it."""
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
    """Write down what was paid at a door; `False` where just that stands already.

    Its rider says it, or a dispatcher for them: then they hear it. Another answer than the former
    one takes that back, from whoever carried it. `goods` are those of the hundredths that are for
    the goods.
    """
    cash.alone(tx)
    former, rider = PaidAtDoor.of(cash.of_delivery(tx, row.uuid)), row.rider
    if rider is None:
        return False
    if former is not None:
        entry = former.entry
        if (entry.rider, entry.kind, entry.cash) == (rider, kind, amount):
            return False
    # The sum is read before it changes: only a rider who crosses the limit now is told so.
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
    """Let a rider hear what somebody has written down for them, and say if it is wrong."""
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
    """Bring the cards up to date on which it stands what was paid; nobody hears of it."""
    deliveries.touch(tx, row.uuid)
    changed = deliveries.get(tx, row.uuid) or row
    staff.refresh_cards(tx, changed)
    contacts.refresh_cards(tx, changed, quiet=True)


def _tell_crossing(
    tx: Transaction,
    context: Context,
    rider: RiderUuid,
    person: Person | None,
    before: Cash,
    key: EffectKey,
) -> None:
    """Tell rider and dispatchers once, each time that a rider comes to carry too much."""
    limit = Cash(context.identity.cash_limit, before.currency)
    now = cash.carried(tx, rider, before.currency)
    # A limit of 0 is none. A rider who is over it already has been told.
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
    """Return what a rider carries, currency by currency, without those in which it is nothing."""
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
    """Return what a rider has brought of late and not said whether it was paid, oldest first."""
    over = deliveries.ended_since(tx, State.DELIVERED, tx.now - _UNTOLD_FOR)
    theirs = [row for row in reversed(over) if row.rider == rider and due(tx, row)]
    return [snapshot(row) for row in theirs if paid(tx, row) is None]


def answer_hand_in(tx: Transaction, person: Person, entry: int, *, is_right: bool) -> HandIn | None:
    """Take a rider's word on a hand-in, the first one; return the hand-in with the word that holds.

    It is `None` where there is no such hand-in of theirs. A "no" takes it back, and alarms those
    who dispatch.
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
        # The ledger keeps the rider's word as an entry of nothing, and the sums stay.
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
    """Take a tip of this rider back; return it, or `None` where there is none that stands."""
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
