"""Where an operator is logged in, logins from elsewhere, and the password that is asked again."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.service.operations.keys import known_keys
from tests.service.fleet import Fleet
from tests.service.pages.operators import NAME, PASSWORD, Browser, browsing, logged_in, operators_of

DELIVERIES = "/operator/development/deliveries"
KEYS = "/operator/development/keys"
ELSEWHERE = "198.51.100.1"
TOLD = f"Somebody has logged in as ada from a network that is new, {ELSEWHERE}, on 2026-03-02"
AGAIN = "asks for your password again"


@pytest.fixture
async def other(fleet: Fleet, ada: Browser) -> AsyncIterator[Browser]:
    """Somebody who has logged in as she, somewhere else."""
    fleet.clock.advance(timedelta(minutes=1))
    async with browsing(fleet, ELSEWHERE) as browser:
        browser.secret = ada.secret
        await browser.logs_in()
        yield browser


async def is_in(browser: Browser) -> bool:
    return (await browser.http.get(DELIVERIES)).status_code == 200


async def test_a_login_from_a_new_network_is_told_on_each_page_of_every_other_session(
    fleet: Fleet, ada: Browser, other: Browser
):
    for path in (DELIVERIES, KEYS, "/operator/production/audit", "/operator/account"):
        await ada.opens(path)
        assert TOLD in ada.words
        await other.opens(path)
        assert TOLD not in other.words
    await ada.opens("/operator/production/audit")
    assert f"logged in from a new network – {ELSEWHERE}" in ada.words


async def test_it_is_told_until_she_says_that_it_was_she_and_not_where_it_was(
    fleet: Fleet, ada: Browser, other: Browser
):
    await other.opens("/operator/account")
    await other.sends("/operator/account/confirm")
    await ada.sends("/operator/logout")
    fleet.clock.advance(timedelta(hours=5))
    await ada.logs_in()
    assert TOLD in ada.words
    await ada.sends("/operator/account/confirm")
    assert TOLD not in ada.words
    await ada.opens(DELIVERIES)
    assert TOLD not in ada.words


async def test_whoever_made_it_does_not_say_so_from_a_second_network_either(
    fleet: Fleet, ada: Browser, other: Browser
):
    fleet.clock.advance(timedelta(minutes=1))
    async with browsing(fleet, "198.51.100.2") as second:
        second.secret = ada.secret
        await second.logs_in()
        for browser in (second, other, second):
            await browser.opens("/operator/account")
            await browser.sends("/operator/account/confirm")
            assert "Say so in a network that you logged in from before that" in browser.words
            await browser.sends("/operator/logout")
            fleet.clock.advance(timedelta(minutes=1))
            await browser.logs_in()
            await ada.opens(DELIVERIES)
            assert TOLD in ada.words
        await second.comes_by_link(await operators_of(fleet).make_link(NAME))
        await second.sends("/operator/account/confirm")
        await ada.opens(DELIVERIES)
        assert TOLD not in ada.words


async def test_a_login_from_where_she_was_before_is_not_told(
    fleet: Fleet, ada: Browser, other: Browser
):
    await ada.opens(DELIVERIES)
    await ada.sends("/operator/account/confirm")
    await other.sends("/operator/logout")
    fleet.clock.advance(timedelta(minutes=1))
    await other.logs_in()
    assert await is_in(other)
    await ada.opens(DELIVERIES)
    assert "network that is new" not in ada.words


async def test_a_login_by_link_from_a_new_network_is_told_too(fleet: Fleet, ada: Browser):
    async with browsing(fleet, ELSEWHERE) as browser:
        await browser.comes_by_link(await operators_of(fleet).make_link(NAME))
    await ada.opens(DELIVERIES)
    assert TOLD in ada.words


async def test_who_is_added_anew_is_told_of_no_login_of_a_former_one(fleet: Fleet, ada: Browser):
    await operators_of(fleet).remove(NAME)
    async with browsing(fleet, ELSEWHERE) as browser:
        await browser.comes_by_link(await operators_of(fleet).add(NAME))
        await browser.sets_up()
        await browser.opens("/operator/production/audit")
        assert "from a new network" not in browser.words


async def test_she_sees_where_she_is_logged_in_and_logs_out_everywhere(
    fleet: Fleet, ada: Browser, other: Browser
):
    async with logged_in(fleet, "bola") as bola:
        await ada.opens("/operator/account")
        listed = ada.words.partition("Where you are logged in")[2]
        assert f"{ELSEWHERE} password" in listed
        assert "127.0.0.1, here password" in listed
        assert listed.count(" password ") == 2
        answer = await ada.sends("/operator/account/end")
        assert answer.headers["location"] == "/operator/login"
        assert "You are logged out everywhere." in ada.words
        assert not await is_in(ada)
        assert not await is_in(other)
        assert await is_in(bola)


async def test_sessions_that_are_over_are_not_listed(fleet: Fleet, ada: Browser, other: Browser):
    for _ in range(2):
        fleet.clock.advance(timedelta(minutes=20))
        await ada.opens("/operator/account")
    assert ELSEWHERE not in ada.words.partition("Where you are logged in")[2]


async def replaces_key(browser: Browser, password: str | None = None) -> bool:
    keys = await known_keys(browser.fleet.development)
    await browser.opens(KEYS)
    form = {"newest": str(keys[0].number)}
    await browser.sends(
        f"{KEYS}/rotate", form if password is None else form | {"password": password}
    )
    return len(await known_keys(browser.fleet.development)) > len(keys)


async def test_the_password_is_asked_for_again_before_a_key_is_replaced_ten_minutes_later(
    fleet: Fleet, ada: Browser
):
    assert await replaces_key(ada)
    fleet.clock.advance(timedelta(minutes=10))
    await ada.opens(KEYS)
    assert "Your password, again" in ada.words
    for wrong in (None, "", "a wrong password", "x" * 10_000):
        assert not await replaces_key(ada, wrong)
        assert AGAIN in ada.words
    assert await replaces_key(ada, PASSWORD)
    fleet.clock.advance(timedelta(minutes=9))
    assert await replaces_key(ada)


async def test_who_found_a_session_open_cannot_guess_the_password_and_shuts_nobody_out(
    fleet: Fleet, ada: Browser, other: Browser
):
    fleet.clock.advance(timedelta(minutes=10))
    for _ in range(5):
        assert not await replaces_key(other, "a wrong password")
    assert not await replaces_key(other, PASSWORD)
    assert await replaces_key(ada, PASSWORD)
    await ada.sends("/operator/logout")
    await ada.logs_in()
    assert await is_in(ada)


async def test_who_comes_by_a_link_is_asked_ten_minutes_later_as_well(fleet: Fleet, ada: Browser):
    await ada.comes_by_link(await operators_of(fleet).make_link(NAME))
    assert await replaces_key(ada)
    fleet.clock.advance(timedelta(minutes=10))
    assert not await replaces_key(ada)
    assert await replaces_key(ada, PASSWORD)
