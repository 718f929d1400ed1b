"""Messages about deliveries that stand in chats, but were missing in the database."""

from collections.abc import Iterable
from datetime import datetime

from pydantic import BaseModel

from bot.actions import conversation_cards, effect_keys, notices
from bot.actions.cards import rider_cards
from bot.actions.follow_ups import digests
from bot.actions.notice_kinds import ShowCard, View
from bot.base.database.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store import cards, deliveries, job_words, people
from bot.store.cards import Card
from bot.store.digests import Digest, DigestKind


class SentMessage(BaseModel, frozen=True):
    """A message about a delivery: a card with its `view`, or words that go with the job.

    A digest has its kind in `digest`.
    """

    chat_id: int
    message_id: int
    delivery: DeliveryUuid
    view: View | None
    digest: DigestKind | None = None
    rang_for: datetime | None = None
    sent_at: datetime


def take_in(tx: Transaction, sent: SentMessage) -> None:
    """Record a message as the chat's card of a delivery, or as words that go with the job.

    Of two messages of the same card the later one stays. Words whose job has gone are deleted.
    """
    if sent.view is None:
        # A change that ends the job deletes the words that it finds. On a server it may commit at
        # the same time as this transaction, and each would miss what the other just wrote.
        deliveries.hold(tx, sent.delivery)
        if is_late(tx, sent.chat_id, sent.delivery):
            notices.erase(tx, sent.chat_id, sent.message_id)
        else:
            job_words.add(tx, sent.chat_id, sent.message_id, sent.delivery)
    else:
        _take_in_card(tx, sent, sent.view)


def bring_up_to_date(tx: Transaction, sent: SentMessage) -> None:
    """Record a card that is unknown, and update it without a sound.

    The cards of digests go through `bring_digests_up_to_date` instead.
    """
    if sent.view is None or sent.view is View.DIGEST:
        return
    if cards.at(tx, sent.chat_id, sent.message_id) is None:
        _keep_and_show(tx, sent, sent.view)


def bring_digests_up_to_date(tx: Transaction, found: Iterable[SentMessage]) -> None:
    """Record unknown digests and update them without a sound, once the deliveries are up to date.

    Each becomes the living digest of its kind, with the deliveries that belong to it now.
    """
    taken_over: dict[str, Digest] = {}
    for sent in found:
        if sent.digest is None or cards.at(tx, sent.chat_id, sent.message_id) is not None:
            continue
        digest = digests.take_over(tx, sent.digest, sent.chat_id, sent.sent_at)
        if digest is not None:
            taken_over[digest.uuid] = digest
            delivery = DeliveryUuid(digest.uuid)
            _keep_and_show(tx, sent.model_copy(update={"delivery": delivery}), View.DIGEST)
    for digest in taken_over.values():
        digests.end_if_empty(tx, digest)


def _keep_and_show(tx: Transaction, sent: SentMessage, view: View) -> None:
    _take_in_card(tx, sent, view)
    key = effect_keys.found(sent.chat_id, sent.message_id)
    notices.put_right(tx, sent.chat_id, sent.delivery, view, key)


def show_unshown_jobs(tx: Transaction) -> None:
    """Send riders those of their open jobs that no message in their chat shows."""
    for row in deliveries.all_open(tx):
        rider = people.rider_person(tx, row.rider) if row.rider else None
        if rider is None or rider_cards.message_of(tx, rider.user_id, row.uuid, View.RIDER):
            continue
        notice = ShowCard(
            chat_id=rider.user_id, delivery=row.uuid, view=View.RIDER, fresh=True, is_news=True
        )
        notices.post(tx, notice, effect_keys.unshown(rider.user_id, row.uuid, row.revision))


def is_late(tx: Transaction, chat_id: int, job: DeliveryUuid) -> bool:
    """Tell whether words that go with a job are for a rider who no longer has it."""
    row, rider = deliveries.get(tx, job), people.get(tx, chat_id)
    return row is None or rider is None or not conversation_cards.brings(rider, row)


def _take_in_card(tx: Transaction, sent: SentMessage, view: View) -> None:
    card = cards.get(tx, sent.chat_id, sent.delivery, view)
    if card is not None and card.message_id == sent.message_id:
        return
    # Message numbers grow, so the higher number was sent later.
    if card is not None and card.message_id > sent.message_id:
        notices.erase(tx, sent.chat_id, sent.message_id, sent.sent_at)
        return
    if card is not None:
        notices.erase(tx, sent.chat_id, card.message_id, card.sent_at)
    newest = Card(
        sent.chat_id,
        sent.delivery,
        view,
        sent.message_id,
        # The present content is unknown; "" differs from any content, so the next show edits it.
        shown="",
        rang_for=sent.rang_for,
        sent_at=sent.sent_at,
    )
    cards.save(tx, newest)
