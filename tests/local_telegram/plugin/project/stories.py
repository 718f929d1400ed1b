"""The tests of the small bot: one that runs in a process of its own, and one in the test itself."""

import asyncio
import sys

import pytest

import bot


@pytest.fixture
def account(telegram):
    return telegram.bot("small_bot", "Small")


@pytest.fixture
def ada(telegram):
    return telegram.user("Ada")


def test_it_echoes(telegram, account, ada):
    telegram.start(sys.executable, "bot.py", TOKEN=account.token, TELEGRAM_URL=telegram.url)
    ada.say(account, "Good morning")
    assert ada.reads("Good morning", within=20).from_bot


def test_a_button_counts_and_says_so(telegram, account, ada):
    telegram.start(sys.executable, "bot.py", TOKEN=account.token, TELEGRAM_URL=telegram.url)
    ada.say(account, "/start")
    ada.press("More", within=20)
    assert ada.reads("Count: 1").edited
    assert ada.reads_toast("makes 1")
    assert [call.method for call in account.calls()].count("editMessageText") == 1


def test_nothing_is_left_of_the_test_before(telegram, account, ada):
    assert ada.messages(account) == []
    assert account.calls() == []


@pytest.mark.asyncio
async def test_it_echoes_in_the_loop_of_the_test(telegram, account, ada):
    application = bot.application(account.token, telegram.url)
    async with application:
        await application.updater.start_polling()
        await application.start()
        ada.say(account, "Good night")
        await asyncio.to_thread(ada.reads, "Good night")
        await application.updater.stop()
        await application.stop()
