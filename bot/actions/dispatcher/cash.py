"""The cash that riders carry, as dispatchers see it, and its hand-in to them."""

from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from enum import Enum

from bot.actions import effect_keys, notices
from bot.actions.context import Context
from bot.actions.notice_kinds import Say, Urgency
from bot.base.database.transaction import Transaction
from bot.domain.cash import Cash, EntryKind
from bot.domain.person import Person
from bot.fleet import FleetError
from bot.identifiers import RiderUuid
from bot.store import audit, cash, people
from bot.texts.dispatcher.cash import RidersCash, TakenCash
from bot.texts.names import called
from bot.texts.rider import cash as rider_texts
from bot.texts.words import Words

_RECENT = timedelta(days=1)
"""How long a hand-in stays listed that its rider has answered; others stay until the answer."""


class NotTaken(Enum):
    """The reasons why a hand-in is refused."""

    FROM_THEMSELVES = "a dispatcher who rides would take it from themselves"
    TAKEN_MEANWHILE = "somebody has taken cash from the rider since it was offered"
    TOO_MUCH = "the rider does not carry so much"


async def look_up_names(context: Context) -> None:
    """Read the riders' names ahead; if the fleet service does not answer, old names will do."""
    with suppress(FleetError):
        await context.riders.everyone()


def name_of(tx: Transaction, context: Context, rider: RiderUuid) -> str:
    """Return a rider's name, also of one who was removed from the team; "?" if it is unknown."""
    listed = context.riders.remembered(rider)
    if listed is not None:
        return called(listed)
    person = people.rider_person(tx, rider)
    return person.first_name if person and person.first_name else "?"


def carried_by_all(tx: Transaction, context: Context) -> list[RidersCash]:
    """Return all riders who carry cash, by name, also those who left the team."""
    by_rider: defaultdict[RiderUuid, list[Cash]] = defaultdict(list)
    for one in cash.sums(tx):
        if one.carried.hundredths:
            by_rider[one.rider].append(one.carried)
    listed = [RidersCash(each, name_of(tx, context, each), by_rider[each]) for each in by_rider]
    return sorted(listed, key=lambda one: (one.name.casefold(), one.rider))


def carried_by(tx: Transaction, context: Context, rider: RiderUuid) -> RidersCash:
    held = [one.carried for one in cash.sums_of_rider(tx, rider)]
    name = name_of(tx, context, rider)
    return RidersCash(rider, name, [each for each in held if each.hundredths])


def together(listed: Iterable[RidersCash]) -> list[Cash]:
    """Return the sums over all riders, one per currency."""
    sums: defaultdict[str, int] = defaultdict(int)
    for one in listed:
        for each in one.sums:
            sums[each.currency] += each.hundredths
    return [Cash(hundredths, currency) for currency, hundredths in sorted(sums.items())]


def taken_of_late(tx: Transaction, context: Context) -> list[TakenCash]:
    listed = []
    for hand_in in cash.recent_hand_ins(tx, tx.now - _RECENT):
        taker = people.get(tx, hand_in.entry.by)
        rider = name_of(tx, context, hand_in.entry.rider)
        listed.append(TakenCash(hand_in, rider, taker.first_name if taker else ""))
    return listed


def refusal(
    tx: Transaction, person: Person, rider: RiderUuid, amount: Cash, as_of: int
) -> NotTaken | None:
    """Return why a person cannot take an amount from a rider, or `None` if they can.

    `as_of` is the rider's last hand-in when the amount was offered. Of two people who take it at
    the same time, or of two taps, only one succeeds.
    """
    if person.rider == rider:
        return NotTaken.FROM_THEMSELVES
    if cash.last_hand_in(tx, rider, amount.currency) != as_of:
        return NotTaken.TAKEN_MEANWHILE
    is_carried = amount.hundredths <= cash.carried(tx, rider, amount.currency).hundredths
    return None if is_carried else NotTaken.TOO_MUCH


def receive(
    tx: Transaction,
    person: Person,
    rider: RiderUuid,
    amount: Cash,
    as_of: int,
    reason: str | None = None,
) -> NotTaken | bool:
    """Record that a person took cash from a rider, and ask the rider to confirm it.

    Return whether the rider could be asked, or why the hand-in is refused.
    """
    # The lock keeps the ledger unchanged between the check and the entry.
    cash.alone(tx)
    refused = refusal(tx, person, rider, amount, as_of)
    if refused is not None:
        return refused
    by = person.user_id
    entry = cash.add(tx, EntryKind.HANDED_IN, rider, amount, by)
    if reason is not None:
        cash.give_reason(tx, entry, reason)
    audit.record(tx, by, "receive_cash", None, f"{amount.amount:f} {amount.currency}".strip())
    rider_person = people.rider_person(tx, rider)
    if rider_person is None or not rider_person.reachable:
        return False
    say = Words(rider_person.language)
    question = rider_texts.is_it_right(say, person.first_name, amount, entry, reason)
    notice = Say(chat_id=rider_person.user_id, message=question)
    notices.post(tx, notice, effect_keys.hand_in(entry), urgency=Urgency.NEWS)
    return True
