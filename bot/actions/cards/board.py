"""The board: what is open, as last seen, and what today has brought.

A chat has one board that is kept current, in steps of some seconds, behind everything else that is
said there.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta, tzinfo

from bot.actions import effect_keys, notices
from bot.actions.cards import fleet_counts
from bot.actions.follow_ups import digest_cards
from bot.actions.notice_kinds import PinCard, ShowCard, Urgency, View
from bot.actions.snapshots import oldest_first, snapshot
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.business_day import midnight
from bot.domain.limits import BOARD_LASTS, LATE_AFTER
from bot.fleet import Delivery, State
from bot.identifiers import DeliveryUuid
from bot.store import boards, cards, deliveries, failed_attempts, undelivered
from bot.store.boards import LivingBoard
from bot.store.undelivered import Outcome
from bot.texts.dispatcher import board as texts
from bot.texts.dispatcher.board import Counts, Overdue
from bot.texts.group import announcements as group_texts
from bot.texts.html import Html
from bot.texts.message import Message

STEP = timedelta(seconds=5)
"""How often at most a board is edited."""

GROUP_STEP = timedelta(seconds=10)
"""And in a group, which takes twenty messages a minute: its board must leave room for the rest."""


@dataclass(frozen=True, slots=True)
class Board:
    """Every open delivery, the oldest first, how many stand where, and what is late."""

    counts: Counts
    open: list[Delivery]
    late: list[Overdue]


def look(tx: Transaction, zone: tzinfo) -> Board:
    """Return the board as things are known; the day is that of the business's zone."""
    rows, since = deliveries.all_open(tx), midnight(tx.now, zone)
    open_now = oldest_first(map(snapshot, rows))
    states = Counter(delivery.state for delivery in open_now)
    unassigned = sum(
        delivery.state is State.PENDING and delivery.rider is None for delivery in open_now
    )
    # When a row was seen is not when its delivery ended: a look may find it a day later.
    ended = deliveries.ended_since(tx, State.DELIVERED, since)
    dropped_off = [snapshot(row).dropoff_at or row.seen_at for row in ended]
    counts = Counts(
        unassigned=unassigned,
        for_pickup=states[State.PENDING] - unassigned + states[State.AWAITING_PICKUP],
        accepted=states[State.ACCEPTED],
        on_the_way=states[State.IN_TRANSIT] + states[State.FAILED],
        delivered=sum(moment is not None and moment >= since for moment in dropped_off),
        failed_attempts=failed_attempts.count(tx, since),
    )
    # What a customer was told would come by now, the earliest time first.
    late = [
        Overdue(snapshot(row), row.again_at)
        for row in rows
        if row.outcome == Outcome.AGAIN and row.again_at and tx.now - row.again_at >= LATE_AFTER
    ]
    late.sort(key=lambda each: each.promised_at)
    return Board(counts, open_now, late)


def open_deliveries(tx: Transaction) -> list[Delivery]:
    return oldest_first(snapshot(row) for row in deliveries.all_open(tx))


def show(tx: Transaction, chat_id: int, cause: EffectKey, *, is_fresh: bool) -> None:
    """Send a chat its board, pinned where that can be; the one before it rests from now on."""
    # A chat has one board that is kept current.
    for former in boards.end(tx, chat_id):
        _rest(tx, chat_id, former, cause)
    begun = boards.begin(tx, chat_id, tx.now + BOARD_LASTS, is_fresh=is_fresh)
    card = _card(begun, quiet=True)
    notices.post(tx, card, effect_keys.board(cause), urgency=Urgency.ANSWER)
    _pin(tx, card, effect_keys.board_pinned(cause), is_pinned=True)


def turn(
    tx: Transaction, chat_id: int, message_id: int, page: int, cause: EffectKey, is_fresh: bool
) -> bool:
    """Show another page of the board that a message is; `False` if it is not kept current."""
    card = cards.at(tx, chat_id, message_id)
    board = boards.get(tx, card.delivery) if card and card.view == View.BOARD else None
    if board is None:
        return False
    if board.ends_at <= tx.now:
        _rest(tx, chat_id, board.uuid, cause)
        return False
    boards.turn(tx, board, page, is_fresh=is_fresh)
    notices.post(tx, _card(board), effect_keys.board(cause), urgency=Urgency.ANSWER)
    return True


def look_for_late(tx: Transaction, within: timedelta) -> None:
    """Let boards show what has become late by time alone, since a while ago."""
    if undelivered.promised_between(tx, tx.now - LATE_AFTER - within, tx.now - LATE_AFTER):
        refresh(tx, is_news=False)


def refresh(tx: Transaction, *, is_news: bool = True) -> None:
    """Bring every board up to date that is kept current, soon.

    It is news that a webhook has told something: then the fleet service is there.
    """
    for board in boards.living(tx):
        if is_news and not board.is_fresh:
            boards.turn(tx, board, board.page, is_fresh=True)
        at = notices.next_step(tx.now, GROUP_STEP if board.chat_id < 0 else STEP)
        key = effect_keys.living_step(board.chat_id, board.uuid, at, tx.process.shifts)
        notices.post(tx, _card(board, quiet=True), key, due_at=at)


def _rest(tx: Transaction, chat_id: int, former: str, cause: EffectKey) -> None:
    """Take the buttons from a board, and from over the chat what was pinned there."""
    key = effect_keys.board_rests(cause, former)
    rests = ShowCard(chat_id=chat_id, delivery=DeliveryUuid(former), view=View.BOARD, create=False)
    notices.post(tx, rests, key)
    _pin(tx, rests, effect_keys.board_pinned(key), is_pinned=False)


def _card(board: LivingBoard, *, quiet: bool = False) -> ShowCard:
    uuid = DeliveryUuid(board.uuid)
    return ShowCard(chat_id=board.chat_id, delivery=uuid, view=View.BOARD, quiet=quiet)


def _pin(tx: Transaction, card: ShowCard, key: EffectKey, *, is_pinned: bool) -> None:
    pin = PinCard(chat_id=card.chat_id, delivery=card.delivery, view=card.view, is_pinned=is_pinned)
    notices.post(tx, pin, key)


def card(tx: Transaction, chat_id: int, uuid: str, zone: tzinfo) -> Message | None:
    """Return what a chat's board shows; `None` where nobody dispatches any more."""
    board, say = boards.get(tx, uuid), digest_cards.words_in(tx, chat_id)
    if board is None or say is None:
        return None
    if board.ends_at <= tx.now:
        return texts.rests(say)
    if chat_id < 0:
        return group_texts.counts(say, deliveries.open_by_state(tx))
    seen, in_account = look(tx, zone), fleet_counts.kept(tx)
    return texts.board(
        say,
        seen.counts,
        seen.open,
        board.page,
        tx.now,
        is_fresh=board.is_fresh,
        in_all=texts.in_all(say, in_account.counts, in_account.told_at) if in_account else Html(),
        late=seen.late,
    )
