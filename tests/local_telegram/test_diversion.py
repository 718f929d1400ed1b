"""A program for api.telegram.org comes to the local Telegram, on whatever loop it runs."""

import sys
from pathlib import Path

from bot.local_telegram.pytest_plugin.people import Telegram
from bot.local_telegram.pytest_plugin.program import started_server

PROGRAM = Path(__file__).parent / "programs" / "aiogram_on_uvloop.py"


def test_a_bot_on_uvloop_is_diverted(tmp_path: Path):
    with started_server("--divert", str(tmp_path)) as server, Telegram(server.url()) as telegram:
        account, ada = telegram.bot("echo_bot"), telegram.user("Ada")
        environment = {"PYTHONPATH": str(tmp_path), "BOT_TOKEN": account.token}
        telegram.start(sys.executable, str(PROGRAM), **environment)
        ada.say(account, "Good morning")
        ada.reads("You said: Good morning", within=60)
