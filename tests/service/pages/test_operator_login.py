"""Who gets in to the operator's page, by what, and for how long."""

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pyotp
import pytest
from pyotp import TOTP
from sqlalchemy import select

from bot.base.http.auth_throttle import AT_ONCE_ANSWERED
from bot.service.store.operator_rows import drop_ended
from bot.service.store.tables import operator_links, operator_sessions
from tests.service.fleet import Fleet, adopt, running, settings_at
from tests.service.pages.operators import (
    NAME,
    PASSWORD,
    Browser,
    browsing,
    logged_in,
    operators_of,
)
from tests.service.test_wrong_keys import FIRST_WAIT
from tests.support.sql import rows
from tests.workers.waiting import until

DELIVERIES = "/operator/production/deliveries"
A_MINUTE = timedelta(minutes=1)
_ENDING = (operator_sessions, operator_links)
WRONG = "name, password or code is wrong"


@pytest.fixture
async def browser(fleet: Fleet) -> AsyncIterator[Browser]:
    async with browsing(fleet) as browser:
        yield browser


async def is_in(browser: Browser) -> bool:
    answer = await browser.http.get(DELIVERIES)
    assert answer.status_code in {200, 303}
    return answer.status_code == 200


async def test_the_first_link_leads_to_a_password_and_a_second_factor_and_these_log_in(
    fleet: Fleet, browser: Browser
):
    token = await operators_of(fleet).add(NAME)
    await browser.comes_by_link(token)
    assert "Password and second factor of ada" in browser.words
    await browser.opens(DELIVERIES)  # nothing else is open before they are set
    assert "Password and second factor of ada" in browser.words
    await browser.sets_up()
    assert "Password and second factor are set." in browser.words
    await browser.sends("/operator/logout")
    assert "You are logged out." in browser.words
    assert not await is_in(browser)
    fleet.clock.advance(A_MINUTE)
    await browser.logs_in()
    assert "There are no deliveries in production yet." in browser.words


@pytest.mark.parametrize("path", ["/", "/production/keys", "/development/riders/new", "/account"])
async def test_who_is_not_logged_in_is_sent_to_do_that(browser: Browser, path: str):
    answer = await browser.http.get(f"/operator{path}")
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/operator/login?next=")


async def test_logging_in_leads_to_the_page_that_was_asked_for(ada: Browser, fleet: Fleet):
    await ada.sends("/operator/logout")
    fleet.clock.advance(A_MINUTE)
    await ada.opens("/operator/development/keys")
    fields = {"name": NAME, "password": PASSWORD, "code": ada.code}
    answer = await ada.sends("/operator/login", fields | {"next": "/operator/development/keys"})
    assert answer.headers["location"] == "/operator/development/keys"


@pytest.mark.parametrize(
    "next_",
    [
        "https://evil.example",
        "//evil.example",
        "/operator/../x",
        "/operator/production/keys?of=https://evil.example",
        "",
    ],
)
async def test_logging_in_leads_nowhere_else(ada: Browser, fleet: Fleet, next_: str):
    await ada.sends("/operator/logout")
    fleet.clock.advance(A_MINUTE)
    await ada.opens("/operator/login")
    fields = {"name": NAME, "password": PASSWORD, "code": ada.code, "next": next_}
    assert (await ada.sends("/operator/login", fields)).headers["location"] == DELIVERIES


async def test_an_action_without_a_login_does_nothing_and_leads_to_the_login(
    fleet: Fleet, ada: Browser
):
    await ada.opens("/operator/production/keys")
    shown = ada.page
    await operators_of(fleet).remove(NAME)
    ada.page = shown
    answer = await ada.sends("/operator/production/keys/rotate")
    assert answer.headers["location"] == "/operator/login?next=/operator/production/keys"


async def test_a_form_without_its_token_is_refused(fleet: Fleet, ada: Browser):
    uuid = (await fleet.create())["uuid"]
    page = f"/operator/development/deliveries/{uuid}"
    await ada.opens(page)
    for token in ("", "0" * 64):
        answer = await ada.sends(f"{page}/paid", token=token)
        assert answer.status_code == 403
    assert (await fleet.delivery(uuid))["is_paid"] is False


async def test_a_token_of_another_operator_is_refused(fleet: Fleet, ada: Browser):
    async with logged_in(fleet, "bola") as bola:
        await bola.opens("/operator/production/keys")
        ada.page = bola.page
    assert (await ada.sends("/operator/production/keys/rotate")).status_code == 403


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("nobody", PASSWORD, ""),
        (NAME, "another password", ""),
        (NAME, PASSWORD, "000000"),
        (NAME, PASSWORD, "é"),
        (NAME, "x" * 100_000, ""),
        ("", "", " "),
    ],
)
async def test_whatever_is_wrong_reads_the_same(
    fleet: Fleet, ada: Browser, name: str, password: str, code: str
):
    await ada.sends("/operator/logout")
    fleet.clock.advance(A_MINUTE)
    await ada.logs_in(name, password, code)
    assert WRONG in ada.words
    assert not await is_in(ada)


