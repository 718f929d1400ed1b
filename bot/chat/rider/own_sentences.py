"""The sentences that riders say in their own words, on the way and at the door."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from bot.actions import effect_keys
from bot.actions.customer import subscriptions
from bot.actions.follow_ups import undelivered
from bot.actions.notice_kinds import View
from bot.actions.order_numbers import tidy
from bot.actions.rider import code_questions, problem_reports, rounds, said_codes
from bot.actions.rider.codes import Stage
from bot.actions.rider.pickups import without_those_shown_together
from bot.base.database.transaction import Transaction
from bot.chat.handler import as_typed
from bot.chat.own_words import own_words
from bot.chat.passing_on import attachment, pass_on, pass_on_beside, say_to_person
from bot.chat.rider import at_door, customer_words, duty, jobs, round_card
from bot.chat.rider.codes import code_said
from bot.chat.rider.door_photo import photo_sent
from bot.chat.rider.handover import ask_what_is_there
from bot.chat.rider.undelivered import offer_left
from bot.chat.turn import Turn
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import State
from bot.parsing.intents.intent import Intent
from bot.parsing.intents.reader import Reading
from bot.parsing.intents.urgent import is_urgent
from bot.store.problem_reports import Reason
from bot.texts.rider import problem_reports as problem_texts
from bot.texts.rider import replies as texts

_STAGES = {Intent.DONE: Stage.DROPOFF, Intent.COLLECTED: Stage.PICKUP}
_NEW = {State.PENDING, State.AWAITING_PICKUP}
_AT_STAGE = {Stage.DROPOFF: {State.IN_TRANSIT}, Stage.PICKUP: {*_NEW, State.ACCEPTED}}
_REASONS: Mapping[Intent, Reason] = {
    Intent.NOT_HOME: Reason.NOT_HOME,
    Intent.WRONG_ADDRESS: Reason.WRONG_ADDRESS,
    Intent.REFUSED: Reason.REFUSED,
    Intent.DAMAGED: Reason.DAMAGED,
}
_TROUBLES = (Intent.DECLINE, *_REASONS)
_A_NUMBER_AND_A_WORD = 3
_WORD = re.compile(r"\w+")


async def listen(turn: Turn, reading: Reading) -> bool:
    """Do what a rider means; return `False` if the bot does not know it."""
    said = await turn.context.database.read(said_codes.read, turn.person, turn.text)
    # An order number by itself is no code, nor is a number that somebody else has written.
    if turn.is_by_them and said.without_orders():
        await code_said(turn)
        return True
    if await photo_sent(turn):
        return True
    cannot_wait = is_urgent(turn.text, turn.person.language) and not reading.means(Intent.CANCEL)
    if not cannot_wait:
        if _says_only(reading, Intent.JOBS):
            return await as_typed(turn, jobs.JOBS)
        is_in_trouble = any(reading.means(trouble) for trouble in _TROUBLES)
        speaks_of_duty = _says_only(reading, Intent.OFF_DUTY) or _says_only(reading, Intent.ON_DUTY)
        if speaks_of_duty and not is_in_trouble:
            return await as_typed(turn, duty.DUTY)
    plan = await turn.context.database.read(_plan, turn, reading)
    if plan is not None:
        await turn.settle(plan)
    elif cannot_wait:
        await pass_on(turn)
    return plan is not None or cannot_wait


def _says_only(reading: Reading, intent: Intent) -> bool:
    return reading.means(intent) and not reading.says_more_than(intent)


Plan = Callable[[Transaction], None]
"""The transaction that ends a turn, chosen by reading first."""


def _plan(tx: Transaction, turn: Turn, reading: Reading) -> Plan | None:
    mine = rounds.working_order(tx, turn.person)
    words = {tidy(word) for word in _WORD.findall(turn.text)}
    named = [row for row in mine if tidy(row.order_number) in words]
    if any(map(reading.means, (Intent.LEFT_WITH, *_STAGES))):
        return _what_is_done(turn, reading, named or mine)
    moved = round_card.plan(turn, reading, named, mine)
    troubles = [intent for intent in _TROUBLES if reading.means(intent) and not moved]
    if troubles and mine:
        return partial(_offer_report, turn, named or mine, troubles[0])
    plan = (
        moved
        or _told_customer(tx, turn, reading, named or mine)
        or at_door.plan(turn, reading, named or mine)
    )
    if plan is not None:
        return plan
    new = [row for row in named or mine if row.state in _NEW]
    # “Copy” or “on my way” means the new job that was shown, if there is no other job.
    is_agreed = _says_only(reading, Intent.THANKS) and len(new) == len(mine)
    if new and (reading.means(Intent.ACCEPT) or is_agreed):
        shown = new if named else without_those_shown_together(new)
        return partial(_show, turn, shown, alone=bool(named))
    if _says_only(reading, Intent.CONTACT) and mine:
        return partial(_show, turn, named or mine[:1])
    is_only_named = reading.words <= _A_NUMBER_AND_A_WORD and attachment(turn) is None
    return partial(_show, turn, named) if named and is_only_named else None


def _what_is_done(turn: Turn, reading: Reading, rows: list[DeliveryRow]) -> Plan | None:
    """Plan to ask for the code of a delivery or pickup; a hand-over between riders needs none.

    A rider who has left a parcel with somebody may have no code: without a named order, the next
    stop is meant.
    """
    left = [row for row in rows if undelivered.can_be_said(turn.person, row)]
    if reading.means(Intent.LEFT_WITH) and left:
        return partial(offer_left, turn, left[0])
    handed_over = [row for row in rows if row.holder]
    if handed_over and reading.means(Intent.COLLECTED):
        return partial(ask_what_is_there, turn, handed_over)
    for intent, stage in _STAGES.items():
        due = [row for row in rows if row.state in _AT_STAGE[stage]]
        if reading.means(intent):
            return partial(_ask_for_code, turn, reading, intent, due) if due else None
    return None


def _told_customer(
    tx: Transaction, turn: Turn, reading: Reading, rows: list[DeliveryRow]
) -> Plan | None:
    """Plan to offer a rider's words to the customer of their only parcel on the way."""
    under_way = [row for row in rows if row.state == State.IN_TRANSIT]
    if len(under_way) != 1 or not reading.means(Intent.TELL_CUSTOMER):
        return None
    words = reading.behind(Intent.TELL_CUSTOMER, turn.text)
    receiver = subscriptions.receiver_of(tx, under_way[0])
    if receiver is None or not words or attachment(turn) is not None:
        return None
    return partial(customer_words.offer, turn, under_way[0], receiver, words)


