"""The fate of a parcel that could not be delivered: again later, back to the shop, or left.

The contract has nothing of this: a drop-off ends by its code alone, and only a dispatcher cancels.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from bot.actions import effect_keys, notices
from bot.actions.access import Action, may
from bot.actions.follow_ups import ready_times
from bot.actions.notice_kinds import Say, ShowCard, Urgency, View
from bot.actions.recipients import shops, staff
from bot.actions.rider import code_questions, rounds
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import Delivery, Receiver, State
from bot.identifiers import DeliveryUuid
from bot.store import audit, dialogs, people, problem_reports, subscriptions, takers, undelivered
from bot.store.dialogs import Question
from bot.store.job_kind import JobKind
from bot.store.subscriptions import SENDER
from bot.store.undelivered import Outcome
from bot.texts import undelivered as texts
from bot.texts.message import Message
from bot.texts.names import rider_name
from bot.texts.words import Words

CONFIRMED_WITHIN = timedelta(hours=1)
"""After this a receiver is asked once more to confirm what was left for them."""


class ReceiptQuestion(Question):
    """A receiver is asked for the code of what was left for them."""

    name = "receipt_code"
    lasts = timedelta(hours=1)

    delivery: DeliveryUuid


def can_be_said(person: Person, row: DeliveryRow) -> bool:
    """Tell whether this rider has the parcel, and may say what becomes of it."""
    return rounds.brings(person, row) and may(person, Action.REPORT_PROBLEM, row)


def ask_receiver(tx: Transaction, person: Person, row: DeliveryRow, key: EffectKey) -> None:
    """Ask a receiver for the code, in place of the message that says with whom it was left."""
    ReceiptQuestion(delivery=row.uuid).ask(tx, person.user_id)
    prompt = ShowCard(
        chat_id=person.user_id,
        delivery=row.uuid,
        view=View.CODE_PROMPT,
        fresh=True,
        quiet=True,
    )
    notices.post(tx, prompt, effect_keys.code_prompt(key), urgency=Urgency.ANSWER)


def asks_receiver(tx: Transaction, person: Person, row: DeliveryRow) -> Message:
    """Return the question to a receiver who has not confirmed what was left for them."""
    say, dialog = Words(person.language), dialogs.current(tx, person.user_id)
    question = None
    if dialog is not None and dialog.name == ReceiptQuestion.name:
        question = ReceiptQuestion.read(dialog)
    if question is not None and question.delivery == row.uuid:
        return texts.ask_for_code(say, row.order_number)
    return texts.tell_customer(say, row, snapshot(row))


def as_brought(row: DeliveryRow) -> Delivery:
    """Return a delivery as its rider brings it: what goes back has its sender as the next stop."""
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
    """Keep what a rider does with a parcel, and tell whom it concerns; the next stop comes first.

    The receiver hears it, of what goes back its shop, and of what is not tried again all who
    dispatch.
    """
    end(tx, row)  # what was said before reminds nobody any more
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
    is_heard = _tell_receivers(tx, changed, key, photo)
    if again_at is not None and outcome is Outcome.AGAIN:
        message = texts.try_again(Words(person.language), changed)
        under = (row.uuid, View.RIDER)
        reminder = Say(chat_id=person.user_id, message=message, under=under, with_job=row.uuid)
        again = effect_keys.try_again(row.uuid, again_at)
        notices.add_later(tx, reminder, again, again_at, Urgency.DOOR)
    if again_at is not None and outcome is Outcome.LEFT:
        _remind_receivers(tx, changed, again_at)
    if outcome is Outcome.BACK:
        _tell_shop(tx, changed, key)
    if outcome is not Outcome.AGAIN:
        _tell_staff(tx, changed, key, is_heard=is_heard)


def bring(tx: Transaction, person: Person, row: DeliveryRow) -> None:
    """Let it be as if nothing had been said: the rider delivers it now."""
    end(tx, row)
    undelivered.drop(tx, row.uuid)
    audit.record(tx, person.user_id, "say_outcome", row.uuid, texts.BRING)
    rounds.put_first(tx, person, row)
    _show(tx, row)
    code_questions.show_rider(tx, person, row.uuid)


def came_back(tx: Transaction, by: int, row: DeliveryRow, key: EffectKey) -> bool:
    """Note that the shop has a parcel back; `False` if it does not come back, or is there."""
    if row.outcome != Outcome.BACK or row.rider is None:
        return False
    undelivered.put(tx, row.uuid, row.rider, Outcome.RETURNED, row.attempt or 1)
    audit.record(tx, by, "say_outcome", row.uuid, Outcome.RETURNED)
    _tell_staff(tx, _show(tx, row), effect_keys.outcome(key), is_heard=True)
    return True


def follow(tx: Transaction, row: DeliveryRow | None, after: DeliveryRow) -> None:
    """Forget what was said of what is over, or another rider's by now; but not who took it."""
    if row is not None and row.outcome and not (after.is_open and after.outcome):
        if row.left_with and row.rider and after.state == State.DELIVERED:
            takers.put(tx, row.uuid, row.rider, row.left_with)
        end(tx, row)
        undelivered.drop(tx, row.uuid)


