"""Groups: dispatchers' chats that show every delivery, but nothing personal."""

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
"""A function that writes a message in the reader's language."""


class Loss(Enum):
    """The reasons why the bot loses a group that nobody has unbound."""

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
    """Show a delivery in every group.

    A quiet change makes no new card for a delivery that a digest lists.
    """
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
    """Say something in every group, once per key, under the delivery's card if there is one.

    The text must hold no phone number, no address, no surname and no person's own words. Return
    `False` if there is no group.
    """
    under = (delivery, View.GROUP) if delivery else None
    bound_groups = groups.everyone(tx)
    for group in bound_groups:
        message = text(Words(group.language))
        notice = Say(chat_id=group.chat_id, message=message, under=under, topic=group.topic)
        notices.post(tx, notice, effect_keys.to(key, group.chat_id), urgency=Urgency.ALARM)
    return bool(bound_groups)


def bind(tx: Transaction, group: Group) -> None:
    """Bind a group to the dispatchers; a shop's group stops being one."""
    former = groups.get(tx, group.chat_id)
    if former is not None and former.shop is not None:
        # Forget the cards that it got as a shop's group, for dispatchers see others.
        unbind(tx, group.chat_id)
    groups.bind(tx, group)
    _show_menu(tx, group.chat_id)
    audit.record(tx, group.bound_by, Action.BIND_GROUP, detail=str(group.chat_id))


def _show_menu(tx: Transaction, chat_id: int) -> None:
    notices.post(tx, SetMenu(chat_id=chat_id), effect_keys.group_menu(chat_id, tx.next_number()))


def let_go(tx: Transaction, chat_id: int) -> bool:
    """Unbind a group of which the bot is still a member, and update its menu."""
    _show_menu(tx, chat_id)
    return unbind(tx, chat_id)


def unbind(tx: Transaction, chat_id: int) -> bool:
    """Stop sending to a group, and leave its old cards; return `False` if it was not bound."""
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
    """Unbind the group that refused a notice, unless the notice was for a former topic."""
    group = groups.get(tx, notice.chat_id)
    if group is None or (isinstance(notice, Say | Replace) and notice.topic != group.topic):
        return
    lost(tx, notice.chat_id, Loss.SILENCED)


def moved(tx: Transaction, old: int, new: int) -> None:
    """Follow a group that has become a supergroup; a second call for the same move does nothing.

    The old messages stay behind and cannot be edited, and the new chat numbers its messages from
    one, so open deliveries get new cards there.
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
    """Return a notice adapted to the supergroup; `None` if its message stayed behind."""
    match notice:
        case Erase() | EraseCard() | PinCard():
            return None
        case Replace():
            return Say(chat_id=chat_id, message=notice.message)
    return notice.model_copy(update={"chat_id": chat_id})
