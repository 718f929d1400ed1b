"""Groups: dispatchers' chats that see every delivery, but nothing that is personal in it."""

from collections.abc import Callable
from enum import Enum

from bot.actions import effect_keys, notices
from bot.actions.access import Action
from bot.actions.notice_kinds import (
    Erase,
    EraseCard,
    Notice,
    PinCard,
    Replace,
    Say,
    SetMenu,
    Urgency,
    View,
)
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Role
from bot.identifiers import DeliveryUuid
from bot.store import audit, boards, cards, deliveries, groups, new_orders, people
from bot.store.groups import Group
from bot.texts.group import announcements as texts
from bot.texts.group import shops as shop_texts
from bot.texts.message import Message
from bot.texts.words import Words

Text = Callable[[Words], Message]
"""A message that is written once the reader's language is known."""


class Loss(Enum):
    """Why a group gets no more cards, though nobody has unbound it."""

    REMOVED = "the bot was removed"
    SILENCED = "the topic was deleted or closed, or the bot may not write any more"
    REFUSED = "one message after the other was refused, and nobody knows why"


_LOSSES = {
    Loss.REMOVED: texts.removed,
    Loss.SILENCED: texts.silenced,
    Loss.REFUSED: texts.refused,
}


def show(
    tx: Transaction,
    row: DeliveryRow,
    *,
    fresh: bool = False,
    create: bool = True,
    quiet: bool = False,
    only_edits: bool = False,
) -> None:
    """Show a delivery in every group; one of a digest gets no card only because it has changed."""
    for group in groups.everyone(tx):
        makes = create and not (quiet and new_orders.is_in_digest(tx, row.uuid))
        notices.show_card(
            tx,
            group.chat_id,
            row,
            View.GROUP,
            fresh=fresh,
            create=makes,
            quiet=quiet,
            only_edits=only_edits,
        )


def say(tx: Transaction, delivery: DeliveryUuid | None, text: Text, key: EffectKey) -> bool:
    """Say something in every group, once for each key, under the delivery's card if it has one.

    What is said must hold no phone number, no address, no surname and nobody's own words. `False`
    if there is no group.
    """
    under = (delivery, View.GROUP) if delivery else None
    bound_groups = groups.everyone(tx)
    for group in bound_groups:
        message = text(Words(group.language))
        notice = Say(chat_id=group.chat_id, message=message, under=under, topic=group.topic)
        notices.post(tx, notice, effect_keys.to(key, group.chat_id), urgency=Urgency.ALARM)
    return bool(bound_groups)


def bind(tx: Transaction, group: Group) -> None:
    """Bind a group to the dispatchers; one that was a shop's is so no more."""
    former = groups.get(tx, group.chat_id)
    if former is not None and former.shop is not None:
        # The cards that it got as a shop's group are forgotten, for dispatchers see others.
        unbind(tx, group.chat_id)
    groups.bind(tx, group)
    _show_menu(tx, group.chat_id)
    audit.record(tx, group.bound_by, Action.BIND_GROUP, detail=str(group.chat_id))


def _show_menu(tx: Transaction, chat_id: int) -> None:
    notices.post(tx, SetMenu(chat_id=chat_id), effect_keys.group_menu(chat_id, tx.next_number()))


def let_go(tx: Transaction, chat_id: int) -> bool:
    """Unbind a group in which the bot still is, and take its menu away."""
    _show_menu(tx, chat_id)
    return unbind(tx, chat_id)


def unbind(tx: Transaction, chat_id: int) -> bool:
    """Send a group nothing more, and leave its old cards alone; `False` if it was not bound."""
    boards.end(tx, chat_id)
    for card in cards.of_chat(tx, chat_id):
        cards.forget(tx, card)
    return groups.unbind(tx, chat_id)


def lost(tx: Transaction, chat_id: int, loss: Loss) -> None:
    """Unbind a group that cannot be reached any more, and tell the owners once."""
    group = groups.get(tx, chat_id)
    if group is None:
        return
    unbind(tx, chat_id)
    for owner in people.with_role(tx, (Role.OWNER,)):
        text = shop_texts.lost if group.shop else _LOSSES[loss]
        message = text(Words(owner.language), group.title)
        key = effect_keys.group_lost(chat_id, group.bound_at, owner.user_id)
        notice = Say(chat_id=owner.user_id, message=message)
        notices.post(tx, notice, key, urgency=Urgency.ALARM)


def silenced(tx: Transaction, notice: Notice) -> None:
    """Unbind the group in which a notice could not be said, unless it was for another topic."""
    group = groups.get(tx, notice.chat_id)
    if group is None or (isinstance(notice, Say | Replace) and notice.topic != group.topic):
        return
    lost(tx, notice.chat_id, Loss.SILENCED)


def moved(tx: Transaction, old: int, new: int) -> None:
    """Follow a group that has become a supergroup; it may be told more than once.

    The old messages stay behind and cannot be edited, and the new chat counts its messages from
    one: so what is open gets new cards there.
    """
    if not groups.move(tx, old, new):
        return
    _show_menu(tx, new)
    boards.end(tx, old)
    for card in cards.of_chat(tx, old):
        cards.forget(tx, card)
        row = deliveries.get(tx, card.delivery)
        if row is not None and row.is_open:
            notices.show_card(tx, new, row, View(card.view), quiet=True)


def redirected(notice: Notice, chat_id: int) -> Notice | None:
    """Return a notice as the supergroup is to get it; `None` if its message stayed behind."""
    match notice:
        case Erase() | EraseCard() | PinCard():
            return None
        case Replace():
            return Say(chat_id=chat_id, message=notice.message)
    return notice.model_copy(update={"chat_id": chat_id})
