"""A sender that was paused, or that cannot keep what it sent, says nothing twice."""

import asyncio
import ssl

import pytest
from telegram.error import NetworkError

from bot.actions import notices
from bot.actions.notice_kinds import Urgency
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import LeaseLost
from bot.local_telegram import ChatEvent, LocalTelegram
from bot.telegram.http_request import TelegramRequest
from bot.telegram.pacing import Pacing, Sending, check_right
from bot.telegram.sender import KEEP_AGAIN
from tests.store.work import without_jobs
from tests.support.clock import ManualClock
from tests.workers.post import TOKEN, Post
from tests.workers.test_sender import shown
from tests.workers.waiting import until


def _say(tx: Transaction, post: Post) -> None:
    notices.post(tx, post.say(), "notice")


async def test_who_does_not_hold_a_notice_any_more_asks_nothing_of_telegram(post: Post):
    await post.database.write(_say, post)
    (job,) = await post.waiting()
    post.database.process.begin_anew()
    with pytest.raises(LeaseLost):
        await post.sender.send(job)
    assert post.seen() == []
    assert post.attempts("sendMessage") == 0


async def test_who_cannot_count_on_its_lease_asks_nothing_of_telegram(
    post: Post, clock: ManualClock
):
    await post.database.write(_say, post)
    (job,) = await post.waiting()
    post.database.process.lives_until(clock.elapsed())
    with pytest.raises(LeaseLost):
        await post.sender.send(job)
    assert post.attempts("sendMessage") == 0


async def test_a_notice_that_was_begun_before_is_not_gone_on_with(post: Post):
    """A card that is sent again is two requests: the old one is deleted first."""
    await shown(post)
    sent = post.attempts("sendMessage")

    def lose(_event: ChatEvent) -> None:
        post.database.process.begin_anew()

    post.telegram.listeners.append(lose)
    with pytest.raises(LeaseLost):
        await post.send(post.card(fresh=True))
    assert post.attempts("deleteMessage") == 1
    assert post.attempts("sendMessage") == sent


async def test_who_was_paused_while_connecting_asks_nothing(telegram: tuple[LocalTelegram, str]):
    """To connect takes a while, and a process can stand still in the middle of it."""
    local, url = telegram

    def check() -> None:
        raise LeaseLost

    async with TelegramRequest(1, ssl.create_default_context(), check) as request:
        with pytest.raises(LeaseLost):
            await request.do_request(f"{url}/bot{TOKEN}/sendMessage", "POST")
    assert local.calls == []


@pytest.mark.parametrize("passed", range(3))
async def test_who_is_paused_after_some_looks_at_its_right_asks_nothing(post: Post, passed: int):
    """The last look is that of the task which writes: it begins a while after it is connected."""
    looks = iter([False] * passed + [True])

    def check() -> None:
        if next(looks):
            raise LeaseLost

    sending = Sending(1, post.ada.id, Urgency.NEWS, check=check)
    with pytest.raises((LeaseLost, NetworkError)):  # the library calls what it does not know so
        async with Pacing(post.clock).turn(sending):
            await post.bot.post("sendMessage", chat_id=post.ada.id, text="Hello")
    assert post.attempts("sendMessage") == 0


async def test_a_notice_has_its_right_looked_at_again_once_it_is_connected(post: Post):
    looks: list[float] = []

    def check() -> None:
        looks.append(post.clock.elapsed())

    turns = [
        Sending(n, chat, Urgency.NEWS, check=check) for n, chat in enumerate((post.ada.id, -1))
    ]
    for sending in turns:
        async with Pacing(post.clock).turn(sending):
            check_right()
    assert len(looks) == 2
    check_right()  # whoever sends no notice may ask
    assert len(looks) == 2


async def test_what_was_sent_while_the_store_was_away_is_kept_when_it_is_back_and_not_sent_again(
    post: Post, clock: ManualClock
):
    await post.database.write(_say, post)
    (job,) = await post.waiting()
    async with without_jobs(post.database):
        sending = asyncio.ensure_future(post.sender.send(job))
        await until(post.seen)
        for _ in range(3):
            await until(lambda: clock.rings_in(KEEP_AGAIN))
            clock.advance(KEEP_AGAIN)
    await until(lambda: clock.rings_in(KEEP_AGAIN) or sending.done())
    clock.advance(KEEP_AGAIN)
    await sending
    assert post.attempts("sendMessage") == 1
    assert await post.counts() == {}
