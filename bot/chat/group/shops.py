"""/shop: a group becomes that of a shop, which a dispatcher chooses in private."""

from datetime import timedelta

from bot.actions import conversations, effect_keys, notices
from bot.actions.access import Action
from bot.actions.notice_kinds import Say
from bot.actions.recipients import groups as actions
from bot.actions.recipients import shops
from bot.actions.recipients.shops import KnownSender
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher.choice import Choice, new_request_id, take_group
from bot.chat.dispatcher.written_orders import seems_order
from bot.chat.group.turn import GroupTurn
from bot.chat.handler import Answer, Button, Command
from bot.chat.own_words import own_words
from bot.chat.turn import Turn, settled
from bot.store import audit, dialogs, groups
from bot.store.dialogs import Question
from bot.store.groups import Group
from bot.texts import toasts
from bot.texts.callbacks import Verb
from bot.texts.everyone import conversation as relayed
from bot.texts.group import shops as texts
from bot.texts.message import Message
from bot.texts.words import phrase


class WhichShopsGroup(Choice):
    """The question which group becomes a shop's."""

    name = "which_shops_group"
    lasts = timedelta(hours=1)


class WhoseChat(Question):
    """The question which shop a group or topic belongs to; it names senders, so it is private."""

    name = "whose_chat"
    lasts = timedelta(hours=1)

    chat_id: int
    topic: int | None
    title: str


@settled
def shop(tx: Transaction, turn: GroupTurn) -> None:
    """Ask which shop this group belongs to, unless it is one of dispatchers."""
    if turn.bound(tx) is not None:
        turn.say_aloud(tx, texts.FOR_DISPATCHERS)
        return
    # The question names senders, so it is asked in the private chat or not at all.
    if not turn.person.reachable:
        turn.say_aloud(tx, Message.of(turn.say(toasts.CANNOT_WRITE_TO_YOU)))
        return
    question = WhoseChat(chat_id=turn.group.id, topic=turn.topic, title=turn.group.title or "")
    question.ask(tx, turn.person.user_id)
    turn.reply(tx, _listed(turn, question, shops.known_senders(tx)))
    turn.say_aloud(tx, texts.ASKED_PRIVATELY)


@settled
def choose_group(tx: Transaction, turn: Turn) -> None:
    question = WhichShopsGroup(request_id=new_request_id())
    question.ask(tx, turn.person.user_id)
    turn.reply(tx, texts.which_group(turn.say, question.request_id))


async def group_chosen(turn: Turn) -> None:
    """Ask which shop the chosen group belongs to, as /shop in the group does."""
    await take_group(turn, WhichShopsGroup, _ask_whose)


def _ask_whose(tx: Transaction, turn: Turn, chat_id: int, title: str) -> None:
    dialogs.close(tx, turn.person.user_id)
    # This message takes away the keys with which the group was chosen.
    turn.reply(tx, texts.chosen(turn.say, title))
    if groups.of_dispatchers(tx, chat_id) is not None:
        turn.reply(tx, texts.FOR_DISPATCHERS)
        return
    question = WhoseChat(chat_id=chat_id, topic=None, title=title)
    question.ask(tx, turn.person.user_id)
    turn.reply(tx, _listed(turn, question, shops.known_senders(tx)))


async def order_heard(turn: GroupTurn) -> None:
    """Pass on an order that is written in a shop's group; ignore anything else there."""
    group = await turn.context.database.read(turn.shop)
    if group is None or group.topic != turn.topic or not await seems_order(turn, turn.text):
        return

    identity = turn.context.identity

    def pass_on(tx: Transaction) -> None:
        author, say = shops.as_author(tx, group.chat_id), turn.words_of(group)
        if author is None:
            return
        words = own_words(tx, turn).text
        call_us = relayed.call_us(say, identity.business_name, identity.business_phone)
        if not conversations.may_say_more(tx, author):
            turn.say_aloud(tx, relayed.too_many(say, call_us))
            return
        conversations.to_staff(tx, author, None, words, turn.job.key)
        if conversations.readers(tx, author.user_id):
            turn.say_aloud(tx, say.message(texts.ORDER_WAITS))
        else:
            turn.say_aloud(tx, relayed.nobody_there(say, call_us))

    await turn.settle(pass_on)


async def this_is_a_shop(turn: Turn) -> None:
    """Do the same as /shop for a button, which only groups have."""
    if isinstance(turn, GroupTurn):
        await shop(turn)
    else:
        turn.stale()


@settled
def named(tx: Transaction, turn: Turn) -> None:
    """Take a part of a shop's name: bind its only match, or list all matches."""
    question = turn.answered(WhoseChat)
    senders = shops.called(shops.known_senders(tx), turn.text)
    if len(senders) == 1:
        _bind(tx, turn, question, senders[0])
    elif senders:
        turn.reply(tx, _listed(turn, question, senders))
    else:
        turn.reply(tx, texts.NO_SUCH_SENDER)


def _listed(turn: Turn, question: WhoseChat, senders: list[KnownSender]) -> Message:
    if not senders:
        return turn.said(texts.NO_SENDERS)
    labels = [(texts.label(one.name, one.street), one.delivery) for one in senders[: texts.LISTED]]
    return texts.whose(turn.say, question.title, labels)


@settled
def chosen(tx: Transaction, turn: Turn) -> None:
    question = WhoseChat.current(tx, turn.person.user_id)
    sender = shops.sender_of(tx, turn.delivery())
    if question is None or sender is None:
        turn.reply(tx, texts.QUESTION_OVER)
    else:
        _bind(tx, turn, question, sender)


def _bind(tx: Transaction, turn: Turn, question: WhoseChat, sender: KnownSender) -> None:
    """Bind the group, unless it is one of dispatchers; a shop has only one group."""
    dialogs.close(tx, turn.person.user_id)
    now, former = groups.get(tx, question.chat_id), groups.of_shop(tx, sender.phone)
    if now is not None and now.shop is None:
        turn.reply(tx, texts.FOR_DISPATCHERS)
        return
    for each in (now, former):
        if each is not None:
            actions.unbind(tx, each.chat_id)
    group = Group(
        chat_id=question.chat_id,
        topic=question.topic,
        title=question.title,
        language=turn.person.language,
        bound_by=turn.person.user_id,
        shop=sender.phone,
    )
    groups.bind(tx, group)
    audit.record(tx, turn.person.user_id, Action.BIND_SHOP, detail=str(question.chat_id))
    turn.reply(tx, texts.bound_privately(turn.say, question.title, sender.name))
    message = texts.bound(turn.say, sender.name)
    notice = Say(chat_id=question.chat_id, message=message, topic=question.topic)
    notices.post(tx, notice, effect_keys.aloud(turn.job.key, 1))


SHOP = Command("shop", Action.BIND_SHOP, phrase("connect a shop’s group"), choose_group)
GROUP_CHOSEN = Answer(
    WhichShopsGroup.name, Action.BIND_SHOP, group_chosen, takes_all=True, chooses=True
)
WHOSE_SHOP = Button(Verb.WHOSE_SHOP, Action.BIND_SHOP, this_is_a_shop, about=0)
CHOOSE_SHOP = Button(Verb.CHOOSE_SHOP, Action.BIND_SHOP, chosen)
SHOP_NAME = Answer(WhoseChat.name, Action.BIND_SHOP, named)
