"""A pressed button stops turning at once, whatever its handler waits for."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta

import pytest

from bot.demo.town import Town
from bot.local_telegram import LocalUser
from bot.texts.callbacks import Verb, press
from tests.journeys.test_groups import bound_group, learns_that_telegram_is_older, written
from tests.support.business import Business, bare, heard, sees, told
from tests.support.held_requests import HeldRequests
from tests.workers.waiting import until

UNKNOWN = "0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11"


@pytest.fixture
def fleet_door() -> HeldRequests:
    return HeldRequests()


@contextmanager
def store_held_up(town: Town) -> Iterator[None]:
    """Let no write into the bot's store."""
    with closing(sqlite3.connect(town.folder / "handover.db", isolation_level=None)) as store:
        store.execute("BEGIN IMMEDIATE")
        yield
        store.execute("ROLLBACK")


def answers(person: LocalUser) -> list[str]:
    return [toast.text for toast in person.toasts]


async def slowly(business: Business, fleet_door: HeldRequests, milliseconds: int) -> None:
    """Let a handler that has just been started wait for the fleet service for so long."""
    await until(lambda: fleet_door.waiting)
    business.clock.advance(timedelta(milliseconds=milliseconds))


async def goes_on(business: Business, fleet_door: HeldRequests) -> None:
    fleet_door.let_go()
    await business.town.idle()


@pytest.mark.parametrize("mode", ["webhook", "polling"], indirect=True)
async def test_a_quiet_press_is_answered_before_it_is_kept_and_only_once(business: Business):
    await business.says(business.owner, "/team")
    before = told(business.owner)
    asked = len(business.owner.toasts)
    with store_held_up(business.town):
        business.owner.press("Invite a dispatcher")
        await until(lambda: len(business.owner.toasts) > asked)
        assert told(business.owner) == before
    await business.town.idle()
    assert len(told(business.owner)) == len(before) + 2  # a key to choose somebody, and a link
    assert answers(business.owner)[asked:] == [""]
    calls = business.town.telegram.calls
    assert not any(call.error for call in calls if call.method == "answerCallbackQuery")


@pytest.mark.parametrize("mode", ["webhook", "polling"], indirect=True)
async def test_a_press_that_may_have_something_to_tell_waits_for_it(business: Business):
    delivery = await business.assigned()
    with store_held_up(business.town):
        business.musa.press("Accept")
        business.sani.press_data(press(Verb.ACCEPT, delivery.uuid), message=business.sani.last)
        await until(business.town.account.queue.pending)
        assert answers(business.musa) == answers(business.sani) == []
    await business.town.idle()
    assert (answers(business.musa), answers(business.sani)) == ([""], ["This has changed."])


async def test_a_press_whose_handler_waits_is_answered_after_300_milliseconds(
    business: Business, fleet_door: HeldRequests
):
    await business.order()
    business.clock.advance(timedelta(minutes=1))  # the list of riders is not fresh any more
    await business.town.idle()
    fleet_door.hold()
    business.owner.press("Assign")
    await slowly(business, fleet_door, 299)
    assert answers(business.owner) == []
    business.clock.advance(timedelta(milliseconds=1))
    await until(lambda: answers(business.owner) == [""])
    await goes_on(business, fleet_door)
    assert "Who takes order 1001?" in bare(business.owner.last)
    assert answers(business.owner) == [""]


async def test_what_a_toast_would_have_said_too_late_is_said_in_the_chat(
    business: Business, fleet_door: HeldRequests
):
    await business.order()
    business.clock.advance(timedelta(minutes=1))
    await business.town.idle()
    fleet_door.hold()
    data = press(Verb.INVITE_RIDER, UNKNOWN)
    business.owner.press_data(data, message=business.owner.last)
    await slowly(business, fleet_door, 300)
    await until(lambda: answers(business.owner) == [""])
    await goes_on(business, fleet_door)
    assert heard(business.owner, "This has changed.") == 1
    assert answers(business.owner) == [""]


async def test_in_a_group_the_early_answer_says_where_the_answer_goes(
    business: Business, fleet_door: HeldRequests
):
    group, _ = await bound_group(business)
    await business.order()
    await learns_that_telegram_is_older(business, group)
    before = written(group)
    fleet_door.hold()
    business.owner.press("Details", chat=group)
    await slowly(business, fleet_door, 300)
    await until(lambda: answers(business.owner)[1:] == ["I have sent it to you privately."])
    await goes_on(business, fleet_door)
    assert written(group) == before
    assert heard(business.owner, "sent it to you") == 0


async def test_a_telegram_that_takes_no_answers_holds_nobody_up(business: Business):
    await business.assigned()
    business.town.telegram.fail("answerCallbackQuery", 500, "Internal Server Error", 10)
    await business.presses(business.musa, "Accept")
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Invite a dispatcher")
    assert "start=" in bare(business.owner.last)
    assert answers(business.musa) == []


def typing(town: Town) -> list[str]:
    calls = [call for call in town.telegram.calls if call.method == "sendChatAction"]
    assert all(call.arguments["action"] == "typing" for call in calls)
    return [call.arguments["chat_id"] for call in calls]


async def test_who_waits_longer_than_a_second_sees_that_the_bot_is_typing(
    business: Business, fleet_door: HeldRequests
):
    town, owner = business.town, str(business.owner.id)
    fleet_door.hold()
    business.owner.write("/find Bola")
    await slowly(business, fleet_door, 999)
    assert typing(town) == []
    business.clock.advance(timedelta(milliseconds=1))
    await until(lambda: typing(town) == [owner])
    await goes_on(business, fleet_door)
    business.clock.advance(timedelta(minutes=1))
    await town.idle()
    assert typing(town) == [owner]


async def test_typing_is_shown_again_as_long_as_it_lasts_and_no_failure_of_it_is_heard(
    business: Business, fleet_door: HeldRequests
):
    town, owner, again = business.town, str(business.owner.id), timedelta(seconds=4.5)
    town.telegram.fail("sendChatAction", 400, "Bad Request: nobody is there")
    fleet_door.hold()
    business.owner.write("/find Bola")
    await slowly(business, fleet_door, 1003)  # nothing else is due then
    for shown in (1, 2):
        await until(
            lambda count=shown: len(typing(town)) == count and business.clock.rings_in(again)
        )
        business.clock.advance(again)
    await until(lambda: typing(town) == [owner] * 3)
    await goes_on(business, fleet_door)
    assert sees(business.owner, "Nothing found for “Bola”.")


async def test_searches_and_groups_see_no_typing(business: Business, fleet_door: HeldRequests):
    group, _ = await bound_group(business)
    await business.order()
    fleet_door.hold()
    search = business.owner.search("Bola")
    await slowly(business, fleet_door, 1000)
    await goes_on(business, fleet_door)
    fleet_door.hold()
    business.owner.press("Details", chat=group)
    await slowly(business, fleet_door, 1000)
    await goes_on(business, fleet_door)
    assert search.results
    assert typing(business.town) == []
