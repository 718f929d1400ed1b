"""The audit log: what operators have done stands there with it, and of customers nothing."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.service.environment import UnitOfWork
from bot.service.errors import RefusedError
from bot.service.operations.dashboard import set_paid
from bot.service.operations.keys import new_key
from bot.service.rules.operators import AUDIT_KEPT
from bot.service.store.audit_rows import COMMAND_LINE, Actor, drop_old_entries
from bot.service.store.tables import audit_entries
from tests.service.fleet import Fleet
from tests.service.pages.operators import NAME, Browser, logged_in, operators_of
from tests.support.sql import rows

ROOT = "/operator/development"
RIDER = {
    "name": "Musa Bello",
    "phone_code": "234",
    "phone_number": "08067778888",
    "email": "musa@example.com",
}
PERSONAL = ["Musa", "806777", "musa@", "Ada Stores", "Bola", "Broad Street", "Marina", "dog bites"]


async def said(fleet: Fleet) -> list[str]:
    """Every entry: who has done what, and about what, the oldest first."""
    table = audit_entries.c
    columns = (table.environment, table.actor, table.deed, table.about, table.network)
    found = await rows(fleet.development.database, select(*columns).order_by(table.number))
    return [", ".join(filter(None, row)) for row in found]


async def test_each_thing_that_is_done_on_the_page_is_an_entry(fleet: Fleet, ada: Browser):
    before = len(await said(fleet))
    first, second = [(await fleet.create())["uuid"] for _ in range(2)]
    await ada.opens(f"{ROOT}/riders/new")
    added = await ada.sends(f"{ROOT}/riders/new/add", RIDER)
    rider = added.headers["location"].rpartition("/")[2]
    hook = {"url": "https://shop.example:8443/secret-path", "all": "1"}
    for path, form in {
        f"riders/{rider}/edit": RIDER | {"name": "Musa B.", "address": "2 Marina Road"},
        f"riders/{rider}/remove": {},
        f"riders/{rider}/activate": {},
        f"deliveries/{first}/paid": {},
        f"deliveries/{first}/unpaid": {},
        f"deliveries/{first}/codes": {},
        f"deliveries/{second}/decline": {"note": "A dog bites"},
        "webhooks/set": hook,
        "webhooks/resend-failed": {},
        "webhooks/off": {},
        "keys/end": {"number": "1"},
        "keys/rotate": {"newest": "1"},
    }.items():
        await ada.opens(f"{ROOT}/{path.rpartition('/')[0]}")
        assert (await ada.sends(f"{ROOT}/{path}", form)).status_code in {200, 303}, path
    entries = [entry.removeprefix("development, ada, ") for entry in (await said(fleet))[before:]]
    assert entries == [
        "added, rider 1, 127.0.0.1",
        "changed address, name, rider 1, 127.0.0.1",
        "removed, rider 1, 127.0.0.1",
        "activated, rider 1, 127.0.0.1",
        "marked as paid, delivery 1001, 127.0.0.1",
        "marked as not paid, delivery 1001, 127.0.0.1",
        "new codes sent, delivery 1001, 127.0.0.1",
        "declined, delivery 1002, 127.0.0.1",
        "webhooks set, shop.example, 127.0.0.1",
        "webhooks sent again, 0, 127.0.0.1",
        "webhooks off, 127.0.0.1",
        "API key ended, key 1, 127.0.0.1",
        "API key made, key 3, 127.0.0.1",
    ]
    await ada.opens(f"{ROOT}/audit")
    assert "2026-03-02 09:01 ada API key made key 3 127.0.0.1" in ada.words
    for canary in (*PERSONAL, "secret-path"):
        assert canary not in ada.words
    await ada.opens("/operator/production/audit")
    assert "API key made" not in ada.words
    assert "logged in" in ada.words  # which is of the whole service


async def test_who_comes_and_goes_is_in_it(fleet: Fleet, ada: Browser):
    await ada.sends("/operator/logout")
    await ada.comes_by_link(await operators_of(fleet).make_link(NAME))
    await operators_of(fleet).remove(NAME)
    at = ", 127.0.0.1"
    assert [entry.removesuffix(at) for entry in await said(fleet)] == [
        "command line, added, operator ada",
        "ada, logged in by a link",
        "ada, password and second factor set",
        "ada, logged out",
        "ada, logged in",
        "ada, logged out",
        "command line, link made, operator ada",
        "ada, logged in by a link",
        "command line, removed, operator ada",
    ]


async def test_where_an_operator_was_is_forgotten_with_them(fleet: Fleet, ada: Browser):
    assert any("127.0.0.1" in entry for entry in await said(fleet))
    async with logged_in(fleet, "bola"):
        await operators_of(fleet).remove(NAME)
        left = [entry for entry in await said(fleet) if "127.0.0.1" in entry]
    assert left
    assert all(entry.startswith("bola") for entry in left)


async def test_an_entry_stands_with_what_it_tells_or_not_at_all(fleet: Fleet):
    acting = replace(fleet.development, actor=Actor("ada"))
    before = await said(fleet)

    def _nearly_done(work: UnitOfWork) -> None:
        work.did("marked as paid", "delivery 1")
        raise RefusedError({"path": ["Not this time."]})

    with pytest.raises(RefusedError):
        await acting.write(_nearly_done)
    assert await said(fleet) == before


async def test_what_gives_no_words_of_its_own_is_told_by_its_name(fleet: Fleet):
    def _turn_round(_work: UnitOfWork) -> None:
        """Do nothing that tells of itself."""

    await replace(fleet.development, actor=COMMAND_LINE).write(_turn_round)
    assert await said(fleet) == ["development, command line, turn round"]


async def test_calls_of_the_api_are_no_deeds_of_operators(fleet: Fleet):
    uuid = (await fleet.create())["uuid"]
    await set_paid(fleet.development, uuid, paid=True)
    assert await said(fleet) == []


async def test_older_entries_are_a_page_further(fleet: Fleet, ada: Browser):
    acting = replace(fleet.development, actor=Actor("bola"))
    for _ in range(100):
        await new_key(acting)
    await ada.opens(f"{ROOT}/audit")
    assert "key 102 " in ada.words
    assert "logged in" not in ada.words
    await ada.opens(re.findall(r'href="([^"]+)">Older', ada.page)[0])
    assert "ada logged in –" in ada.words
    assert "bola" not in ada.words
    for nonsense in ("0", "x", "9" * 30):
        assert (await ada.opens(f"{ROOT}/audit?before={nonsense}")).status_code == 422


async def test_entries_end_after_a_year(fleet: Fleet, ada: Browser):
    database = fleet.development.database
    fleet.clock.advance(AUDIT_KEPT - timedelta(minutes=2))
    await new_key(replace(fleet.development, actor=Actor("ada")))
    await database.write(drop_old_entries)
    assert len(await said(fleet)) > 1
    fleet.clock.advance(timedelta(minutes=2))
    await database.write(drop_old_entries)
    assert await said(fleet) == ["development, ada, API key made, key 3"]
