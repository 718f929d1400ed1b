"""Groups: the chats of dispatchers that get a card of every delivery, and those of shops."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select, update

from bot.base.database.prepared import Change, Query, given, upsert, values_of
from bot.base.database.transaction import Transaction
from bot.store.tables.people import groups


@dataclass(frozen=True, slots=True)
class Group:
    """A group that is bound, or one topic of it. `bound_by` is the user id of who did that.

    `shop` is the sender's phone number (E.164) where it is a shop's and not the dispatchers'.
    """

    chat_id: int
    topic: int | None
    title: str
    language: str
    bound_by: int
    bound_at: datetime | None = None
    shop: str | None = None


_GROUPS = select(groups)
_BY_ID = Query(_GROUPS.where(groups.c.chat_id == given("chat_id")), Group)
_DISPATCHERS = Query(_GROUPS.where(groups.c.shop.is_(None)).order_by(groups.c.chat_id), Group)
_OF_SHOP = Query(_GROUPS.where(groups.c.shop == given("shop")).limit(1), Group)
_BIND = Change(upsert(groups, *Group.__slots__))
_UNBIND = Change(delete(groups).where(groups.c.chat_id == given("chat_id")))
_MOVE = Change(update(groups).where(groups.c.chat_id == given("old")).values(chat_id=given("new")))


def bind(tx: Transaction, group: Group) -> None:
    """Bind a group as whose it is now; one that was bound already is so in this topic from now."""
    tx.run(_BIND, **values_of(group, bound_at=tx.now))


def unbind(tx: Transaction, chat_id: int) -> bool:
    """Unbind a group, so that it gets no more cards; `False` if it was not bound."""
    return tx.run(_UNBIND, chat_id=chat_id) == 1


def get(tx: Transaction, chat_id: int) -> Group | None:
    """Return a group, if it is bound."""
    return tx.one(_BY_ID, chat_id=chat_id)


def of_dispatchers(tx: Transaction, chat_id: int) -> Group | None:
    """Return a group, if it is bound as one of dispatchers: a shop's reads none of their news."""
    group = get(tx, chat_id)
    return group if group and group.shop is None else None


def everyone(tx: Transaction) -> list[Group]:
    """Return every group of dispatchers that is bound."""
    return tx.all(_DISPATCHERS)


def of_shop(tx: Transaction, phone: str) -> Group | None:
    """Return the group of the shop with this phone number (E.164), if it has one."""
    return tx.one(_OF_SHOP, shop=phone)


def move(tx: Transaction, old: int, new: int) -> bool:
    """Keep a group under its new id; `False` if there is none under the old one."""
    if get(tx, new) is not None:
        return unbind(tx, old)
    return tx.run(_MOVE, old=old, new=new) == 1
