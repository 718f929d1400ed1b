"""Contract: Authentication: which keys open which environment, and for how long."""

import hashlib
import hmac
import re
from datetime import timedelta
from pathlib import Path

import pytest

from bot.base.vault import SealBroken
from bot.service.environment import operated
from bot.service.errors import NotFoundError
from bot.service.operations.keys import current_key, end_key, known_keys, new_key, set_key
from bot.service.settings import ServiceSettings
from tests.service.fleet import ALL_RIDERS, KEY, PRODUCTION_KEY, Fleet, settings_at
from tests.service.receiver import Receiver
from tests.service.workshop import Workshop
from tests.support.clock import ManualClock


async def opens(fleet: Fleet, key: str) -> bool:
    headers = {"x-api-key": key}
    answer = await fleet.http.get("/riders", params=ALL_RIDERS, headers=headers)
    assert answer.status_code in {200, 401}
    return answer.status_code == 200


async def test_a_key_tells_its_environment_and_no_two_are_the_same(fleet: Fleet):
    first = await new_key(fleet.development)
    second = await new_key(fleet.development)
    live = await new_key(fleet.service.environment("production"))
    assert re.fullmatch(r"hk_dev_[A-Za-z0-9_-]{43}", first)
    assert re.fullmatch(r"hk_live_[A-Za-z0-9_-]{43}", live)
    assert first != second


async def test_after_a_rotation_both_keys_open_for_a_day(fleet: Fleet):
    key = await new_key(fleet.development)
    assert await opens(fleet, key)
    assert await opens(fleet, KEY)
    fleet.clock.advance(timedelta(hours=24) - timedelta(microseconds=1))
    assert await opens(fleet, KEY)
    fleet.clock.advance(timedelta(seconds=1))
    assert not await opens(fleet, KEY)
    assert await opens(fleet, key)


async def test_a_rotation_can_end_the_former_key_at_once(fleet: Fleet):
    assert await opens(fleet, KEY)
    key = await new_key(fleet.development, timedelta(0))
    assert not await opens(fleet, KEY)
    assert await opens(fleet, key)


async def test_a_later_rotation_does_not_let_an_older_key_live_longer(fleet: Fleet):
    await new_key(fleet.development, timedelta(hours=1))
    await new_key(fleet.development, timedelta(hours=24))
    fleet.clock.advance(timedelta(hours=1))
    assert not await opens(fleet, KEY)


async def test_a_rotation_of_one_environment_leaves_the_other_alone(fleet: Fleet):
    await new_key(fleet.service.environment("production"), timedelta(0))
    assert await opens(fleet, KEY)
    assert await current_key(fleet.development) == KEY


async def test_a_key_opens_no_other_environment(fleet: Fleet):
    key = await new_key(fleet.service.environment("production"))
    assert not await opens(fleet, key)
    fleet.http.base_url = "https://fleet.example/production/api/v1"
    assert await opens(fleet, key)
    assert await opens(fleet, PRODUCTION_KEY)
    assert not await opens(fleet, KEY)


async def test_an_environment_without_a_key_is_open_to_nobody(fleet: Fleet):
    assert await opens(fleet, KEY)
    (key,) = await known_keys(fleet.development)
    await end_key(fleet.development, key.number)
    assert await current_key(fleet.development) is None
    for tried in (KEY, "", "None"):
        assert not await opens(fleet, tried)


async def test_only_a_valid_key_of_the_environment_can_be_ended(fleet: Fleet):
    (key,) = await known_keys(fleet.development)
    for environment, number in (("production", key.number), ("development", 99)):
        with pytest.raises(NotFoundError):
            await end_key(fleet.service.environment(environment), number)
    assert await opens(fleet, KEY)
    await end_key(fleet.development, key.number)
    with pytest.raises(NotFoundError):
        await end_key(fleet.development, key.number)


async def test_a_program_may_choose_the_key_which_is_then_the_only_one(fleet: Fleet):
    former = await new_key(fleet.development)
    await set_key(fleet.development, "chosen")
    assert await current_key(fleet.development) == "chosen"
    assert [await opens(fleet, key) for key in ("chosen", former, KEY)] == [True, False, False]
    await set_key(fleet.development, KEY)
    assert await current_key(fleet.development) == KEY
    assert [await opens(fleet, key) for key in ("chosen", KEY)] == [False, True]


@pytest.mark.parametrize(("key", "why"), [("", "empty"), (PRODUCTION_KEY, "that of production")])
async def test_a_key_that_cannot_be_is_refused_and_the_former_stays(
    fleet: Fleet, key: str, why: str
):
    with pytest.raises(ValueError, match=why):
        await set_key(fleet.development, key)
    assert await opens(fleet, KEY)


async def test_keys_survive_a_restart(settings: ServiceSettings, clock: ManualClock):
    async with operated(settings, clock=clock) as environments:
        key = await new_key(environments["development"])
    async with operated(settings, clock=clock) as environments:
        assert await current_key(environments["development"]) == key
        (listed,) = await known_keys(environments["development"])
    assert (listed.created_at, listed.expires_at) == (clock.now(), None)


async def test_webhooks_are_signed_with_the_new_key_also_those_that_waited(
    workshop: Workshop, receiver: Receiver
):
    receiver.status = 500
    async with workshop.open() as fleet:
        await fleet.create()
        await fleet.service.idle()
        key = await new_key(fleet.development)
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
        (key,) = await known_keys(fleet.development)
        await end_key(fleet.development, key.number)
        fleet.clock.advance(timedelta(hours=1))
        await fleet.service.idle()
        assert len(receiver.calls) == 1
        await new_key(fleet.development)
        fleet.clock.advance(timedelta(seconds=2))
        await fleet.service.idle()
    assert len(receiver.calls) == 2


async def test_with_another_secret_no_key_opens_and_none_is_shown(
    settings: ServiceSettings, clock: ManualClock, folder: Path, certificates: Path
):
    async with operated(settings, clock=clock) as environments:
        await set_key(environments["development"], KEY)
    others = settings_at(folder, certificates, secret=bytes(32))
    with pytest.raises(SealBroken):
        async with operated(others, clock=clock):
            pytest.fail("it was opened")
    async with operated(others, clock=clock, adopting=True) as environments:
        with pytest.raises(SealBroken):
            await current_key(environments["development"])
        assert not await environments["development"].keyring.opens("development", KEY)
