"""A card that is sent while what it is about changes."""

import asyncio
from collections.abc import Callable

import pytest
from starlette.types import ASGIApp

from bot.actions import conversations, notices
from bot.actions.notice_kinds import ShowCard, View
from bot.base.database.transaction import Transaction
from bot.domain.person import Role
from bot.fleet import RiderSummary, State
from bot.store import cards, deliveries, people
from bot.store import conversations as kept
from bot.store.cards import Card
from tests.support.held_requests import HeldRequests
from tests.workers.post import DELIVERY, Post
from tests.workers.waiting import until


@pytest.fixture
def held() -> HeldRequests:
    return HeldRequests()


@pytest.fixture
def around(held: HeldRequests) -> Callable[[ASGIApp], ASGIApp]:
    return held.around


async def test_a_message_that_has_become_the_card_meanwhile_goes_when_the_later_one_is_sent(
    post: Post, held: HeldRequests
):
    await post.send(post.say("The card, as an attempt that was cut off has sent it"))
    (found,) = post.seen()
    await post.know()
    await post.database.write(notices.post, post.card(), "card")
    (job,) = await post.waiting()
    held.hold()
    sending = asyncio.create_task(post.sender.send(job))
    await until(lambda: held.waiting)
    pressed = Card(post.ada.id, DELIVERY, View.DISPATCHER, found.message_id, "", None)
    await post.database.write(cards.save, pressed)
    held.let_go()
    await sending
    await post.deliver()
    (card,) = post.seen()
    assert "0042" in card.text
    assert await post.counts() == {}


async def test_words_that_are_on_their_way_as_the_job_goes_are_taken_away(
    post: Post, held: HeldRequests
):
    bola, rider = post.telegram.add_user("Bola"), RiderSummary(uuid="7d0e4f0e-1a53", name="Ada")
    bola.write("/start")

    def begin(tx: Transaction) -> ShowCard:
        people.meet(tx, bola.id, "Bola", "en")
        people.grant(tx, post.ada.id, Role.RIDER, rider.uuid)
        begun = kept.begin(tx, bola.id, post.ada.id, DELIVERY)
        kept.say(tx, begun, bola.id, "behind the church")
        return ShowCard(chat_id=post.ada.id, delivery=begun.uuid, view=View.CONVERSATION)

    def end(tx: Transaction) -> None:
        row, person = deliveries.get(tx, DELIVERY), people.get(tx, post.ada.id)
        assert row is not None
        assert person is not None
        conversations.leave_nothing(tx, person, row)

    await post.know(state=State.IN_TRANSIT, rider=rider)
    await post.database.write(notices.post, await post.database.write(begin), "words")
    (job,) = await post.waiting()
    held.hold()
    sending = asyncio.create_task(post.sender.send(job))
    await until(lambda: held.waiting)
    await post.know(state=State.DELIVERED, rider=rider)
    await post.database.write(end)
    held.let_go()
    await sending
    while waiting := await post.waiting():
        await post.sender.send(*waiting)
    assert "behind the church" not in "".join(message.text for message in post.seen())
    assert await post.counts() == {}
