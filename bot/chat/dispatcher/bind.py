"""/bind in private: choose a group in Telegram's own list, and bind it to get the cards."""

from datetime import timedelta

from bot.actions import effect_keys, notices
from bot.actions.access import Action
from bot.actions.notice_kinds import Say
from bot.actions.recipients import groups as actions
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher.choice import Choice, new_request_id, take_group
from bot.chat.handler import Answer, Command
from bot.chat.turn import Turn, settled
from bot.store import dialogs, groups
from bot.store.groups import Group
from bot.texts.dispatcher import choices as texts
from bot.texts.group import announcements
from bot.texts.words import phrase


class WhichGroup(Choice):
    """The question which group to bind."""

    name = "which_group"
    lasts = timedelta(hours=1)


@settled
def bind(tx: Transaction, turn: Turn) -> None:
    question = WhichGroup(request_id=new_request_id())
    question.ask(tx, turn.person.user_id)
    turn.reply(tx, texts.which_group(turn.say, question.request_id))


async def group_chosen(turn: Turn) -> None:
    """Bind the group, as the command in it does."""
    await take_group(turn, WhichGroup, _bind)


def _bind(tx: Transaction, turn: Turn, chat_id: int, title: str) -> None:
    """Bind the group; one that is bound already keeps its topic."""
    dialogs.close(tx, turn.person.user_id)
    former = groups.of_dispatchers(tx, chat_id)
    group = Group(
        chat_id=chat_id,
        topic=former.topic if former else None,
        title=title,
        language=turn.person.language,
        bound_by=turn.person.user_id,
    )
    actions.bind(tx, group)
    turn.reply(tx, texts.bound(turn.say, title))
    notice = Say(chat_id=chat_id, message=turn.said(announcements.BOUND), topic=group.topic)
    notices.post(tx, notice, effect_keys.aloud(turn.job.key, 1))


BIND = Command("bind", Action.BIND_GROUP, phrase("post new orders in a group"), bind)
GROUP_CHOSEN = Answer(
    WhichGroup.name, Action.BIND_GROUP, group_chosen, takes_all=True, chooses=True
)
