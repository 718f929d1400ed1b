"""Groups: the chats of dispatchers that get a card of every delivery."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, delete, select, true, update

from bot.base.database import Transaction
from bot.store.tables import groups


@dataclass(frozen=True, slots=True)
class Group:
    """A group that is bound, or one topic of it. `bound_by` is the user id of who did that."""

    chat_id: int
    topic: int | None
    title: str
    language: str
    bound_by: int
    bound_at: datetime | None = None


async def bind(tx: Transaction, group: Group) -> None:
    """Let a group get the cards; one that has them already gets them in this topic from now on."""
    changes = {
        "topic": group.topic,
        "title": group.title,
        "language": group.language,
        "bound_by": group.bound_by,
        "bound_at": tx.now,
    }
    row = tx.insert(groups).values(chat_id=group.chat_id, **changes)
    await tx.connection.execute(row.on_conflict_do_update(index_elements=["chat_id"], set_=changes))


async def unbind(tx: Transaction, chat_id: int) -> bool:
    """Let a group get no more cards; `False` if it got none."""
    gone = await tx.connection.execute(delete(groups).where(groups.c.chat_id == chat_id))
    return gone.rowcount == 1


async def get(tx: Transaction, chat_id: int) -> Group | None:
    """Return a group, if it is bound."""
    found = await _load(tx, groups.c.chat_id == chat_id)
    return found[0] if found else None


async def everyone(tx: Transaction) -> list[Group]:
    """Return every bound group."""
    return await _load(tx, true())


async def move(tx: Transaction, old: int, new: int) -> bool:
    """Keep a group under its new id; `False` if there is none under the old one."""
    if await get(tx, new) is not None:
        return await unbind(tx, old)
    moved = update(groups).where(groups.c.chat_id == old).values(chat_id=new)
    return (await tx.connection.execute(moved)).rowcount == 1


async def _load(tx: Transaction, condition: ColumnElement[bool]) -> list[Group]:
    query = select(groups).where(condition).order_by(groups.c.chat_id)
    return [Group(**row._mapping) for row in await tx.connection.execute(query)]