@pytest.mark.parametrize("seconds", [-30, 30])
async def test_a_phone_whose_clock_is_half_a_minute_off_logs_in_too(
    fleet: Fleet, ada: Browser, seconds: int
):
    await ada.sends("/operator/logout")
    fleet.clock.advance(2 * A_MINUTE)
    await ada.logs_in(code=TOTP(ada.secret).at(ada.now + timedelta(seconds=seconds)))
    assert await is_in(ada)


async def test_a_code_is_of_use_once(fleet: Fleet, ada: Browser):
    await ada.sends("/operator/logout")
    await ada.logs_in()  # with the code that has logged in before
    assert WRONG in ada.words
    fleet.clock.advance(A_MINUTE)
    await ada.logs_in()
    assert await is_in(ada)


async def test_after_wrong_attempts_an_operator_waits_and_a_link_gets_in_all_the_same(
    fleet: Fleet, ada: Browser
):
    await ada.sends("/operator/logout")
    fleet.clock.advance(A_MINUTE)
    for _ in range(5):
        await ada.logs_in(password="wrong")
    await ada.logs_in()
    assert WRONG in ada.words
    await ada.comes_by_link(await operators_of(fleet).make_link(NAME))
    assert await is_in(ada)
    await ada.sends("/operator/logout")
    fleet.clock.advance(timedelta(seconds=31))
    await ada.logs_in()
    assert await is_in(ada)


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/operator/link/made-up", {}),
        ("/operator/login", {"name": NAME, "password": "wrong", "code": "123456"}),
    ],
)
async def test_who_goes_on_with_what_is_wrong_waits_for_the_answer(
    fleet: Fleet, browser: Browser, path: str, fields: dict[str, str]
):
    for _ in range(AT_ONCE_ANSWERED):
        await browser.opens(path)
        assert (await browser.sends(path, fields)).status_code == 422
    await browser.opens(path)
    wrong = asyncio.create_task(browser.sends(path, fields))
    await until(lambda: wrong.done() or fleet.clock.rings_in(FIRST_WAIT))
    assert not wrong.done()
    fleet.clock.advance(FIRST_WAIT)
    assert (await wrong).status_code == 422


async def test_a_link_works_once_for_ten_minutes_and_only_the_newest(
    fleet: Fleet, browser: Browser
):
    operators = operators_of(fleet)
    first = await operators.add(NAME)
    second = await operators.make_link(NAME)
    for over in (first, "made-up"):
        answer = await browser.comes_by_link(over)
        assert answer.status_code == 422
        assert "This link logs in nobody" in browser.words
    await browser.opens(f"/operator/link/{second}")  # to look at it does not use it up
    await browser.comes_by_link(second)
    await browser.sets_up()
    async with browsing(fleet) as another:
        assert (await another.comes_by_link(second)).status_code == 422
        third = await operators.make_link(NAME)
        fleet.clock.advance(timedelta(minutes=10))
        assert (await another.comes_by_link(third)).status_code == 422


async def test_with_another_key_file_nobody_logs_in_and_a_link_sets_it_right(
    fleet: Fleet,
    ada: Browser,
    folder: Path,
    certificates: Path,
    caplog: pytest.LogCaptureFixture,
):
    await fleet.service.stop()
    settings = settings_at(folder, certificates, secret=bytes(32))
    await adopt(settings, fleet.clock)
    async with running(settings, fleet.clock) as other, browsing(other) as browser:
        browser.secret = ada.secret
        other.clock.advance(A_MINUTE)
        await browser.logs_in()
        assert WRONG in browser.words
        assert "the second factor of operator ada was sealed with another key file" in caplog.text
        await browser.comes_by_link(await operators_of(other).make_link(NAME))
        await browser.sets_up()
        assert "Password and second factor are set." in browser.words


async def test_a_session_ends_when_nothing_is_asked_for_and_after_a_working_day(
    fleet: Fleet, ada: Browser
):
    for _ in range(28):
        fleet.clock.advance(timedelta(minutes=25))
        assert await is_in(ada)
    fleet.clock.advance(timedelta(minutes=20))  # twelve hours since the login
    assert not await is_in(ada)
    await ada.logs_in()
    fleet.clock.advance(timedelta(minutes=30))
    assert not await is_in(ada)


