"""The parties of a delivery: a person follows it while their phone number is in it."""

from bot.actions import notices
from bot.actions.delivery_change import DeliveryChange
from bot.actions.everyone import join
from bot.actions.follow_ups import ready_times, sent_orders
from bot.actions.notice_kinds import View
from bot.base.database.transaction import Transaction
from bot.base.phone_numbers import line
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import Delivery
from bot.parsing.phones import e164
from bot.store import deliveries, people, subscriptions
from bot.store.subscriptions import SENDER, Subscription


def follow(tx: Transaction, change: DeliveryChange) -> None:
    """Keep the parties' numbers, and let people with such a number follow the delivery."""
    row, delivery = change.row, change.after
    if change.before is not None and _as_written(change.before) == _as_written(delivery):
        return
    numbers = {
        receiver.uuid: number
        for receiver in delivery.receivers
        if receiver.uuid and (number := e164(receiver.phone_number, receiver.phone_code))
    }
    sender = delivery.sender
    if sender and (number := e164(sender.phone_number, sender.phone_code)):
        numbers[SENDER] = number
    former = deliveries.phones_of(tx, row.uuid)
    # A shape without the ids of all receivers does not show who was removed.
    listed = {receiver.uuid for receiver in delivery.receivers}
    gone = former.keys() - listed - {SENDER} if listed and None not in listed else set()
    told = {*listed, *gone, *([SENDER] if sender else [])}
    numbers |= {party: former[party] for party in former.keys() - told}
    if numbers == former:  # people who have verified a number since then follow already
        return
    # Two spellings of one number are one phone: its person keeps following.
    changed = {p: n for p, n in former.items() if p in gone or line(numbers.get(p, n)) != line(n)}
    _part_from(tx, row, changed)
    deliveries.set_phones(tx, row.uuid, numbers)
    followers = people.with_phones(tx, set(numbers.values()))
    for party, number in numbers.items():
        if number in followers:
            subscriptions.add(tx, Subscription(followers[number].user_id, row.uuid, party))
            join.become_customer(tx, followers[number])


def _as_written(delivery: Delivery) -> list[tuple[str | None, ...]]:
    """Return the parties and their numbers as written, to compare them without parsing."""
    sender = delivery.sender
    written = [(each.uuid, each.phone_code, each.phone_number) for each in delivery.receivers]
    return [*written, (SENDER, sender.phone_code, sender.phone_number)] if sender else [*written]


def _part_from(tx: Transaction, row: DeliveryRow, former: dict[str, str]) -> None:
    """End the following of people whose number was removed from the delivery."""
    persons = people.with_phones(tx, set(former.values()))
    for subscription in subscriptions.of_delivery(tx, row.uuid):
        person = persons.get(former.get(subscription.party, ""))
        if person is None or person.user_id != subscription.user_id:
            continue
        subscriptions.remove(tx, subscription)
        for view in (View.CUSTOMER, View.LOCATION):
            notices.show_card(tx, subscription.user_id, row, view, create=False)
        ready_times.take_from(tx, subscription.user_id, row)
        if subscription.party == SENDER:
            sent_orders.part_from(tx, subscription.user_id)
