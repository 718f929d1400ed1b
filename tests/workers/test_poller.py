"""The poller: Telegram may forget an update only once it is durable here."""

import io
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial

import pytest
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot import logs
from bot.actions.arrivals import Pressed
from bot.actions.dispatcher import other_poller
from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.http.server import Server
from bot.base.loops import AFTER_FAULT, keep_going
from bot.base.queue import backlog
from bot.local_telegram import LocalTelegram
from bot.store.intake import Intake
from bot.store.job_kind import JobKind
from bot.telegram.connection import TelegramBot, make_bot
from bot.telegram.pacing import Pacing
from bot.telegram.poller import Poller
from bot.telegram.polling_conflict import PollConflicts
from tests.store.work import without_jobs
from tests.support.clock import ManualClock
from tests.support.sql import uncommitted
from tests.workers.post import TOKEN, Post
from tests.workers.waiting import WatchedClock, at_work, come_true, until


@pytest.fixture
async def intake(database: Database) -> AsyncIterator[Intake]:
    async with Intake(database) as intake:
        yield intake


@pytest.fixture
def pauses() -> WatchedClock:
    """The poller's own clock: Telegram holds polls on another one."""
    return WatchedClock()


@pytest.fixture
def presses() -> list[Pressed]:
    """The presses that the poller has let be answered."""
    return []


@pytest.fixture
def poller(post: Post, intake: Intake, pauses: WatchedClock, presses: list[Pressed]) -> Poller:
    return polling(post, post.bot, intake, pauses, presses)


KINDS = ("message", "callback_query")


def polling(
    post: Post, bot: TelegramBot, intake: Intake, pauses: WatchedClock, presses: list[Pressed]
) -> Poller:
    conflicts = PollConflicts(post.database, pauses)
    return Poller(bot, intake, pauses, presses.append, conflicts, KINDS)


async def kept(post: Post) -> int:
    counts = await post.database.read(backlog.counts)
    return counts.get((JobKind.UPDATE, "waiting"), 0)


def offsets(post: Post) -> list[int]:
    polls = [call for call in post.telegram.calls if call.method.lower() == "getupdates"]
    return [int(call.arguments.get("offset", "0")) for call in polls]


async def confirmed(post: Post, polls: int) -> None:
    """Return once so many polls were made."""
    await until(lambda: len(offsets(post)) >= polls)


async def test_what_people_write_is_kept(post: Post, poller: Poller):
    async with at_work(poller.run):
        post.ada.write("one")
        post.ada.write("two")
        await come_true(lambda: is_kept(post, 3))


async def is_kept(post: Post, count: int) -> bool:
    return await kept(post) == count


async def test_the_next_is_asked_for_only_when_the_former_is_durable(post: Post, poller: Poller):
    async with at_work(poller.run):
        await come_true(lambda: is_kept(post, 1))
        await confirmed(post, 2)
        assert offsets(post)[0] == 0
        assert offsets(post)[1] > 0


async def test_a_press_is_answered_while_it_is_written_down(
    post: Post, poller: Poller, presses: list[Pressed]
):
    board = InlineKeyboardMarkup([[InlineKeyboardButton("Refresh", callback_data="bd;1;r")]])
    await post.bot.send_message(post.ada.id, "A board", reply_markup=board)
    async with at_work(poller.run):
        await come_true(lambda: is_kept(post, 1))
        async with uncommitted(post.database, nothing):
            post.ada.press("Refresh")
            await until(lambda: presses)
        await come_true(lambda: is_kept(post, 2))
    assert [pressed.data for pressed in presses] == ["bd;1;r"]


def nothing(_tx: Transaction) -> None:
    """Change nothing."""


async def test_nothing_is_lost_when_the_store_fails_after_the_question(
    post: Post, poller: Poller, pauses: WatchedClock
):
    async with at_work(poller.run) as running:
        async with without_jobs(post.database):
            await until(lambda: pauses.waits == 1)
            post.ada.write("do not lose me")
            for _ in range(3):
                await pauses.pass_by(timedelta(seconds=2))
        assert offsets(post) == [0] * 4
        assert not running.done()
        pauses.advance(timedelta(seconds=2))
        await come_true(lambda: is_kept(post, 2))


async def test_nothing_is_lost_or_doubled_when_the_poller_starts_anew(post: Post, poller: Poller):
    for text in ("one", "two"):
        post.ada.write(text)
        async with at_work(poller.run):
            await come_true(lambda: at_least_one_is_kept(post))
    async with at_work(poller.run):
        await come_true(lambda: is_kept(post, 3))


async def at_least_one_is_kept(post: Post) -> bool:
    return await kept(post) > 0


