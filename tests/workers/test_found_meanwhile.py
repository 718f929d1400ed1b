"""A card that is sent while another message has turned out to be it."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.actions import notices
from bot.actions.notice_kinds import View
from bot.base.http_server import Server
from bot.demo.telegram import LocalTelegram
from bot.store import cards
from bot.store.cards import Card
from tests.support.clock import ManualClock
from tests.support.held_requests import HeldRequests
from tests.workers.post import DELIVERY, Post
from tests.workers.waiting import until


@pytest.fixture
def held() -> HeldRequests:
    return HeldRequests()


@pytest.fixture
async def telegram(
    clock: ManualClock, held: HeldRequests
) -> AsyncIterator[tuple[LocalTelegram, str]]:
    telegram = LocalTelegram(clock=clock)
    await telegram.start()
    async with Server(held.around(telegram.asgi)) as server:
        yield telegram, server.url
        await telegram.stop()


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
