"""A test of the small bot when it does what it should not: it fails, and says why."""

import sys


def test_it_echoes(telegram):
    account, ada = telegram.bot("small_bot", "Small"), telegram.user("Ada")
    command = (sys.executable, "bot.py", "--wrong")
    telegram.start(*command, TOKEN=account.token, TELEGRAM_URL=telegram.url)
    ada.say(account, "/start")
    ada.reads("Count: 0", within=20)
    ada.say(account, "Good morning")
    ada.reads("Good morning", within=2)
