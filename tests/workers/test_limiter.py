"""How fast the bot speaks: by chat and over all, before Telegram has to say so."""

import asyncio
from typing import Any

import pytest

from bot.workers.limiter import ChatLimiter

PRIVATE, GROUP = 42, -1_000_000_000_042


class Requests:
    """Sends through a limiter and counts what was let through so far."""

    def __init__(self, limiter: ChatLimiter) -> None:
        self._limiter = limiter
        self._under_way: set[asyncio.Task[Any]] = set()
        self.through = 0

    async def send(self, times: int, endpoint: str = "sendMessage", **data: object) -> None:
        """Ask so often at once, and look only at what goes through without waiting."""
        for _ in range(times):
            request = self._limiter.process_request(self._answer, (), {}, endpoint, data, None)
            self._under_way.add(asyncio.create_task(request))
        for _ in range(20):
            await asyncio.sleep(0)

    async def give_up(self) -> None:
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _answer(self) -> bool:
        self.through += 1
        return True


@pytest.fixture
async def requests():
    made: list[Requests] = []

    def make(limiter: ChatLimiter) -> Requests:
        made.append(Requests(limiter))
        return made[-1]

    yield make
    for each in made:
        await each.give_up()


async def test_a_private_chat_gets_a_short_burst_and_then_waits(requests):
    sent = requests(ChatLimiter(1000, 1))
    await sent.send(10, chat_id=PRIVATE)
    assert sent.through == 3


async def test_a_group_gets_twenty_in_a_minute(requests):
    sent = requests(ChatLimiter(1000, 1000))
    await sent.send(30, chat_id=GROUP)
    assert sent.through == 20


async def test_all_chats_together_get_what_is_configured(requests):
    sent = requests(ChatLimiter(30, 1))
    for chat_id in range(1, 51):
        await sent.send(1, chat_id=chat_id)
    assert 30 <= sent.through <= 32  # a little time goes by meanwhile


async def test_one_chat_that_waits_holds_no_other(requests):
    sent = requests(ChatLimiter(1000, 1))
    await sent.send(10, chat_id=PRIVATE)
    before = sent.through
    await sent.send(1, chat_id=PRIVATE + 1)
    assert sent.through == before + 1


@pytest.mark.parametrize("endpoint", ["editMessageText", "deleteMessage", "sendPhoto"])
async def test_everything_that_writes_to_a_chat_counts(requests, endpoint: str):
    sent = requests(ChatLimiter(1000, 1))
    await sent.send(10, endpoint, chat_id=PRIVATE)
    assert sent.through == 3


@pytest.mark.parametrize(
    ("endpoint", "data"),
    [
        ("getMe", {}),
        ("getUpdates", {"timeout": 25}),
        ("answerCallbackQuery", {"callback_query_id": "1"}),
        ("setMyCommands", {"commands": []}),
    ],
)
async def test_what_writes_to_no_chat_does_not_wait(
    requests, endpoint: str, data: dict[str, object]
):
    sent = requests(ChatLimiter(1, 1))
    await sent.send(50, endpoint, **data)
    assert sent.through == 50


async def test_the_limits_of_a_chat_that_was_silent_for_long_are_forgotten(requests):
    """There are more chats than anybody wants to remember."""
    sent = requests(ChatLimiter(1_000_000, 1))
    await sent.send(3, chat_id=PRIVATE)
    for chat_id in range(1000, 1000 + 4096):
        await sent.send(1, "sendMessage", chat_id=chat_id)
    before = sent.through
    await sent.send(3, chat_id=PRIVATE)
    assert sent.through == before + 3


async def test_a_bot_that_is_to_speak_less_than_once_in_a_second_speaks(requests):
    sent = requests(ChatLimiter(0.5, 0.1))
    await sent.send(10, chat_id=PRIVATE)
    assert sent.through == 1