def end(tx: Transaction, row: DeliveryRow) -> None:
    """Let nobody be reminded of what was said of a delivery, nor asked to confirm it."""
    at = row.again_at or tx.now
    if row.outcome == Outcome.AGAIN:
        jobs.withdraw(tx, JobKind.NOTICE, effect_keys.try_again(row.uuid, at))
    if row.outcome == Outcome.LEFT:
        for person in _receivers(tx, row.uuid):
            jobs.withdraw(tx, JobKind.NOTICE, _unconfirmed(person, row, at))
            key = effect_keys.card(
                person.user_id, row.uuid, View.CODE_PROMPT, row.revision, fresh=False, create=False
            )
            code_questions.take_prompt(tx, person.user_id, row.uuid, key)


def _unconfirmed(person: Person, row: DeliveryRow, at: datetime) -> EffectKey:
    return effect_keys.to(effect_keys.left_unconfirmed(row.uuid, at), person.user_id)


def _show(tx: Transaction, row: DeliveryRow) -> DeliveryRow:
    """Bring every card up to date that shows it."""
    changed = ready_times.refresh(tx, row)
    for subscription in subscriptions.of_delivery(tx, row.uuid):
        notices.show_card(tx, subscription.user_id, changed, View.CUSTOMER, create=False)
    return changed


def _receivers(tx: Transaction, delivery: DeliveryUuid) -> Iterator[Person]:
    for subscription in subscriptions.of_delivery(tx, delivery):
        person = people.get(tx, subscription.user_id)
        if person is not None and person.reachable and subscription.party != SENDER:
            yield person


def _tell_receivers(
    tx: Transaction, row: DeliveryRow, key: EffectKey, photo: str | None = None
) -> bool:
    """Tell the receivers; `False` where none of them is here."""
    receivers = list(_receivers(tx, row.uuid))
    for person in receivers:
        news = Say(
            chat_id=person.user_id,
            message=texts.tell_customer(Words(person.language), row, snapshot(row), photo),
            under=(row.uuid, View.CUSTOMER),
            # The question for the code takes the place of this message.
            becomes=View.CODE_PROMPT if row.outcome == Outcome.LEFT else None,
        )
        notices.post(tx, news, effect_keys.to(key, person.user_id), urgency=Urgency.DOOR)
    return bool(receivers)


def _remind_receivers(tx: Transaction, row: DeliveryRow, at: datetime) -> None:
    for person in _receivers(tx, row.uuid):
        reminder = ShowCard(
            chat_id=person.user_id, delivery=row.uuid, view=View.CODE_PROMPT, fresh=True
        )
        notices.add_later(tx, reminder, _unconfirmed(person, row, at), at, Urgency.NEWS)


def _tell_shop(tx: Transaction, row: DeliveryRow, key: EffectKey) -> None:
    for chat in shops.chats(tx, row):
        message = texts.tell_shop(chat.say, row, rider_name(snapshot(row)))
        under = None if chat.is_group else (row.uuid, View.CUSTOMER)
        notice = Say(chat_id=chat.chat_id, message=message, topic=chat.topic, under=under)
        notices.post(tx, notice, effect_keys.to(key, chat.chat_id), urgency=Urgency.DOOR)


def _tell_staff(tx: Transaction, row: DeliveryRow, key: EffectKey, *, is_heard: bool) -> None:
    name = rider_name(snapshot(row)) or "?"
    staff.tell(
        tx,
        row.uuid,
        lambda say: texts.tell_staff(say, row, name, is_heard=is_heard),
        effect_keys.told_staff(key, "outcome"),
        in_groups=lambda say: texts.tell_staff(say, row, name, is_heard=is_heard, in_group=True),
    )