def _ask_for_code(
    turn: Turn, reading: Reading, intent: Intent, rows: list[DeliveryRow], tx: Transaction
) -> None:
    """Ask for the code of the order, or which of several it is; pass any other words on."""
    question, stage = code_questions.current(tx, turn.person.user_id), _STAGES[intent]
    asked = next((row for row in rows if question and row.uuid == question.delivery), None)
    if asked is not None or len(rows) == 1:
        row = asked or rows[0]
        stopped = code_questions.ask_for_code(tx, turn.person, row, stage, turn.job.key)
        if stopped is not None:
            turn.reply(tx, stopped)
    else:
        orders = [(row.uuid, row.order_number) for row in rows]
        turn.reply(tx, texts.which_is_done(turn.say, stage, orders))
    if reading.says_more_than(intent):
        pass_on_beside(tx, turn)


def _offer_report(turn: Turn, rows: list[DeliveryRow], trouble: Intent, tx: Transaction) -> None:
    """Pass the words on at once; if one order is meant, offer to report the trouble, too.

    A report also tells the order's customers.
    """
    reasons = problem_reports.reasons(State(rows[0].state)) if len(rows) == 1 else ()
    if trouble is Intent.DECLINE and Reason.DECLINED in reasons:
        pass_on_beside(tx, turn, rows[0].uuid)
        turn.reply(tx, problem_texts.why_declined(turn.say, rows[0]))
    elif trouble in _REASONS and _REASONS[trouble] in reasons:
        is_told = pass_on_beside(tx, turn, rows[0].uuid)
        offer = problem_texts.offer(turn.say, rows[0], _REASONS[trouble], is_told=is_told)
        turn.reply(tx, offer)
    else:
        say_to_person(tx, turn, own_words(tx, turn), rows[0].uuid if len(rows) == 1 else None)


def _show(turn: Turn, rows: Sequence[DeliveryRow], tx: Transaction, *, alone: bool = True) -> None:
    """Send the cards of orders: each on a card of its own, or as the chat shows them."""
    for row in rows:
        key = effect_keys.card_asked_for(turn.job.key, row.uuid)
        turn.send_card(tx, row.uuid, View.RIDER, key, alone=alone)
