"""Telegram's command menus: one for all who do not work here, and one for each who does."""

import json
from datetime import timedelta

import pytest

from bot.demo.town import Town
from bot.local_telegram import LocalUser
from bot.texts.catalogues import languages
from bot.texts.words import Words
from tests.support.business import Business, told

FOR_CUSTOMERS = ["where", "help"]
FOR_DISPATCHERS = ["board", "new", "riders", "report", "team", "help"]
FOR_RIDERS = ["jobs", "cash", "duty", "help"]
WIDE = {"type": "all_private_chats"}


def own(town: Town, person: LocalUser) -> list[str] | None:
    """The commands in somebody's own menu, if they have one."""
    scope = json.dumps({"chat_id": str(person.id), "type": "chat"}, sort_keys=True)
    listed = town.account.menus.get((scope, ""))
    return None if listed is None else [command["command"] for command in listed]


def shared(town: Town, language: str) -> dict[str, str]:
    """The menu of everybody whose Telegram speaks this language: commands, and what they do."""
    code = "" if language == "en" else language
    listed = town.account.menus.get((json.dumps(WIDE), code), [])
    return {command["command"]: command["description"] for command in listed}


def asked(town: Town, person: LocalUser) -> int:
    """How often a menu of somebody's own was set or deleted."""
    calls = [call for call in town.telegram.calls if call.method.endswith("MyCommands")]
    return sum(str(person.id) in call.arguments.get("scope", "") for call in calls)


async def test_customers_and_strangers_share_a_menu_in_each_language(business: Business):
    await business.order()
    await business.follows(business.bola, "Bola Ahmed")
    await business.says(business.town.telegram.add_user("Eve"), "/start")
    for language in languages():
        menu = shared(business.town, language)
        assert list(menu) == FOR_CUSTOMERS
        assert menu["help"] == Words(language).label("what you can write here")
    calls = [call for call in business.town.telegram.calls if call.method == "setMyCommands"]
    wide = [call for call in calls if "all_private_chats" in call.arguments["scope"]]
    assert len(wide) >= len(languages())
    assert asked(business.town, business.bola) == 0


async def test_who_works_here_has_a_menu_of_their_own_as_long_as_they_do(business: Business):
    town = business.town
    ngozi = await business.hires("Ngozi")
    assert own(town, ngozi) == FOR_DISPATCHERS
    assert own(town, business.musa) == FOR_RIDERS
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Remove Ngozi as a dispatcher")
    await business.presses(business.owner, "Remove", message=business.owner.last)
    assert own(town, ngozi) == FOR_CUSTOMERS


async def test_a_rider_who_becomes_a_customer_sees_both_in_the_menu(business: Business):
    await business.order()
    await business.follows(business.musa, "Bola Ahmed")
    assert own(business.town, business.musa) == ["jobs", "cash", "duty", "where", "help"]


@pytest.mark.skipif("fr" not in languages(), reason="the catalogue comes with the languages")
async def test_a_chosen_language_is_an_own_menu_and_forgetting_takes_it_away(business: Business):
    await business.says(business.bola, "/language fr")
    scope = json.dumps({"chat_id": str(business.bola.id), "type": "chat"}, sort_keys=True)
    (listed,) = [menu for (where, _), menu in business.town.account.menus.items() if where == scope]
    assert {command["description"] for command in listed} >= {
        Words("fr").label("what you can write here")
    }
    assert own(business.town, business.bola) == FOR_CUSTOMERS
    await business.says(business.bola, "/forget")
    await business.presses(business.bola, Words("fr").label("🗑 Erase my data"))
    assert own(business.town, business.bola) is None


@pytest.mark.parametrize(
    ("code", "description", "retry_after"),
    [
        (404, "Not Found", None),
        (400, "Bad Request: chat not found in scope", None),
        (429, "Too Many Requests: retry after 3600", 3600),
        (502, "Bad Gateway", None),
    ],
)
async def test_a_menu_of_somebodys_own_that_is_refused_holds_up_nothing_that_is_said(
    business: Business, code: int, description: str, retry_after: int | None
):
    business.town.telegram.fail("setMyCommands", code, description, 500, retry_after)
    ngozi = await business.hires("Ngozi")
    for _ in range(3):
        await business.says(ngozi, "/board")
        assert "Nothing is open" in told(ngozi)[-1]
        await business.later(seconds=5)


@pytest.mark.runs_on  # the shared menus are tried at each start
async def test_a_menu_that_is_refused_for_good_is_given_up(business: Business):
    ngozi = business.town.telegram.add_user("Ngozi")
    business.town.telegram.fail("setMyCommands", 404, "Not Found", 500)
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Invite a dispatcher")
    await business.says(ngozi, f"/start {business.owner.last.text.split('start=')[1]}")
    for _ in range(20):
        await business.later(minutes=2)
    assert asked(business.town, ngozi) == 5


@pytest.mark.runs_on  # at a start they are set at once
@pytest.mark.parametrize(("code", "retry_after"), [(429, 40), (502, None), (400, None)])
async def test_menus_that_cannot_be_set_keep_nobody_waiting_and_are_set_later(
    business: Business, code: int, retry_after: int | None
):
    town = business.town
    await town.stop_bot()
    town.account.menus.clear()
    business.clock.advance(timedelta(seconds=1))  # Telegram takes one setWebhook a second
    town.telegram.fail("setMyCommands", code, "Not now", 1, retry_after)
    await town.start_bot()
    await business.says(business.owner, "/me")
    assert shared(town, "en") == {}
    business.clock.advance(timedelta(seconds=40))
    await town.idle()
    assert shared(town, "en")
