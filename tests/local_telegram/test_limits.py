"""Flood limits and ordered failures."""

from datetime import timedelta

import pytest

from bot.local_telegram import FloodLimits
from tests.local_telegram.town import Town
from tests.support.clock import ManualClock


async def _status(town: Town, chat_id: int) -> int:
    return (await town.call("sendMessage", chat_id=chat_id, text="x")).status_code


async def test_without_limits_nothing_is_held_back(town: Town):
    town.ada.write("/start")
    assert [await _status(town, town.ada.id) for _ in range(40)] == [200] * 40


async def test_one_chat_takes_one_message_a_second_where_it_is_strict(
    town: Town, clock: ManualClock
):
    town.ada.write("/start")
    bo = town.telegram.add_user("Bo")
    bo.write("/start")
    town.telegram.limits = FloodLimits(per_chat_more=0)
    assert await _status(town, town.ada.id) == 200
    refused = await town.call("sendMessage", chat_id=town.ada.id, text="x")
    assert refused.status_code == 429
    assert refused.headers["retry-after"] == "1"
    assert refused.json()["parameters"] == {"retry_after": 1}
    assert refused.json()["description"] == "Too Many Requests: retry after 1"
    assert await _status(town, bo.id) == 200
    clock.advance(timedelta(seconds=1))
    assert await _status(town, town.ada.id) == 200


async def test_one_chat_takes_a_few_more_at_once_but_not_for_long(town: Town, clock: ManualClock):
    town.ada.write("/start")
    town.telegram.limits = FloodLimits()
    assert [await _status(town, town.ada.id) for _ in range(4)] == [200, 200, 200, 429]
    for _ in range(9):
        clock.advance(timedelta(seconds=1))
        assert await _status(town, town.ada.id) == 200
    assert await _status(town, town.ada.id) == 429


async def test_a_group_takes_twenty_messages_a_minute(town: Town, clock: ManualClock):
    group = town.telegram.add_group("Depot", [town.ada, town.bot])
    town.telegram.limits = FloodLimits()
    assert [await _status(town, group.id) for _ in range(21)] == [200] * 20 + [429]
    clock.advance(timedelta(seconds=30))
    refused = await town.call("sendMessage", chat_id=group.id, text="x")
    assert refused.json()["parameters"] == {"retry_after": 30}


async def test_all_chats_together_take_thirty_a_second(town: Town):
    people = [town.telegram.add_user(f"P{number}") for number in range(31)]
    for person in people:
        person.write("/start")
    town.telegram.limits = FloodLimits()
    statuses = [await _status(town, person.id) for person in people]
    assert statuses == [200] * 30 + [429]


async def test_looking_things_up_is_not_limited(town: Town):
    town.ada.write("/start")
    town.telegram.limits = FloodLimits()
    for _ in range(3):
        await town.result("getChat", chat_id=town.ada.id)


async def test_a_failure_happens_as_often_as_wished_and_changes_nothing(town: Town):
    town.ada.write("/start")
    town.telegram.fail("sendMessage", 500, "Internal Server Error: restart", times=2)
    assert [await _status(town, town.ada.id) for _ in range(3)] == [500, 500, 200]
    assert len(town.ada.messages) == 2


async def test_a_failure_can_be_meant_for_one_chat(town: Town):
    bo = town.telegram.add_user("Bo")
    for person in (town.ada, bo):
        person.write("/start")
    town.telegram.fail("sendMessage", 429, "Too Many Requests: retry after 9", retry_after=9,
                       chat_id=bo.id)  # fmt: skip
    assert await _status(town, town.ada.id) == 200
    refused = await town.call("sendMessage", chat_id=bo.id, text="x")
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "9")


@pytest.mark.parametrize("method", ["getMe", "GETME"])
async def test_a_failure_hits_its_method_only(town: Town, method: str):
    town.telegram.fail(method, 502, "Bad Gateway")
    assert (await town.call("getWebhookInfo")).status_code == 200
    assert (await town.call("getMe")).status_code == 502
