"""An update in a form that the library does not know yet is kept, and holds nobody up."""

import io
import json
from pathlib import Path

import pytest

from bot import logs
from bot.base.database.database import Database
from bot.base.queue import dead_letters
from bot.base.vault import Vault, key_from
from bot.store.job_kind import JobKind
from bot.store.schema import SCHEMA
from tests.support.business import Business, told

CANARY = "canary-4711"


@pytest.mark.parametrize("mode", ["polling", "webhook"], indirect=True)
async def test_it_becomes_a_dead_letter_and_its_words_stand_in_no_log(business: Business):
    written = io.StringIO()
    logs.configure("DEBUG", stream=written)
    person = business.owner
    unreadable = {"message_id": 900, "date": CANARY, "from": person.as_json(), "text": CANARY}
    business.town.account.queue.add("message", person.id, unreadable)
    await business.says(person, "/board")
    assert "Nothing is open" in told(person)[-1]
    assert [letter.error for letter in await given_up(business)] == ["UnreadableUpdate"]
    assert written.getvalue()
    assert CANARY not in written.getvalue()


async def given_up(business: Business) -> list[dead_letters.DeadLetter]:
    await business.town.stop_bot()  # only one process, and only once, opens a SQLite database
    store = business.town.settings["store"]
    vault = Vault(key_from(Path(store["key_file"])))
    database = Database(store["url"], SCHEMA, vault, business.clock)
    await database.open()
    letters = await database.read(dead_letters.listed)
    await database.close()
    return [letter for letter in letters if letter.kind == JobKind.UPDATE]


@pytest.mark.parametrize("mode", ["polling", "webhook"], indirect=True)
async def test_no_kind_is_asked_for_that_nobody_handles(business: Business):
    asked = {
        kind
        for call in business.town.telegram.calls
        for kind in json.loads(call.arguments.get("allowed_updates", "[]"))
    }
    handled = {"message", "edited_message", "callback_query", "inline_query", "my_chat_member"}
    assert asked == handled
