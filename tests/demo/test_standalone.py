"""`handover telegram`: what its page of documentation says is what it does."""

import asyncio
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from PIL import Image

from bot.base.http.server import Server
from bot.local_telegram.pytest_plugin.people import Telegram
from bot.local_telegram.pytest_plugin.program import started_server
from bot.local_telegram.standalone import NamedBot, StandaloneTelegram
from tests.local_telegram.control.served import events, page_client, read_until, sentence
from tests.support.patience import PATIENCE

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "local-telegram.md"


def lines_of_the_page() -> list[str]:
    [block] = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    return [line for line in block.splitlines() if line and not line.startswith("#")]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with started_server() as server:
        yield server.url()


SETTINGS = {
    "AiohttpSession(": """
import asyncio
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
async def main():
    async with Bot("77:x", session=SETTING) as bot:
        print((await bot.get_me()).username)
asyncio.run(main())
""",
    "apihelper.API_URL": """
from telebot import TeleBot, apihelper
SETTING
print(TeleBot("77:x").get_me().username)
""",
}
"""Programs around what the page says that a library is told, by how that begins."""


@pytest.mark.parametrize("start", SETTINGS, ids=["aiogram", "pyTelegramBotAPI"])
def test_a_library_that_is_told_the_address_finds_its_bot(url: str, start: str):
    [setting] = re.findall(rf"`({re.escape(start)}[^`]*)`", PAGE.read_text())
    program = SETTINGS[start].replace("SETTING", setting.replace("http://127.0.0.1:8081", url))
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert told.stdout == "a77_bot\n", told.stderr


def test_every_line_of_the_page_does_what_it_says(url: str, tmp_path: Path):
    assert shutil.which("curl"), "There is no curl here (Debian: curl)."
    Image.new("RGB", (40, 30)).save(tmp_path / "photo.png")
    lines = lines_of_the_page()
    assert len(lines) > 25
    numbered = enumerate(lines, start=1)
    script = "\n".join(f"{line}; [ $? = 0 ] || exit {number}" for number, line in numbered)
    told = subprocess.run(
        ["/bin/bash", "-c", script], env={"URL": url, "PATH": "/usr/bin:/bin"}, cwd=tmp_path,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 0, f"{lines[told.returncode - 1]}\n{told.stdout}"


def test_a_taken_port_is_named_and_another_one_offered():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "bot", "telegram", "--port", str(port)]
        told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert f"Port {port} is taken by another program" in told.stderr
    assert "handover telegram --port" in told.stderr


async def test_any_token_is_a_bot_but_not_one_with_somebody_elses_number():
    told: list[str] = []
    lone = StandaloneTelegram(
        bots=[NamedBot("1:named", "my_bot")], on_call=lambda call: told.append(call.method)
    )
    async with Server(lone) as server, lone, page_client(server.url) as http:
        assert (await http.get("/bot1:named/getMe")).json()["result"]["username"] == "my_bot"
        assert (await http.get("/bot77:x/getMe")).json()["result"]["username"] == "a77_bot"
        assert (await http.get("/bot77:y/getMe")).status_code == 401
        assert (await http.get("/bot1/getMe")).status_code in {401, 404}
        state = (await http.get("/api/state")).json()
        assert [bot["username"] for bot in state["bots"]] == ["my_bot", "a77_bot"]
        assert [user["first_name"] for user in state["users"]] == ["Ada", "Ben"]
        assert "named" not in str(state)
        assert told == ["getMe", "getMe"]


async def test_a_token_that_is_not_named_can_be_refused():
    lone = StandaloneTelegram(bots=[NamedBot("1:named", "my_bot")], only_these=True)
    async with Server(lone) as server, lone, page_client(server.url) as http:
        assert (await http.get("/bot1:named/getMe")).status_code == 200
        refused = await http.get("/bot77:x/getMe")
        assert (refused.status_code, refused.json()["description"]) == (401, "Unauthorized")


