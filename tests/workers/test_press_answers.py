"""Answers to presses: each once, next to the work, and never too many at a time."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
from starlette.types import Receive, Scope, Send
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update

from bot.actions.arrivals import read_update
from bot.base.http.server import Server
from bot.base.queue import jobs
from bot.chat.press_answers import PressAnswers
from bot.chat.turn import Turn
from bot.local_telegram import LocalTelegram
from bot.store import people
from bot.store.job_kind import JobKind
from bot.telegram.connection import make_bot
from bot.telegram.pacing import Pacing
from bot.texts import toasts
from tests.support.process_logging import logged
from tests.workers.post import TOKEN, Post
from tests.workers.waiting import until


@pytest.fixture
async def answers(post: Post) -> AsyncIterator[PressAnswers]:
    async with PressAnswers(post.bot) as answers:
        yield answers


async def a_press(post: Post) -> Update:
    """Let Ada press a button; return the update."""
    buttons = InlineKeyboardMarkup([[InlineKeyboardButton("Thanks", callback_data="xx")]])
    await post.bot.send_message(post.ada.id, "Stars?", reply_markup=buttons)
    post.ada.press("Thanks")
    update = (await post.bot.get_updates())[-1]
    assert update.callback_query
    return update


def query_id(update: Update) -> str:
    return update.callback_query.id if update.callback_query else ""


def shown(post: Post) -> list[str]:
    return [toast.text for toast in post.ada.toasts]


async def test_whoever_is_first_gives_the_answer_and_no_second_is_asked_for(
    post: Post, answers: PressAnswers
):
    press = query_id(await a_press(post))
    answers.give_early(press)
    assert answers.is_given(press)
    answers.give_early(press)
    assert not answers.give(press, "Too late")
    await answers.idle()
    assert shown(post) == [""]
    assert sum(call.method == "answerCallbackQuery" for call in post.telegram.calls) == 1


async def test_a_press_that_another_process_has_answered_lets_its_words_be_said_otherwise(
    post: Post, answers: PressAnswers
):
    press = query_id(await a_press(post))
    await post.bot.answer_callback_query(press)
    said = asyncio.Event()

    async def say() -> None:
        said.set()

    assert answers.give(press, "Thank you!", say)
    await answers.idle()
    assert said.is_set()


async def test_after_an_answer_that_telegram_did_not_get_the_next_one_is_given(
    post: Post, answers: PressAnswers
):
    press = query_id(await a_press(post))
    post.telegram.fail("answerCallbackQuery", 502, "Bad Gateway")
    answers.give_early(press)
    await answers.idle()
    assert answers.give(press, "Thank you!")
    await answers.idle()
    assert shown(post) == ["Thank you!"]


async def test_a_refusal_is_one_line_without_what_was_to_be_said(post: Post, answers: PressAnswers):
    press = query_id(await a_press(post))
    post.telegram.fail("answerCallbackQuery", 400, "Bad Request: query is too old")
    with logged() as lines:
        answers.give(press, "canary-4711")
        await answers.idle()
    (line,) = lines
    assert line["event"] == "answer to a press refused"
    assert "canary" not in str(line)


@pytest.mark.parametrize("code", [400, 401, 403, 429, 500])
async def test_no_refusal_is_anybodys_trouble(post: Post, answers: PressAnswers, code: int):
    press = query_id(await a_press(post))
    post.telegram.fail("answerCallbackQuery", code, "No", 2, 5 if code == 429 else None)
    answers.give_early(press)
    await answers.idle()
    answers.give(press, "Thank you!")
    await answers.idle()


async def test_a_telegram_that_hangs_is_asked_a_few_times_and_the_early_ones_leave_room(
    telegram: tuple[LocalTelegram, str], post: Post
):
    asked = 0

    async def hang(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal asked
        if scope["path"].endswith("answerCallbackQuery"):
            asked += 1
            await asyncio.Event().wait()
        await telegram[0].asgi(scope, receive, send)

    async with (
        Server(hang) as server,
        make_bot(TOKEN, server.url, Pacing(post.clock)) as bot,
        PressAnswers(bot) as answers,
    ):
        for number in range(100):
            answers.give_early(f"early {number}")
        await until(lambda: asked == 32)
        given = [answers.give(f"late {number}", "Thanks") for number in range(100)]
        assert given == [True] * 32 + [False] * 68
        await until(lambda: asked == 64)


async def turn(post: Post, answers: PressAnswers) -> Turn:
    """Begin a turn with Ada's press."""
    update = await a_press(post)
    raw = json.dumps(update.to_dict()).encode()
    await post.database.write(jobs.add, read_update(post.account.id, raw).job)
    (job,) = await post.database.write(jobs.claim, JobKind.UPDATE, 1)
    ada = await post.database.read(people.get, post.ada.id)
    assert ada is not None
    return Turn(post.context, update, job, ada, answers.to(query_id(update)))


async def read_in_chat(post: Post) -> list[str]:
    """Let what waits be sent; return what Ada then reads below the button."""
    while await _deliver(post):
        pass
    return [message.text for message in post.seen()[1:]]


async def _deliver(post: Post) -> bool:
    waiting = await post.waiting()
    for notice in waiting:
        await post.sender.send(notice)
    return bool(waiting)


async def test_a_toast_in_time_is_shown_and_not_said(post: Post, answers: PressAnswers):
    thanked = await turn(post, answers)
    await thanked.settle(lambda _tx: thanked.toast(toasts.THANKS))
    await thanked.show_toast()
    await answers.idle()
    assert (shown(post), await read_in_chat(post)) == (["Thank you!"], [])


async def test_a_toast_for_a_press_that_was_answered_is_kept_by_the_transaction_that_decides_it(
    post: Post, answers: PressAnswers
):
    thanked = await turn(post, answers)
    answers.give_early(query_id(thanked.update))
    await thanked.settle(lambda _tx: thanked.toast(toasts.THANKS))
    assert await read_in_chat(post) == ["Thank you!"]
    await thanked.show_toast()
    await answers.idle()
    assert (shown(post), await read_in_chat(post)) == ([""], ["Thank you!"])


async def test_a_press_that_is_answered_while_its_toast_is_committed_loses_no_word(
    post: Post, answers: PressAnswers
):
    thanked = await turn(post, answers)
    await thanked.settle(lambda _tx: thanked.toast(toasts.THANKS))
    answers.give_early(query_id(thanked.update))
    await thanked.show_toast()
    await answers.idle()
    assert (shown(post), await read_in_chat(post)) == ([""], ["Thank you!"])
