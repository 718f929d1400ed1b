"""Telegram's webhook: its secret is its own, and an update is kept before 200."""

import asyncio

import pytest

from bot.actions.arrivals import Pressed
from bot.base.database.transaction import Transaction
from bot.base.http.server import Server
from bot.metrics import Metrics
from bot.store.job_kind import LABELS, JobKind
from bot.web.fleet_webhook import FleetWebhook
from bot.web.routes import TELEGRAM_PATH, make_app
from tests.store.work import without_jobs
from tests.support.line import head
from tests.support.sql import uncommitted
from tests.web.asking import BOT_ID, KEY, SECRET, SILENCE, Door, press, update
from tests.workers.waiting import until

LIMIT = 1024 * 1024


def nothing(_tx: Transaction) -> None:
    """Change nothing."""


async def kept(door: Door) -> list[bytes]:
    return [job.body for job in await door.kept(JobKind.UPDATE)]


async def test_an_update_is_kept_word_for_word_in_the_lane_of_its_person(door: Door):
    assert (await door.telegram(update())).status_code == 200
    (job,) = await door.kept(JobKind.UPDATE)
    assert (job.body, job.lane, job.key) == (update(), "person:7", f"{BOT_ID}:1")


async def test_the_same_update_again_is_the_same_job(door: Door):
    for _ in range(3):
        assert (await door.telegram(update())).status_code == 200
    assert len(await kept(door)) == 1


@pytest.mark.parametrize("secret", ["", "wrong", SECRET[:-1], SECRET.upper(), KEY, b"\xff\xfe"])
async def test_an_update_with_another_secret_is_refused(door: Door, secret: str | bytes):
    assert (await door.telegram(update(), secret)).status_code == 401
    assert await kept(door) == []


async def test_an_update_without_secret_is_refused(door: Door):
    assert (await door.http.post(TELEGRAM_PATH, content=update())).status_code == 401


async def test_of_two_secrets_the_wrong_one_does_not_help(door: Door):
    name = "X-Telegram-Bot-Api-Secret-Token"
    headers = [(name, "wrong"), (name, SECRET)]
    answer = await door.http.post(TELEGRAM_PATH, content=update(), headers=headers)
    assert answer.status_code == 401


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"not json",
        b'{"update_id": null}',
        b'{"update_id": "one"}',
        b'{"update_id": [1]}',
        b"[" * 100_000,
        b"\xff",
    ],
)
async def test_what_is_no_update_is_left_out_for_it_would_come_again(door: Door, body: bytes):
    assert (await door.telegram(body)).status_code == 200
    assert await kept(door) == []


async def test_half_a_pair_of_surrogates_does_not_keep_an_update_out(door: Door):
    assert (await door.telegram(b'{"update_id": 1, "x": "\\ud800"}')).status_code == 200
    assert await kept(door) == [b'{"update_id": 1, "x": "?"}']


@pytest.mark.parametrize(
    "body",
    [
        b'{"update_id": Infinity}',
        b'{"update_id": NaN}',
        b'{"update_id": ' + b"9" * 5000 + b"}",
        b'{"update_id": 1e999}',
        b'{"update_id": 1.5}',
        b'{"update_id": true}',
        b'{"update_id": "' + b"9" * 5000 + b'"}',
        b'{"update_id": 1, "message": {"from": {"id": ' + b"9" * 5000 + b"}}}",
        b'{"update_id": 1, "message": {"from": {"id": {"x": "\\u0000"}}}}',
    ],
)
async def test_no_number_however_large_is_a_fault_of_ours(door: Door, body: bytes):
    assert (await door.telegram(body)).status_code == 200


async def test_a_press_is_answered_while_it_is_written_down_and_200_waits_for_that(door: Door):
    async with uncommitted(door.database, nothing):
        posted = asyncio.create_task(door.telegram(press()))
        await until(lambda: door.presses)
        assert not posted.done()
    assert (await posted).status_code == 200
    assert door.presses == [Pressed("77", "bd;1;r")]
    assert await kept(door) == [press()]


@pytest.mark.parametrize("secret", ["", "wrong", KEY])
async def test_nobody_who_has_no_secret_lets_a_press_be_answered(door: Door, secret: str):
    assert (await door.telegram(press(), secret)).status_code == 401
    assert door.presses == []


@pytest.mark.parametrize(
    "body",
    [
        press(chat="supergroup"),
        press(data=None),
        press(data=7),
        press(query_id=77),
        update(),
        b'{"update_id": 1, "callback_query": []}',
        b'{"update_id": 1, "callback_query": {"id": "77", "data": "x", "message": null}}',
        b'{"update_id": 1, "callback_query": {"id": "77", "data": "x", "message": {"chat": 7}}}',
    ],
)
async def test_what_is_no_press_in_a_private_chat_is_only_kept(door: Door, body: bytes):
    assert (await door.telegram(body)).status_code == 200
    assert door.presses == []
    assert await kept(door) == [body]


async def test_an_update_over_the_limit_is_left_out_without_being_read(door: Door):
    async with door.line() as line:
        secret = f"X-Telegram-Bot-Api-Secret-Token: {SECRET}"
        await line.say(head(TELEGRAM_PATH, secret, f"Content-Length: {LIMIT + 1}"))
        assert await line.status() == 200
    assert await kept(door) == []


async def test_a_store_that_fails_is_503_so_that_the_update_comes_again(door: Door):
    async with without_jobs(door.database):
        assert (await door.telegram(update())).status_code == 503
    assert (await door.telegram(update())).status_code == 200
    assert await kept(door) == [update()]


async def test_a_bot_that_polls_has_no_door_for_updates(door: Door, intake):
    app = make_app(
        door.database,
        "production",
        FleetWebhook(intake, "production", [KEY], SILENCE),
        None,
        Metrics(LABELS),
    )
    async with Server(app) as server:
        answer = await door.http.post(f"{server.url}{TELEGRAM_PATH}", content=update())
    assert answer.status_code == 404