def test_only_these_names_somebody():
    command = [sys.executable, "-m", "bot", "telegram", "--only-these"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert "Name a bot with --bot" in told.stderr


async def test_a_picture_of_the_web_is_drawn():
    lone = StandaloneTelegram()
    async with Server(lone) as server, lone, page_client(server.url) as http:
        user = (await http.get("/api/state")).json()["users"][0]["id"]
        await http.get("/bot77:x/getMe")
        await http.post(f"/api/users/{user}/start", json={"bot": "a77_bot"})
        wish = {"chat_id": user, "photo": "https://example.org/door.jpg"}
        sent = await http.post("/bot77:x/sendPhoto", json=wish)
        assert sent.json()["result"]["photo"][-1]["width"] == 640
        refused = await http.post("/bot77:x/sendDocument", json={**wish, "document": wish["photo"]})
        assert refused.json()["description"] == "Bad Request: failed to get HTTP URL content"


async def test_a_reset_ends_what_waits_and_forgets_everybody():
    lone = StandaloneTelegram()
    async with Server(lone) as server, lone, page_client(server.url) as http:
        polling = asyncio.create_task(http.get("/bot77:x/getUpdates?timeout=50"))
        async with asyncio.timeout(PATIENCE), events(http, 0) as reading:
            await read_until(reading, lambda event: event.kind == "bot")
        assert (await http.post("/api/reset", json={})).status_code == 200
        assert (await polling).status_code == 500
        assert (await http.get("/api/bots")).json()["bots"] == []


async def test_a_page_of_somebody_else_may_do_nothing():
    lone = StandaloneTelegram()
    async with Server(lone) as server, lone, page_client(server.url) as http:
        other = {"Origin": "https://example.com"}
        sentence(await http.post("/api/reset", json={}, headers=other), 403)
        sentence(await http.post("/api/bots", json={}, headers={"Host": "example.com"}), 403)


WRONG = [
    {"username": "no"},
    {"username": "somebody"},
    {"username": "my_bot", "token": "secret"},
    {"username": "a77_bot"},
    {"username": "other_bot", "token": "77:other"},
]


@pytest.mark.parametrize("wish", WRONG, ids=str)
def test_a_bot_that_cannot_be_made_is_refused_with_a_sentence(url: str, wish: dict[str, str]):
    with Telegram(url) as telegram:
        telegram.reset()
        telegram.bot("a77_bot", token="77:x")
        with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
            telegram.ask("POST", "/api/bots", wish)


def test_privacy_keeps_from_a_bot_what_groups_say_to_each_other(url: str):
    with Telegram(url) as telegram, httpx.Client(base_url=url) as http:
        telegram.reset()
        bot, ada = telegram.bot("my_bot"), telegram.user("Ada")
        group = telegram.group("All", ada, bot)
        ada.say(group, "Between us")
        telegram.ask("PATCH", f"/api/bots/{bot.id}", {"privacy": False})
        ada.say(group, "For all")
        updates = http.get(f"/bot{bot.token}/getUpdates").json()["result"]
        said = [update["message"]["text"] for update in updates if "message" in update]
        assert "For all" in said
        assert "Between us" not in said


async def test_what_comes_after_a_message_is_waited_for_and_so_is_an_edit():
    lone = StandaloneTelegram(bots=[NamedBot("42:secret", "my_bot")])
    async with Server(lone) as server, lone, page_client(server.url) as http:
        ada = (await http.get("/api/state")).json()["users"][0]["id"]
        chat = f"/api/users/{ada}/chats/42/messages"
        said = (await http.post(chat, json={"text": "Hello"})).json()["id"]
        told = (await http.get(f"{chat}?after={said}")).json()
        assert told["messages"] == []
        waiting = asyncio.create_task(http.get(f"{chat}?after={said}&wait=20"))
        yes = {"chat_id": ada, "text": "Yes"}
        sent = (await http.post("/bot42:secret/sendMessage", json=yes)).json()
        [came] = (await waiting).json()["messages"]
        assert came["text"] == "Yes"
        since = (await http.get(chat)).json()["last_event"]
        waiting = asyncio.create_task(http.get(f"{chat}?since={since}&wait=20"))
        edit = {"chat_id": ada, "message_id": sent["result"]["message_id"], "text": "No"}
        await http.post("/bot42:secret/editMessageText", json=edit)
        assert [m["text"] for m in (await waiting).json()["messages"]] == ["No"]
