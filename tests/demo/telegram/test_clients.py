"""Real client libraries, unmodified, on the local Telegram: the same stories on each of them."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.demo.telegram.programs import aiogram_, async_telebot, behaviour, ptb, telebot_
from tests.demo.telegram.town import TOKEN, Town

LIBRARIES = [ptb, aiogram_, telebot_, async_telebot]
NAMES = ["python-telegram-bot", "aiogram", "telebot", "async telebot"]


@pytest.fixture(params=LIBRARIES, ids=NAMES)
async def program(
    request: pytest.FixtureRequest, busy_town: Town
) -> AsyncIterator[behaviour.Program]:
    async with request.param.running(TOKEN, busy_town.url) as program:
        yield program


@pytest.mark.usefixtures("program")
async def test_a_person_starts_presses_shares_and_is_answered(busy_town: Town):
    ada = busy_town.ada
    ada.write("/start door-7")
    await busy_town.until_said("Hello Ada, you came with door-7")
    assert ada.last.html == "Hello <b>Ada</b>, you came with door-7"
    greeting = ada.last

    ada.press("More")
    await busy_town.until(lambda: greeting.edited)
    assert (greeting.text, greeting.buttons) == (behaviour.EDITED, [])
    assert [toast.text for toast in ada.toasts] == [behaviour.TOAST]

    said = ada.write("Grüße 🦊")
    await busy_town.until_said("You said: Grüße 🦊")
    assert ada.last.reply_to is said

    ada.write("/number")
    await busy_town.until_said(behaviour.ASKED)
    assert ada.last.keyboard == [["Share my number"]]
    ada.press("Share my number")
    await busy_town.until_said("+31612345678 is yours: True")

    secret = ada.write("secret 1234")
    await busy_town.until_said(behaviour.FORGOTTEN)
    assert secret not in ada.messages


@pytest.mark.filterwarnings("ignore::telegram.warnings.PTBDeprecationWarning")
async def test_refusals_raise_the_librarys_own_errors(busy_town: Town, program: behaviour.Program):
    ada, telegram = busy_town.ada, busy_town.telegram
    with pytest.raises(program.refusal(400), match=r"[Cc]hat not found"):
        await program.send(ada.id, "too early")
    ada.write("/start")
    await busy_town.until_said("Hello Ada, you came with nothing")
    ada.block()
    with pytest.raises(program.refusal(403), match=r"[Bb]ot was blocked by the user"):
        await program.send(ada.id, "are you there?")
    ada.unblock()
    telegram.fail("sendMessage", 429, "Too Many Requests: retry after 7", retry_after=7)
    with pytest.raises(program.refusal(429), match="7"):
        await program.send(ada.id, "now?")
    telegram.fail("sendMessage", 502, "Bad Gateway")
    with pytest.raises(program.refusal(502), match="Bad Gateway"):
        await program.send(ada.id, "now?")
    await program.send(ada.id, "now!")
    assert [m.text for m in ada.messages if m.from_bot][1:] == ["now!"]


async def test_a_second_poller_ends_the_first_which_goes_on(
    busy_town: Town, program: behaviour.Program
):
    ada = busy_town.ada
    ada.write("/start")
    await busy_town.until_said("Hello Ada, you came with nothing")
    async with asyncio.timeout(10):
        while not _has_conflict(busy_town):
            await asyncio.gather(program.polls(), return_exceptions=True)
    ada.write("still there?")
    await busy_town.until_said("You said: still there?")


def _has_conflict(town: Town) -> bool:
    refusals = [call.error for call in town.telegram.calls if call.method == "getUpdates"]
    return any(refusal and refusal.error_code == 409 for refusal in refusals)
