"""The fate of a parcel that could not be delivered: again later, back to the shop, or left.

The contract has no field for this: only its code ends a drop-off, and only a dispatcher cancels.
"""

from datetime import datetime, timedelta

from bot.actions import effect_keys, notices
from bot.actions.access import Action, may
from bot.actions.follow_ups import ready_times
from bot.actions.news import OUTCOME, OUTCOME_FOR_SHOP, OUTCOME_FOR_STAFF
from bot.actions.notice_kinds import Say, ShowCard, Urgency, View
from bot.actions.recipients import contacts, readers
from bot.actions.rider import code_questions, rounds
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import Delivery, Receiver, State
from bot.identifiers import DeliveryUuid
from bot.store import audit, dialogs, problem_reports, takers, undelivered
from bot.store.dialogs import Question
from bot.store.job_kind import JobKind
from bot.store.undelivered import Outcome
from bot.texts import undelivered as texts
from bot.texts.message import Message
from bot.texts.names import rider_name
from bot.texts.words import Words

CONFIRMED_WITHIN = timedelta(hours=1)
"""The time after which a receiver is asked again to confirm a parcel that was left for them."""


class ReceiptQuestion(Question):
    """The question to a receiver for the code of a parcel that was left for them."""

    name = "receipt_code"
    lasts = timedelta(hours=1)

    delivery: DeliveryUuid


def can_be_said(person: Person, row: DeliveryRow) -> bool:
    """Tell whether this rider has the parcel, and may decide its fate."""
    return rounds.brings(person, row) and may(person, Action.REPORT_PROBLEM, row)


def ask_receiver(tx: Transaction, person: Person, row: DeliveryRow, key: EffectKey) -> None:
    """Ask a receiver for the code, in place of the message that says who has the parcel."""
    ReceiptQuestion(delivery=row.uuid).ask(tx, person.user_id)
    code_questions.show_prompt(tx, person.user_id, row.uuid, key)


def asks_receiver(tx: Transaction, person: Person, row: DeliveryRow) -> Message:
    """Return the question to a receiver who has not confirmed a parcel left for them."""
    say, dialog = Words(person.language), dialogs.current(tx, person.user_id)
    question = None
    if dialog is not None and dialog.name == ReceiptQuestion.name:
        question = ReceiptQuestion.read(dialog)
    if question is not None and question.delivery == row.uuid:
        return texts.ask_for_code(say, row.order_number)
    return texts.tell_customer(say, row, snapshot(row))


def as_brought(row: DeliveryRow) -> Delivery:
    """Return a delivery as its rider brings it: a parcel that goes back has its sender as stop."""
    delivery = snapshot(row)
    if row.outcome not in {Outcome.BACK, Outcome.RETURNED}:
        return delivery
    shop, points = delivery.sender, delivery.coordinates
    places = points.model_copy(update={"receiver": points.sender})
    receivers = (Receiver.model_validate(shop.model_dump()),) if shop else ()
    changes = {"receivers": receivers, "coordinates": places, "fee": None, "note": ""}
    return delivery.model_copy(update=changes)


def say(
    tx: Transaction,
    person: Person,
    row: DeliveryRow,
    outcome: Outcome,
    key: EffectKey,
    *,
    again_at: datetime | None = None,
    left_with: str | None = None,
    photo: str | None = None,
) -> None:
    """Keep what a rider does with a parcel, put its stop last, and tell the people concerned.

    The receiver hears it. The shop hears of a parcel that goes back, too, and all dispatchers of
    one that is not tried again.
    """
    end(tx, row)  # a former outcome must not remind anybody
    if outcome is Outcome.LEFT:
        again_at = tx.now + CONFIRMED_WITHIN
    attempt = (row.attempt or 1) + (outcome is Outcome.AGAIN)
    undelivered.put(
        tx, row.uuid, person.as_rider, outcome, attempt, again_at=again_at, left_with=left_with
    )
    problem_reports.solve(tx, row.uuid, person.as_rider)
    audit.record(tx, person.user_id, "say_outcome", row.uuid, outcome)
    rounds.put_last(tx, person, row)  # the next stop comes first on the card
    changed = _show(tx, row)
    code_questions.show_rider(tx, person, row.uuid)
    key = effect_keys.outcome(key)
    is_heard = readers.tell(
        tx,
        OUTCOME,
        changed,
        lambda say, delivery: texts.tell_customer(say, changed, delivery, photo),
        key,
        # The question for the code replaces this message.
        becomes=View.CODE_PROMPT if outcome is Outcome.LEFT else None,
    )
    if again_at is not None and outcome is Outcome.AGAIN:
        message = texts.try_again(Words(person.language), changed)
        under = (row.uuid, View.RIDER)
        reminder = Say(chat_id=person.user_id, message=message, under=under, with_job=row.uuid)
        again = effect_keys.try_again(row.uuid, again_at)
        notices.add_later(tx, reminder, again, again_at, Urgency.DOOR)
    if again_at is not None and outcome is Outcome.LEFT:
        for receiver in readers.of(tx, OUTCOME, changed):
            question = ShowCard(
                chat_id=receiver.chat_id, delivery=row.uuid, view=View.CODE_PROMPT, fresh=True
            )
            unconfirmed = _unconfirmed(receiver.chat_id, changed, again_at)
            notices.add_later(tx, question, unconfirmed, again_at, Urgency.NEWS)
    if outcome is Outcome.BACK:

        def comes_back(say: Words, delivery: Delivery) -> Message:
            return texts.tell_shop(say, changed, rider_name(delivery))

        readers.tell(tx, OUTCOME_FOR_SHOP, changed, comes_back, key)
    if outcome is not Outcome.AGAIN:
        _tell_staff(tx, changed, key, is_heard=bool(is_heard))


