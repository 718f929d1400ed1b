"""/bind and /unbind: which groups, and which topic of them, get the cards."""

from bot.actions.access import Action, may
from bot.actions.recipients import groups
from bot.base.database.transaction import Transaction
from bot.chat.group.turn import GroupTurn
from bot.chat.turn import settled
from bot.store import audit
from bot.store.groups import Group
from bot.texts.group import announcements as texts
from bot.texts.group import shops


@settled
def bind(tx: Transaction, turn: GroupTurn) -> None:
    here = turn.group
    group = Group(
        chat_id=here.id,
        topic=turn.topic,
        title=here.title or "",
        language=turn.person.language,
        bound_by=turn.person.user_id,
    )
    groups.bind(tx, group)
    turn.say_aloud(tx, texts.BOUND)


@settled
def unbind(tx: Transaction, turn: GroupTurn) -> None:
    """End what the group is bound for; only an owner ends that dispatchers get their cards."""
    shop = turn.shop(tx)
    if shop is not None:
        groups.unbind(tx, shop.chat_id)
        audit.record(tx, turn.person.user_id, "unbind_shop", detail=str(shop.chat_id))
        turn.say_aloud(tx, turn.words_of(shop).message(shops.UNBOUND))
    elif not may(turn.person, Action.BIND_GROUP):
        turn.say_aloud(tx, turn.words_of(turn.bound(tx)).message(texts.OWNERS_ONLY))
    else:
        _unbind_dispatchers(tx, turn)


def _unbind_dispatchers(tx: Transaction, turn: GroupTurn) -> None:
    if groups.unbind(tx, turn.group.id):
        audit.record(tx, turn.person.user_id, "unbind_group", detail=str(turn.group.id))
        turn.say_aloud(tx, texts.UNBOUND)
    else:
        turn.say_aloud(tx, texts.NOT_BOUND)
