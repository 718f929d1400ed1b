"""/bind and /unbind: which groups, and which topic of them, get the cards."""

from bot.actions.access import Action
from bot.actions.recipients import groups
from bot.chat.group.turn import GroupTurn
from bot.store import audit
from bot.store import groups as store
from bot.store.groups import Group
from bot.texts.group import announcements as texts


async def bind(turn: GroupTurn) -> None:
    here = turn.group
    group = Group(
        chat_id=here.id,
        topic=turn.topic,
        title=here.title or "",
        language=turn.person.language,
        bound_by=turn.person.user_id,
    )
    async with turn.settle() as tx:
        await store.bind(tx, group)
        await audit.record(tx, turn.person.user_id, Action.BIND_GROUP, detail=str(here.id))
        await turn.say_aloud(tx, texts.BOUND)


async def unbind(turn: GroupTurn) -> None:
    async with turn.settle() as tx:
        if await groups.unbind(tx, turn.group.id):
            await audit.record(tx, turn.person.user_id, "unbind_group", detail=str(turn.group.id))
            await turn.say_aloud(tx, texts.UNBOUND)
        else:
            await turn.say_aloud(tx, texts.NOT_BOUND)
