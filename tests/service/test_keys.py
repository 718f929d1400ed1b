"""Contract: Authentication: which keys open which environment, and for how long."""

import hashlib
import hmac
import re
from datetime import timedelta
from pathlib import Path

import pytest

from bot.base.vault import SealBroken
from bot.service.desk import Desk
from bot.service.errors import NotFoundError
from bot.service.settings import ServiceSettings
from tests.service.fleet import ALL_RIDERS, KEY, PRODUCTION_KEY, Fleet, running, settings_at
from tests.service.receiver import Receiver
from tests.service.workshop import Workshop
from tests.support.clock import ManualClock


@pytest.fixture
def settings(folder: Path, certificates: Path) -> ServiceSettings:
    return settings_at(folder, certificates)


async def opens(fleet: Fleet, key: str) -> bool:
    headers = {"x-api-key": key}
    answer = await fleet.http.get("/riders", params=ALL_RIDERS, headers=headers)
    assert answer.status_code in {200, 401}
    return answer.status_code == 200


async def test_a_key_tells_its_environment_and_no_two_are_the_same(fleet: Fleet):
    first = await fleet.service.new_key("development")
    second = await fleet.service.new_key("development")
    live = await fleet.service.new_key("production")
    assert re.fullmatch(r"hk_dev_[A-Za-z0-9_-]{43}", first)
    assert re.fullmatch(r"hk_live_[A-Za-z0-9_-]{43}", live)
    assert first != second


async def test_after_a_rotation_both_keys_open_for_a_day(fleet: Fleet):
    key = await fleet.service.new_key("development")
    assert await opens(fleet, key)
    assert await opens(fleet, KEY)
    fleet.clock.advance(timedelta(hours=24) - timedelta(microseconds=1))
    assert await opens(fleet, KEY)
    fleet.clock.advance(timedelta(seconds=1))
    assert not await opens(fleet, KEY)
    assert await opens(fleet, key)


async def test_a_rotation_can_end_the_former_key_at_once(fleet: Fleet):
    assert await opens(fleet, KEY)
    key = await fleet.service.new_key("development", timedelta(0))
    assert not await opens(fleet, KEY)
    assert await opens(fleet, key)


async def test_a_later_rotation_does_not_let_an_older_key_live_longer(fleet: Fleet):
    await fleet.service.new_key("development", timedelta(hours=1))
    await fleet.service.new_key("development", timedelta(hours=24))
    fleet.clock.advance(timedelta(hours=1))
    assert not await opens(fleet, KEY)


async def test_a_rotation_of_one_environment_leaves_the_other_alone(fleet: Fleet):
    await fleet.service.new_key("production", timedelta(0))
    assert await opens(fleet, KEY)
    assert await fleet.service.current_key("development") == KEY


async def test_a_key_opens_no_other_environment(fleet: Fleet):
    key = await fleet.service.new_key("production")
    assert not await opens(fleet, key)
    fleet.http.base_url = "https://fleet.example/production/api/v1"
    assert await opens(fleet, key)
    assert await opens(fleet, PRODUCTION_KEY)
    assert not await opens(fleet, KEY)


async def test_an_environment_without_a_key_is_open_to_nobody(fleet: Fleet):
    (key,) = await fleet.service.keys("development")
    await fleet.service.end_key("development", key.number)
    assert await fleet.service.current_key("development") is None
    for tried in (KEY, "", "None"):
        assert not await opens(fleet, tried)


async def test_only_a_valid_key_of_the_environment_can_be_ended(fleet: Fleet):
    (key,) = await fleet.service.keys("development")
    for environment, number in (("production", key.number), ("development", 99)):
        with pytest.raises(NotFoundError):
            await fleet.service.end_key(environment, number)
    assert await opens(fleet, KEY)
    await fleet.service.end_key("development", key.number)
    with pytest.raises(NotFoundError):
        await fleet.service.end_key("development", key.number)


async def test_a_program_may_choose_the_key_which_is_then_the_only_one(fleet: Fleet):
    former = await fleet.service.new_key("development")
    await fleet.service.set_key("development", "chosen")
    assert await fleet.service.current_key("development") == "chosen"
    assert [await opens(fleet, key) for key in ("chosen", former, KEY)] == [True, False, False]
    await fleet.service.set_key("development", KEY)
    assert await fleet.service.current_key("development") == KEY
    assert [await opens(fleet, key) for key in ("chosen", KEY)] == [False, True]


@pytest.mark.parametrize(("key", "why"), [("", "empty"), (PRODUCTION_KEY, "that of production")])
async def test_a_key_that_cannot_be_is_refused_and_the_former_stays(
    fleet: Fleet, key: str, why: str
):
    with pytest.raises(ValueError, match=why):
        await fleet.service.set_key("development", key)
    assert await opens(fleet, KEY)


async def test_keys_survive_a_restart(settings: ServiceSettings, clock: ManualClock):
    async with Desk(settings, clock=clock) as desk:
        key = await desk.new_key("development")
    async with Desk(settings, clock=clock) as desk:
        assert await desk.current_key("development") == key
        (listed,) = await desk.keys("development")
    assert (listed.created_at, listed.expires_at) == (clock.now(), None)


async def test_what_another_process_does_with_keys_counts_within_a_second(
    settings: ServiceSettings, clock: ManualClock
):
    async with running(settings, clock) as fleet, Desk(settings, clock=clock) as desk:
        assert await opens(fleet, KEY)
        key = await desk.new_key("development", timedelta(0))
        assert await opens(fleet, key)
        clock.advance(timedelta(seconds=1))
        assert not await opens(fleet, KEY)


async def test_webhooks_are_signed_with_the_new_key_also_those_that_waited(
    workshop: Workshop, receiver: Receiver
):
    receiver.status = 500
    async with workshop.open() as fleet:
        await fleet.create()
        await fleet.service.idle()
        key = await fleet.service.new_key("development")
        fleet.clock.advance(timedelta(minutes=1))
        await fleet.service.idle()
    for call, expected in zip(receiver.calls, (KEY, key), strict=True):
        signed = hmac.new(expected.encode(), call.body, hashlib.sha256).hexdigest()
        assert call.headers["x-service-signature"] == signed


async def test_without_a_key_webhooks_wait_for_one(workshop: Workshop, receiver: Receiver):
    receiver.status = 500
    async with workshop.open() as fleet:
        await fleet.create()
        await fleet.service.idle()
        (key,) = await fleet.service.keys("development")
        await fleet.service.end_key("development", key.number)
        fleet.clock.advance(timedelta(hours=1))
        await fleet.service.idle()
        assert len(receiver.calls) == 1
        await fleet.service.new_key("development")
        fleet.clock.advance(timedelta(seconds=2))
        await fleet.service.idle()
    assert len(receiver.calls) == 2


async def test_with_another_secret_no_key_opens_and_none_is_shown(
    settings: ServiceSettings, clock: ManualClock, folder: Path, certificates: Path
):
    async with Desk(settings, clock=clock) as desk:
        await desk.set_key("development", KEY)
    async with Desk(settings_at(folder, certificates, secret=bytes(32)), clock=clock) as desk:
        with pytest.raises(SealBroken):
            await desk.current_key("development")
        assert not await desk.office("development").keyring.opens("development", KEY)
