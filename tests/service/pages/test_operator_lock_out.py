"""Who waits after wrong attempts at an operator's name, and that it is not the operator."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.service.store.operator_rows import drop_ended
from tests.service.fleet import Fleet
from tests.service.pages.operators import NAME, Browser, browsing, logged_in, operators_of

DELIVERIES = "/operator/production/deliveries"
MARK = "__Host-handover-operator-browser-"
FREE = 5
FREE_OF_STRANGERS = 20


@pytest.fixture
async def ada(fleet: Fleet) -> AsyncIterator[Browser]:
    """Her browser, in which she has logged in before and does not now."""
    async with logged_in(fleet) as browser:
        await browser.sends("/operator/logout")
        fleet.clock.advance(timedelta(minutes=1))
        yield browser


async def guess(fleet: Fleet, address: str, times: int = FREE, name: str = NAME) -> None:
    async with browsing(fleet, address) as stranger:
        for _ in range(times):
            await stranger.logs_in(name, password="a wrong password", code="000000")


async def gets_in(browser: Browser) -> bool:
    await browser.logs_in()
    entered = (await browser.http.get(DELIVERIES)).status_code == 200
    if entered:
        browser.fleet.clock.advance(timedelta(minutes=1))  # for another code
        await browser.opens(DELIVERIES)
        await browser.sends("/operator/logout")
    return entered


def mark_of(browser: Browser) -> tuple[str, str]:
    """The cookie by which a browser is known, and what it holds."""
    (mark,) = [each for each in browser.http.cookies.items() if each[0].startswith(MARK)]
    return mark


async def gets_in_elsewhere(ada: Browser, address: str, mark: str | None = None) -> bool:
    """Whether she gets in with another browser, which may have a mark."""
    async with browsing(ada.fleet, address) as browser:
        browser.secret = ada.secret
        if mark is not None:
            browser.http.cookies.set(mark_of(ada)[0], mark)
        return await gets_in(browser)


async def test_whoever_knows_a_name_does_not_keep_its_operator_out(fleet: Fleet, ada: Browser):
    await guess(fleet, "127.0.0.1")  # her own network even
    for number in range(8):
        await guess(fleet, f"203.0.113.{number}")
    assert await gets_in(ada)


@pytest.mark.parametrize(
    ("guessing", "neighbour", "other"),
    [
        ("203.0.113.7", "203.0.113.7", "203.0.113.8"),
        ("2001:db8:1:2::7", "2001:db8:1:2:ffff::1", "2001:db8:1:3::7"),
    ],
)
async def test_the_network_that_guesses_waits_and_another_does_not(
    fleet: Fleet, ada: Browser, guessing: str, neighbour: str, other: str
):
    await guess(fleet, guessing)
    assert not await gets_in_elsewhere(ada, neighbour)
    assert await gets_in_elsewhere(ada, other)
    fleet.clock.advance(timedelta(seconds=31))
    assert await gets_in_elsewhere(ada, neighbour)


async def test_who_guesses_from_many_networks_is_bounded_and_known_browsers_and_links_are_not(
    fleet: Fleet, ada: Browser
):
    for number in range(FREE_OF_STRANGERS):
        await guess(fleet, f"203.0.113.{number}", 1)
    assert not await gets_in_elsewhere(ada, "198.51.100.1")
    assert await gets_in(ada)
    async with browsing(fleet, "198.51.100.1") as another:
        await another.comes_by_link(await operators_of(fleet).make_link(NAME))
        assert (await another.http.get(DELIVERIES)).status_code == 200


async def test_a_known_browser_is_counted_by_itself_wherever_it_is(fleet: Fleet, ada: Browser):
    for _ in range(FREE):
        await ada.logs_in(password="a wrong password")
    assert not await gets_in(ada)
    mark = mark_of(ada)[1]
    name, _, digest = mark.partition(".")
    # Nor is it another browser where its mark is written in another way.
    for same in (mark, f"{name}.{digest.upper()}", f"{name}. {digest}"):
        assert not await gets_in_elsewhere(ada, "198.51.100.1", same)
    assert await gets_in_elsewhere(ada, "198.51.100.1")


async def test_a_browser_is_known_by_no_mark_that_was_made_up_or_is_of_somebody_else(
    fleet: Fleet, ada: Browser
):
    async with logged_in(fleet, "bola") as bola:
        others = mark_of(bola)[1]
    fleet.clock.advance(timedelta(minutes=1))
    for number in range(FREE_OF_STRANGERS):
        await guess(fleet, f"203.0.113.{number}", 1)
    name = mark_of(ada)[1].partition(".")[0]
    for mark in (others, "", ".", "a.b", name, f"{name}.", f"{name}.{'00' * 32}", f"x{name}.zz"):
        assert not await gets_in_elsewhere(ada, "198.51.100.1", mark)


async def test_a_browser_is_known_until_there_is_another_password(fleet: Fleet, ada: Browser):
    mark = mark_of(ada)[1]
    async with browsing(fleet) as another:
        await another.comes_by_link(await operators_of(fleet).make_link(NAME))
        await another.sets_up()
        ada.secret = another.secret
        assert mark_of(another)[1] != mark
    fleet.clock.advance(timedelta(minutes=1))
    for number in range(FREE_OF_STRANGERS):
        await guess(fleet, f"203.0.113.{number}", 1)
    assert not await gets_in_elsewhere(ada, "198.51.100.1", mark)
    assert await gets_in_elsewhere(ada, "198.51.100.1", mark_of(another)[1])


async def test_a_browser_is_known_to_be_each_of_theirs_who_use_it(fleet: Fleet, ada: Browser):
    async with logged_in(fleet, "bola") as bola:
        await bola.sends("/operator/logout")
        own, bola.secret = bola.secret, ada.secret
        assert await gets_in(bola)  # as ada
        for number in range(FREE_OF_STRANGERS):
            for name in (NAME, "bola"):
                await guess(fleet, f"203.0.113.{number}", 1, name)
        assert await gets_in(bola)
        bola.secret = own
        await bola.logs_in("bola")
        assert (await bola.http.get(DELIVERIES)).status_code == 200


async def test_that_somebody_guesses_stands_in_the_audit_log(fleet: Fleet, ada: Browser):
    await guess(fleet, "203.0.113.7", FREE + 3)
    await guess(fleet, "203.0.113.8", FREE - 1)
    await ada.logs_in()
    await ada.opens("/operator/production/audit")
    assert "somebody waits after wrong attempts operator ada 203.0.113.7" in ada.words
    assert ada.words.count("waits after wrong attempts") == 1


async def test_wrong_attempts_are_forgiven_after_a_day(fleet: Fleet, ada: Browser):
    for number in range(FREE_OF_STRANGERS):
        await guess(fleet, f"203.0.113.{number}", 1)
    fleet.clock.advance(timedelta(days=1))
    await fleet.development.database.write(drop_ended)
    await guess(fleet, "203.0.113.1", FREE - 1)
    assert await gets_in_elsewhere(ada, "203.0.113.1")


async def test_a_mark_is_kept_for_this_page_alone(ada: Browser):
    await ada.opens("/operator/login")
    fields = {"name": NAME, "password": "blue ladder seven oranges", "code": ada.code}
    answer = await ada.sends("/operator/login", fields)
    (cookie,) = [each for each in answer.headers.get_list("set-cookie") if MARK in each]
    assert all(word in cookie for word in ("HttpOnly", "Secure", "SameSite=lax", "Max-Age=155520"))
