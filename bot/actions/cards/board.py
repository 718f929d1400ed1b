"""The board: the open deliveries, as last seen, and today's counts.

A chat has one board that is kept up to date, every few seconds, with the lowest urgency of all
messages there.
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
"""The shortest time between two edits of a board."""

GROUP_STEP = timedelta(seconds=10)
"""The same in a group, which takes only twenty messages a minute for everything."""


@dataclass(frozen=True, slots=True)
class Board:
    """The open deliveries, the oldest first, the counts by state, and the late ones."""

    counts: Counts
    open: list[Delivery]
    late: list[Overdue]


def look(tx: Transaction, zone: tzinfo) -> Board:
    """Return the board as known here; "today" is the day in the business's zone."""
    rows, since = deliveries.all_open(tx), midnight(tx.now, zone)
    open_now = oldest_first(map(snapshot, rows))
    states = Counter(delivery.state for delivery in open_now)
    unassigned = sum(
        delivery.state is State.PENDING and delivery.rider is None for delivery in open_now
    )
    # A row's time is that when the bot saw the end, which a comparison may find a day later.
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
    # Deliveries whose time that a customer was told is over, the earliest time first.
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
    """Send a chat its board and pin it if possible; retire the former board of the chat."""
    for former in boards.end(tx, chat_id):
        _rest(tx, chat_id, former, cause)
    begun = boards.begin(tx, chat_id, tx.now + BOARD_LASTS, is_fresh=is_fresh)
    card = _card(begun, quiet=True)
    notices.post(tx, card, effect_keys.board(cause), urgency=Urgency.ANSWER)
    _pin(tx, card, effect_keys.board_pinned(cause), is_pinned=True)


def turn(
    tx: Transaction, chat_id: int, message_id: int, page: int, cause: EffectKey, is_fresh: bool
) -> bool:
    """Turn a board to another page; return `False` if the message is no board kept up to date."""
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
    """Update the boards if a delivery became late within this time, without any other change."""
    if undelivered.promised_between(tx, tx.now - LATE_AFTER - within, tx.now - LATE_AFTER):
        refresh(tx, is_news=False)


def refresh(tx: Transaction, *, is_news: bool = True) -> None:
    """Update every living board at its next step.

    With `is_news` a webhook caused it, which shows that the fleet service is there, so the boards
    count as fresh.
    """
    for board in boards.living(tx):
        if is_news and not board.is_fresh:
            boards.turn(tx, board, board.page, is_fresh=True)
        at = notices.next_step(tx.now, GROUP_STEP if board.chat_id < 0 else STEP)
        key = effect_keys.living_step(board.chat_id, board.uuid, at, tx.process.shifts)
        notices.post(tx, _card(board, quiet=True), key, due_at=at)


def _rest(tx: Transaction, chat_id: int, former: str, cause: EffectKey) -> None:
    """Take the buttons from a board, and unpin it."""
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
    """Return what a chat's board shows; `None` if the chat is no dispatcher's any more."""
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