async def test_who_is_removed_is_logged_out_at_once(fleet: Fleet, ada: Browser):
    assert await is_in(ada)
    await operators_of(fleet).remove(NAME)
    assert not await is_in(ada)
    await ada.logs_in()
    assert WRONG in ada.words


async def test_what_logs_in_is_set_anew_behind_a_link_alone_and_ends_other_sessions(
    fleet: Fleet, ada: Browser
):
    await ada.opens("/operator/account")
    assert "log in by a link" in ada.words
    await ada.opens(DELIVERIES)
    answer = await ada.sends("/operator/account", {"password": "x" * 12, "again": "x" * 12})
    assert answer.status_code == 422
    async with browsing(fleet) as another:
        await another.comes_by_link(await operators_of(fleet).make_link(NAME))
        await another.sets_up("some other long password")
        assert await is_in(another)
        assert not await is_in(ada)
        fleet.clock.advance(A_MINUTE)
        await ada.logs_in()
        assert WRONG in ada.words


async def test_who_has_logged_in_by_password_sets_neither_even_with_all_that_the_form_asks_for(
    fleet: Fleet, ada: Browser
):
    known = await operators_of(fleet).find(ada.http.cookies["__Host-handover-operator"])
    assert known is not None
    await ada.opens(DELIVERIES)
    own, ada.secret = ada.secret, pyotp.random_base32()
    context = f"second factor to be, session {known.session.digest.hex()}"
    sealed = fleet.development.vault.seal(ada.secret.encode(), context).hex()
    another = "some other long password"
    fields = {"sealed": sealed, "password": another, "again": another, "code": ada.code}
    answer = await ada.sends("/operator/account", fields)
    assert answer.status_code == 422
    assert "A link of the command line is needed for this." in ada.words
    await ada.sends("/operator/logout")
    fleet.clock.advance(A_MINUTE)
    await ada.logs_in(password=another)
    assert WRONG in ada.words
    ada.secret = own
    await ada.logs_in()
    assert await is_in(ada)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"password": "short", "again": "short"}, "12 to 256 characters"),
        ({"password": "qwertyqwerty", "again": "qwertyqwerty"}, "one of the commonest. Four words"),
        ({"password": "ada-is-an-ada", "again": "ada-is-an-ada"}, "hardly more than a name"),
        ({"again": "something else"}, "not the same"),
        ({"code": "123"}, "not the one that the app shows"),
        ({"sealed": "00"}, "not the one that the app shows"),
    ],
)
async def test_what_cannot_be_set_is_said(
    fleet: Fleet, browser: Browser, changes: dict[str, str], said: str
):
    await browser.comes_by_link(await operators_of(fleet).add(NAME))
    await browser.sets_up("")  # to read what the page holds
    fields = browser.set_up_fields(PASSWORD)
    answer = await browser.sends("/operator/account", fields | changes)
    assert answer.status_code == 422
    assert said in browser.words


async def test_cookies_are_for_this_page_alone(fleet: Fleet, browser: Browser):
    token = await operators_of(fleet).add(NAME)
    await browser.opens(f"/operator/link/{token}")
    answer = await browser.sends(f"/operator/link/{token}")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-handover-operator=")
    assert all(word in cookie for word in ("HttpOnly", "Secure", "SameSite=lax"))


async def test_neither_password_nor_links_nor_sessions_nor_the_factor_are_in_database_and_log(
    fleet: Fleet, ada: Browser, folder: Path, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG, logger="bot")
    link = await operators_of(fleet).make_link(NAME)
    await ada.sends("/operator/logout")
    await ada.comes_by_link(link)
    secrets = [PASSWORD, ada.secret, link, ada.http.cookies["__Host-handover-operator"]]
    stored = b"".join(file.read_bytes() for file in folder.iterdir() if file.is_file())
    assert b"argon2" in stored
    for secret in secrets:
        assert secret.encode() not in stored
        assert secret not in caplog.text
    assert "operator ada has logged in by a link" in caplog.text


async def test_sessions_and_links_that_are_over_are_deleted(fleet: Fleet, ada: Browser):
    database = fleet.development.database
    await operators_of(fleet).make_link(NAME)
    await database.write(drop_ended)
    assert [len(await rows(database, select(table))) for table in _ENDING] == [1, 1]
    fleet.clock.advance(timedelta(hours=1))
    await database.write(drop_ended)
    assert [len(await rows(database, select(table))) for table in _ENDING] == [0, 0]


async def test_the_api_answers_as_it_did(fleet: Fleet, ada: Browser):
    answer = await ada.http.get("/production/api/v1/riders")
    assert answer.status_code == 401
    assert answer.json() == {"status": "error", "message": "Unauthenticated."}