def bring(tx: Transaction, person: Person, row: DeliveryRow) -> None:
    """Forget the outcome of a parcel, because the rider delivers it now."""
    end(tx, row)
    undelivered.drop(tx, row.uuid)
    audit.record(tx, person.user_id, "say_outcome", row.uuid, texts.BRING)
    rounds.put_first(tx, person, row)
    _show(tx, row)
    code_questions.show_rider(tx, person, row.uuid)


def came_back(tx: Transaction, by: int, row: DeliveryRow, key: EffectKey) -> bool:
    """Note that the shop has a parcel back; `False` if it does not return, or is there already."""
    if row.outcome != Outcome.BACK or row.rider is None:
        return False
    undelivered.put(tx, row.uuid, row.rider, Outcome.RETURNED, row.attempt or 1)
    audit.record(tx, by, "say_outcome", row.uuid, Outcome.RETURNED)
    _tell_staff(tx, _show(tx, row), effect_keys.outcome(key), is_heard=True)
    return True


def follow(tx: Transaction, row: DeliveryRow | None, after: DeliveryRow) -> None:
    """Forget the outcome of a parcel that is over or has another rider, but not who took it."""
    if row is not None and row.outcome and not (after.is_open and after.outcome):
        if row.left_with and row.rider and after.state == State.DELIVERED:
            takers.put(tx, row.uuid, row.rider, row.left_with)
        end(tx, row)
        undelivered.drop(tx, row.uuid)


def end(tx: Transaction, row: DeliveryRow) -> None:
    """End the reminders of a delivery's outcome, and the question to confirm it."""
    at = row.again_at or tx.now
    if row.outcome == Outcome.AGAIN:
        jobs.withdraw(tx, JobKind.NOTICE, effect_keys.try_again(row.uuid, at))
    if row.outcome == Outcome.LEFT:
        for receiver in readers.of(tx, OUTCOME, row):
            chat = receiver.chat_id
            jobs.withdraw(tx, JobKind.NOTICE, _unconfirmed(chat, row, at))
            key = effect_keys.card(
                chat, row.uuid, View.CODE_PROMPT, row.revision, fresh=False, create=False
            )
            code_questions.take_prompt(tx, chat, row.uuid, key)


def _unconfirmed(receiver: int, row: DeliveryRow, at: datetime) -> EffectKey:
    return effect_keys.to(effect_keys.left_unconfirmed(row.uuid, at), receiver)


def _show(tx: Transaction, row: DeliveryRow) -> DeliveryRow:
    """Update every card that shows the delivery."""
    changed = ready_times.refresh(tx, row)
    contacts.refresh_cards(tx, changed)
    return changed


def _tell_staff(tx: Transaction, row: DeliveryRow, key: EffectKey, *, is_heard: bool) -> None:
    name = rider_name(snapshot(row)) or "?"
    readers.tell(
        tx,
        OUTCOME_FOR_STAFF,
        row,
        lambda say, _: texts.tell_staff(say, row, name, is_heard=is_heard),
        effect_keys.told_staff(key, "outcome"),
        in_groups=lambda say: texts.tell_staff(say, row, name, is_heard=is_heard, in_group=True),
    )
