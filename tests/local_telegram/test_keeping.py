"""What is forgotten, so that a server can run for weeks, and what is then told of it."""

import httpx
import pytest

from bot.local_telegram import Keeping, LocalTelegram
from tests.local_telegram.town import TOKEN, Town, picture


@pytest.fixture
def keeping(town: Town) -> LocalTelegram:
    """Let the town forget early."""
    town.telegram.world.keeping = Keeping(calls=20, messages=5, toasts=2)
    return town.telegram


async def test_only_so_many_calls_and_messages_are_kept_and_the_latest_are_there(
    town: Town, keeping: LocalTelegram
):
    town.ada.write("/start")
    for number in range(50):
        await town.result("sendMessage", chat_id=town.ada.id, text=str(number))
    assert len(keeping.calls) <= 20
    assert keeping.calls[-1].arguments["text"] == "49"
    assert [message.text for message in town.ada.messages] == ["45", "46", "47", "48", "49"]
    edit = {"chat_id": town.ada.id, "message_id": 2, "text": "x"}
    gone = await town.call("editMessageText", **edit)
    assert gone.json()["description"] == "Bad Request: message to edit not found"


async def test_only_so_many_answers_to_buttons_are_kept(town: Town, keeping: LocalTelegram):
    town.ada.write("/start")
    buttons = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}
    await town.result("sendMessage", chat_id=town.ada.id, text="x", reply_markup=buttons)
    for number in range(5):
        town.ada.press("Go")
        (update,) = await town.updates(offset=-1)
        query_id = update["callback_query"]["id"]
        answer = {"callback_query_id": query_id, "text": str(number)}
        await town.result("answerCallbackQuery", **answer)
    assert [toast.text for toast in town.ada.toasts] == ["3", "4"]


@pytest.mark.parametrize("limit", [Keeping(files=3), Keeping(file_bytes=30)])
async def test_the_oldest_files_are_gone_as_with_the_real_one(limit: Keeping):
    telegram = LocalTelegram(keeping=limit)
    bot = telegram.add_bot(TOKEN, username="demo_bot", first_name="Demo")
    ada = telegram.add_user("Ada")
    sent = [ada.send_document(bytes(10), f"{number}.bin").document for number in range(4)]
    files = [document.file for document in sent if document]
    transport = httpx.ASGITransport(telegram.asgi)
    async with httpx.AsyncClient(transport=transport, base_url="http://telegram") as http:
        url = f"/bot{bot.token}/getFile"
        first = await http.post(url, json={"file_id": files[0].file_id})
        last = await http.post(url, json={"file_id": files[-1].file_id})
        path = f"/file/bot{bot.token}/{files[0].path}"
        assert (await http.get(path)).status_code == 404
    expected = "Bad Request: wrong file_id or the file is temporarily unavailable"
    assert first.json()["description"] == expected
    assert last.json()["ok"] is True
    assert (files[0].content, files[0].size) == (b"", 10)


def test_the_newest_file_stays_however_large():
    telegram = LocalTelegram(keeping=Keeping(file_bytes=1))
    telegram.add_bot(TOKEN, username="demo_bot", first_name="Demo")
    photo = telegram.add_user("Ada").send_photo(picture()).photo
    assert photo is not None
    assert photo.thumbnail.content