@pytest.mark.parametrize(
    ("code", "description", "pause"),
    [
        (409, "Conflict: terminated by other getUpdates request", 10),
        (401, "Unauthorized", 60),
        (500, "Internal Server Error: restart", 2),
        (429, "Too Many Requests: retry after 5", 5),
    ],
)
async def test_after_a_refusal_it_waits_as_long_as_is_wise_and_asks_again(
    post: Post, poller: Poller, pauses: WatchedClock, code: int, description: str, pause: int
):
    retry_after = pause if code == 429 else None
    post.telegram.fail("getUpdates", code, description, 1, retry_after)
    async with at_work(poller.run):
        await until(lambda: pauses.waits == 1)
        pauses.advance(timedelta(seconds=pause, milliseconds=-1))
        assert len(offsets(post)) == 1
        pauses.advance(timedelta(milliseconds=1))
        await come_true(lambda: is_kept(post, 1))


async def test_of_two_that_share_a_bot_the_one_that_is_refused_for_minutes_stops(
    post: Post, poller: Poller, pauses: WatchedClock
):
    post.telegram.fail("getUpdates", 409, "Conflict: terminated by other getUpdates request", 99)
    async with at_work(poller.run) as running:
        await until(lambda: pauses.waits == 1)
        for _ in range(29):
            await pauses.pass_by(timedelta(seconds=10))
        pauses.advance(timedelta(seconds=10))
        await until(lambda: len(offsets(post)) == 31)
        await come_true(lambda: post.database.read(other_poller.known_since))
        pauses.advance(timedelta(hours=1))
        await post.database.read(backlog.counts)
        assert not running.done()
    assert (len(offsets(post)), pauses.waits) == (31, 30)


CANARY = "canary-4711"
UNREADABLE = {"message_id": 5, "date": "today", "chat": "here", "text": CANARY}


async def test_an_update_that_the_library_cannot_read_is_kept_and_what_follows_too(
    post: Post, poller: Poller
):
    async with at_work(poller.run) as running:
        await come_true(lambda: is_kept(post, 1))
        post.account.queue.add("message", post.ada.id, UNREADABLE)
        post.ada.write("and then?")
        await come_true(lambda: is_kept(post, 3))
        await until(lambda: not post.account.queue.pending())
        assert not running.done()


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"<html>" + CANARY.encode(),
        b"[]",
        b"{}",
        b'{"ok": true}',
        b'{"ok": true, "result": null}',
        b'{"ok": true, "result": {"update_id": 7, "text": "' + CANARY.encode() + b'"}}',
        b'{"ok": true, "result": "' + CANARY.encode() + b'"}',
        b'{"ok": true, "result": ["' + CANARY.encode() + b'", {"message": {}}, null]}',
        b'{"ok": true, "result": [{"update_id": true}, {"update_id": -1}]}',
        b'{"ok": true, "result": [{"update_id": ' + b"9" * 5000 + b"}]}",
        b'{"ok": true, "result": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b"\xff\xfe",
    ],
)
@pytest.mark.parametrize("status", [200, 502])
async def test_no_answer_ends_the_poller_and_none_gets_into_the_log(
    post: Post,
    telegram: tuple[LocalTelegram, str],
    intake: Intake,
    pauses: WatchedClock,
    presses: list[Pressed],
    answer: bytes,
    status: int,
):
    written = io.StringIO()
    logs.configure("DEBUG", stream=written)
    async with (
        talking_nonsense(telegram[0], answer, status) as bot,
        at_work(polling(post, bot, intake, pauses, presses).run) as running,
    ):
        await until(lambda: pauses.waits == 1)
        assert not running.done()
        pauses.advance(timedelta(seconds=2))
        await come_true(lambda: is_kept(post, 1))
    assert CANARY not in written.getvalue()


async def test_of_a_batch_with_nonsense_in_it_the_rest_is_kept_and_the_offset_moves_on(
    post: Post,
    telegram: tuple[LocalTelegram, str],
    intake: Intake,
    pauses: WatchedClock,
    presses: list[Pressed],
):
    good = b'{"update_id": 7, "message": {"from": {"id": 3}, "text": "\\ud800"}}'
    answer = b'{"ok": true, "result": [null, {"message": {}}, ' + good + b"]}"
    async with (
        talking_nonsense(telegram[0], answer) as bot,
        at_work(polling(post, bot, intake, pauses, presses).run),
    ):
        await come_true(lambda: is_kept(post, 2))  # the readable one and, by the next poll, Ada's
    assert offsets(post)[0] == 8


