"""getUpdates: what is confirmed, what comes again, and what is held."""

import asyncio
from datetime import timedelta

import pytest

from tests.local_telegram.town import Town
from tests.support.clock import ManualClock
from tests.support.patience import PATIENCE


def _texts(updates: list[dict]) -> list[str]:
    return [update["message"]["text"] for update in updates]


def _write(town: Town, *texts: str) -> None:
    for text in texts:
        town.ada.write(text)


async def test_without_an_offset_everything_comes_again(town: Town, clock: ManualClock):
    _write(town, "one", "two")
    first = await town.updates()
    clock.advance(timedelta(seconds=5))
    again = await town.updates()
    assert _texts(first) == ["one", "two"]
    assert again == first
    assert [u["update_id"] - first[0]["update_id"] for u in first] == [0, 1]


async def test_an_offset_confirms_what_is_below_it(town: Town):
    _write(town, "one", "two", "three")
    last = (await town.updates())[1]["update_id"]
    assert _texts(await town.updates(offset=last + 1)) == ["three"]
    assert _texts(await town.updates()) == ["three"]


async def test_a_negative_offset_keeps_only_the_newest(town: Town):
    _write(town, "one", "two", "three")
    assert _texts(await town.updates(offset=-2)) == ["two", "three"]
    assert _texts(await town.updates()) == ["two", "three"]


async def test_an_offset_far_ahead_confirms_nothing(town: Town):
    _write(town, "one")
    only = (await town.updates())[0]["update_id"]
    assert _texts(await town.updates(offset=only + 1000)) == ["one"]
    assert _texts(await town.updates(offset=1)) == ["one"]


async def test_the_limit_cuts_the_answer(town: Town):
    _write(town, "one", "two", "three")
    assert _texts(await town.updates(limit=2)) == ["one", "two"]


async def test_a_held_poll_is_answered_by_a_new_update(town: Town):
    poll = asyncio.ensure_future(town.updates(timeout=50))
    _write(town, "at last")
    assert _texts(await poll) == ["at last"]


async def test_a_poll_is_held_until_its_timeout(hurried_town: Town):
    clock = hurried_town.clock
    before = clock.now()
    assert await hurried_town.updates(timeout=4) == []
    assert timedelta(seconds=4) <= clock.now() - before


async def test_the_same_hasty_poll_is_held_for_three_seconds(hurried_town: Town):
    clock = hurried_town.clock
    assert await hurried_town.updates(offset=5, timeout=0) == []
    before = clock.now()
    assert await hurried_town.updates(offset=5, timeout=0) == []
    assert timedelta(seconds=3) <= clock.now() - before


async def test_a_held_poll_ends_when_telegram_goes_down(town: Town):
    polls = [asyncio.ensure_future(town.call("getUpdates", timeout=50)) for _ in range(2)]
    _, held = await asyncio.wait(polls, return_when=asyncio.FIRST_COMPLETED)
    town.telegram.down = True
    _write(town, "hello")
    assert [(await poll).status_code for poll in held] == [502]
    town.telegram.down = False
    assert _texts(await town.updates()) == ["hello"]


async def test_of_two_polls_the_earlier_ends_with_a_conflict(town: Town):
    polls = [asyncio.ensure_future(town.call("getUpdates", timeout=50)) for _ in range(2)]
    await asyncio.wait(polls, return_when=asyncio.FIRST_COMPLETED)
    _write(town, "hello")
    answers = sorted([await poll for poll in polls], key=lambda answer: answer.status_code)
    assert _texts(answers[0].json()["result"]) == ["hello"]
    assert answers[1].status_code == 409
    assert answers[1].json()["description"] == (
        "Conflict: terminated by other getUpdates request; "
        "make sure that only one bot instance is running"
    )


async def test_a_poll_is_refused_while_a_webhook_is_set(town: Town):
    await town.result("setWebhook", url="http://127.0.0.1:1/hook")
    answer = await town.call("getUpdates")
    assert answer.status_code == 409
    assert answer.json()["description"] == (
        "Conflict: can't use getUpdates method while webhook is active; "
        "use deleteWebhook to delete the webhook first"
    )


async def test_setting_a_webhook_ends_a_held_poll(town: Town):
    poll = asyncio.ensure_future(town.call("getUpdates", timeout=50))
    await town.result("getMe")
    await town.result("setWebhook", url="http://127.0.0.1:1/hook")
    assert (await poll).status_code == 409


async def test_repeated_conflicts_are_delayed(hurried_town: Town):
    clock = hurried_town.clock
    await hurried_town.result("setWebhook", url="http://127.0.0.1:1/hook")
    assert (await hurried_town.call("getUpdates")).status_code == 409
    before = clock.now()
    assert (await hurried_town.call("getUpdates")).status_code == 409
    assert timedelta(seconds=3) <= clock.now() - before


async def test_the_wanted_kinds_stay_wanted_until_others_are_named(town: Town):
    await town.updates(allowed_updates=["callback_query"])
    _write(town, "unheard")
    assert await town.updates(offset=7) == []
    await town.updates(offset=8, allowed_updates=[])
    _write(town, "heard")
    assert _texts(await town.updates()) == ["heard"]


async def test_unreadable_wishes_for_kinds_change_nothing(town: Town):
    await town.updates(allowed_updates=["edited_message"])
    await town.updates(offset=9, allowed_updates="[broken")
    _write(town, "unheard")
    assert await town.updates(offset=10) == []


@pytest.mark.parametrize(("age", "left"), [(149, 2), (151, 1)])
async def test_an_unheard_press_expires_before_a_message(
    town: Town, clock: ManualClock, age: int, left: int
):
    said = town.ada.write("hello")
    town.ada.press_data("more", message=await _from_bot(town, said.chat.id))
    clock.advance(timedelta(seconds=age))
    assert len(await town.updates()) == left


async def test_messages_expire_after_a_day(town: Town, clock: ManualClock):
    _write(town, "yesterday's")
    clock.advance(timedelta(hours=24))
    assert await town.updates() == []


async def test_idle_waits_for_the_confirmation(town: Town):
    _write(town, "one")
    idle = asyncio.ensure_future(town.telegram.idle())
    only = (await town.updates())[0]["update_id"]
    assert not idle.done()
    await town.updates(offset=only + 1)
    await asyncio.wait_for(idle, PATIENCE)


async def _from_bot(town: Town, chat_id: int):
    await town.result("sendMessage", chat_id=chat_id, text="press me")
    return town.ada.last
