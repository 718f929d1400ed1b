"""The sender in groups: topics, groups that move, and groups that take nothing any more."""

import pytest

from bot.actions.notice_kinds import Erase, Notice, Replace, Say, ShowCard, View
from bot.domain.person import Role
from bot.local_telegram import LocalGroup
from bot.store import cards, groups, people
from bot.store.groups import Group
from bot.texts.html import Html
from bot.texts.message import Message
from tests.workers.post import DELIVERY, Post

HELLO = Message(html=Html("Hello all"))


async def bound(post: Post, *, forum: bool = False) -> tuple[LocalGroup, int | None]:
    """A group of Ada's, who owns the business, with a card of the delivery in it."""
    group = post.telegram.add_group("Dispatch", [post.ada, post.account], forum=forum)
    topic = group.add_topic("Deliveries") if forum else None
    await post.database.write(people.grant, post.ada.id, Role.OWNER)
    await post.database.write(groups.bind, Group(group.id, topic, "Dispatch", "en", post.ada.id))
    await post.know()
    await post.send(card(group))
    return group, topic


def card(group: LocalGroup) -> ShowCard:
    return ShowCard(chat_id=group.id, delivery=DELIVERY, view=View.GROUP)


def written(group: LocalGroup) -> list[str]:
    return [message.text for message in group.messages if message.from_bot]


async def is_bound(post: Post, group: LocalGroup) -> bool:
    return await post.database.read(groups.get, group.id) is not None


async def test_cards_and_what_is_said_go_to_the_bound_topic(post: Post):
    group, topic = await bound(post, forum=True)
    await post.send(Say(chat_id=group.id, message=HELLO, under=(DELIVERY, View.GROUP), topic=topic))
    first, said = (message for message in group.messages if message.from_bot)
    assert (first.posting.thread_id, said.posting.thread_id) == (topic, topic)
    assert said.reply_to is first


async def test_cards_and_notices_follow_a_group_that_became_a_supergroup(post: Post):
    group, _ = await bound(post)
    supergroup = group.upgrade()
    await post.send(Say(chat_id=group.id, message=HELLO, under=(DELIVERY, View.GROUP)))
    await post.deliver_all()
    assert not await is_bound(post, group)
    assert await is_bound(post, supergroup)
    assert "Hello all" in written(supergroup)
    assert any("0042" in text for text in written(supergroup))
    assert await post.database.read(cards.of_chat, group.id) == []
    assert len(await post.database.read(cards.of_chat, supergroup.id)) == 1


@pytest.mark.parametrize("kind", [Erase, Replace])
async def test_a_message_that_stayed_behind_is_not_mistaken_for_one_of_the_supergroup(
    post: Post, kind: type[Notice]
):
    group, _ = await bound(post)
    old = (await post.bot.send_message(group.id, "A list")).message_id
    supergroup = group.upgrade()
    while len(supergroup.messages) < old:
        await post.bot.send_message(supergroup.id, "Something else")
    others = [message.text for message in supergroup.messages]
    more = {"message": HELLO} if kind is Replace else {}
    await post.send(kind(chat_id=group.id, message_id=old, **more))
    await post.deliver_all()
    assert [message.text for message in supergroup.messages][: len(others)] == others
    assert ("Hello all" in written(supergroup)) is (kind is Replace)


async def test_a_deleted_topic_unbinds_the_group_and_the_owner_is_told_once(post: Post):
    group, topic = await bound(post, forum=True)
    assert topic is not None
    group.delete_topic(topic)
    for _ in range(2):
        await post.send(Say(chat_id=group.id, message=HELLO, topic=topic))
        await post.deliver_all()
    assert not await is_bound(post, group)
    told = [message.text for message in post.seen() if "gets no more cards" in message.text]
    assert len(told) == 1
    assert "cannot write in “\u2068Dispatch\u2069”" in told[0]


async def test_an_answer_in_another_topic_that_is_gone_leaves_the_group_bound(post: Post):
    group, _ = await bound(post, forum=True)
    other = group.add_topic("Chat")
    group.delete_topic(other)
    await post.send(Say(chat_id=group.id, message=HELLO, topic=other))
    assert await is_bound(post, group)


async def test_a_group_that_put_the_bot_out_is_unbound_and_the_owner_is_told(post: Post):
    group, _ = await bound(post)
    group.kick(post.account)
    await post.send(Say(chat_id=group.id, message=HELLO))
    await post.deliver_all()
    assert not await is_bound(post, group)
    assert "I was removed from" in post.seen()[-1].text
    assert await post.is_reachable()


async def test_a_group_that_is_not_bound_gets_no_card(post: Post):
    group, _ = await bound(post)
    await post.database.write(groups.unbind, group.id)
    await post.know(order_number="0043")
    await post.send(card(group))
    assert not any("0043" in text for text in written(group))