DEEP = b"[" * 100_000 + b"]" * 100_000
GOOD = b'{"update_id": 7, "message": {"from": {"id": 3}, "text": "a \\"]}{[ b"}}'


@pytest.mark.parametrize(
    "bad",
    [
        b'{"update_id": 8, "message": {"text": "' + CANARY.encode() + b'", "x": ' + DEEP + b"}}",
        b'{"update_id": 8, "x": ' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"update_id": 8, "text": "' + CANARY.encode() + b'", "n": ' + b"9" * 5000 + b"}",
        b'{"update_id": 8, "text": "' + CANARY.encode() + b'" and no JSON}',
    ],
)
@pytest.mark.parametrize("others", [b"", GOOD])
async def test_an_update_that_spoils_the_whole_answer_is_stepped_over(
    post: Post,
    telegram: tuple[LocalTelegram, str],
    intake: Intake,
    pauses: WatchedClock,
    presses: list[Pressed],
    bad: bytes,
    others: bytes,
):
    written = io.StringIO()
    logs.configure("DEBUG", stream=written)
    batch = b", ".join(part for part in (others, bad) if part)
    async with (
        talking_nonsense(telegram[0], b'{"ok": true, "result": [' + batch + b"]}") as bot,
        at_work(polling(post, bot, intake, pauses, presses).run),
    ):
        await come_true(lambda: at_least_one_is_kept(post))
        await until(lambda: offsets(post))
    assert offsets(post)[0] == 9
    assert pauses.waits == 0
    assert '"update": 8' in written.getvalue()
    assert CANARY not in written.getvalue()


async def test_what_has_no_number_is_stepped_over_once_it_is_known_where_it_stands(
    post: Post,
    telegram: tuple[LocalTelegram, str],
    intake: Intake,
    pauses: WatchedClock,
    presses: list[Pressed],
):
    good = b'{"ok": true, "result": [' + GOOD + b"]}"
    bad = b'{"ok": true, "result": [{"update_id": "8"}, {"update_id": true}]}'
    async with (
        talking_nonsense(telegram[0], good, more=[bad]) as bot,
        at_work(polling(post, bot, intake, pauses, presses).run),
    ):
        await until(lambda: pauses.waits == 1)
        pauses.advance(timedelta(seconds=2))
        await until(lambda: offsets(post))
    assert offsets(post)[0] == 9


async def test_an_answer_without_an_end_is_not_read_to_its_end(
    post: Post,
    telegram: tuple[LocalTelegram, str],
    intake: Intake,
    pauses: WatchedClock,
    presses: list[Pressed],
):
    endless = b'{"update_id": 8, "text": "' + b"x" * (33 * 1024 * 1024) + b'"}'
    async with (
        talking_nonsense(telegram[0], b'{"ok": true, "result": [' + endless + b"]}") as bot,
        at_work(polling(post, bot, intake, pauses, presses).run),
    ):
        await until(lambda: offsets(post))
    assert offsets(post)[0] == 9


async def test_a_fault_of_ours_does_not_end_the_polling(
    post: Post, intake: Intake, pauses: WatchedClock
):
    def nobody_thought_of_this(_pressed: Pressed) -> None:
        raise LookupError(CANARY)

    written = io.StringIO()
    logs.configure("DEBUG", stream=written)
    board = InlineKeyboardMarkup([[InlineKeyboardButton("Refresh", callback_data="bd;1;r")]])
    await post.bot.send_message(post.ada.id, "A board", reply_markup=board)
    conflicts = PollConflicts(post.database, pauses)
    poller = Poller(post.bot, intake, pauses, nobody_thought_of_this, conflicts, KINDS)
    post.ada.press("Refresh")
    async with at_work(partial(keep_going, pauses, poller.run)) as running:
        await until(lambda: pauses.waits == 1)
        pauses.advance(AFTER_FAULT)
        await until(lambda: pauses.waits == 2)
        assert not running.done()
    assert "LookupError" in written.getvalue()
    assert CANARY not in written.getvalue()


@asynccontextmanager
async def talking_nonsense(
    telegram: LocalTelegram, answer: bytes, status: int = 200, more: Sequence[bytes] = ()
) -> AsyncIterator[TelegramBot]:
    """Serve a Telegram that answers its first poll so, and the next ones with `more`."""
    answers = [Response(each, status) for each in (answer, *more)][::-1]

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        is_poll = scope["path"].lower().endswith("/getupdates")
        await (answers.pop() if is_poll and answers else telegram.asgi)(scope, receive, send)

    async with Server(app) as server, make_bot(TOKEN, server.url, Pacing(ManualClock())) as bot:
        yield bot
        await telegram.stop()  # else the server waits for the poll that is held
