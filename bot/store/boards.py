"""Boards: the message of a chat that shows what is open, for as long as it is kept current."""

from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from sqlalchemy import and_, insert, select, update

from bot.base.database.prepared import Change, Query, as_value, each_given, given
from bot.base.database.transaction import Transaction
from bot.store.tables.chats import boards


@dataclass(frozen=True, slots=True)
class LivingBoard:
    """A chat's board; not `is_fresh` if the fleet service did not answer when it was asked for."""

    uuid: str
    chat_id: int
    page: int
    is_fresh: bool
    ends_at: datetime


_BOARDS = select(boards).order_by(boards.c.chat_id)
_LIVES = boards.c.ends_at > given("now")
_ONE = Query(_BOARDS.where(boards.c.uuid == given("uuid")), LivingBoard)
_ENDS_SINCE = Query(_BOARDS.where(boards.c.ends_at > given("day")), LivingBoard)
_BEGIN = Change(insert(boards).values(each_given("uuid", "chat_id", "page", "is_fresh", "ends_at")))
_TURN = Change(
    update(boards)
    .where(boards.c.uuid == given("which"))
    .values(page=given("number"), is_fresh=given("fresh"))
)
_END = Query(
    update(boards)
    .where(and_(boards.c.chat_id == given("whose"), _LIVES))
    .values(ends_at=given("at"))
    .returning(boards.c.uuid),
    as_value,
)


def get(tx: Transaction, uuid: str) -> LivingBoard | None:
    return tx.one(_ONE, uuid=uuid)


def living(tx: Transaction) -> list[LivingBoard]:
    """Return the boards that are kept current."""
    # Asked by the day, so that what was found can be told again.
    day = tx.now.replace(hour=0, minute=0, second=0, microsecond=0)
    return [board for board in tx.all(_ENDS_SINCE, day=day) if board.ends_at > tx.now]


def begin(tx: Transaction, chat_id: int, ends_at: datetime, *, is_fresh: bool) -> LivingBoard:
    """Keep that a chat has a board from now on, on its first page."""
    board = LivingBoard(str(uuid4()), chat_id, 1, is_fresh, ends_at)
    tx.run(_BEGIN, uuid=board.uuid, chat_id=chat_id, page=1, is_fresh=is_fresh, ends_at=ends_at)
    return board


def turn(tx: Transaction, board: LivingBoard, page: int, *, is_fresh: bool) -> None:
    """Show another page, and whether the fleet service has answered."""
    tx.run(_TURN, which=board.uuid, number=page, fresh=is_fresh)


def end(tx: Transaction, chat_id: int) -> list[str]:
    """Stop keeping a chat's board current; return its uuid, if there was one."""
    # Mostly there is none: to be told so again costs less than a change of nothing.
    if all(board.chat_id != chat_id for board in living(tx)):
        return []
    return tx.all(_END, whose=chat_id, now=tx.now, at=tx.now)
