"""The key file is not there any more, as after a restored backup: the bot says so and stops."""

import pytest

from bot.base.vault import KeyFileUnusable, SealBroken
from tests.support.business import Business


async def test_a_bot_that_cannot_open_what_waits_says_which_file_is_missing(business: Business):
    await business.assigned()
    await business.town.close_fleet()
    await business.presses(business.musa, "Accept")
    await business.town.stop_bot()
    (business.town.folder / "handover.key").write_bytes(bytes(32))
    with pytest.raises(SealBroken, match=r"another key file.*store\.key_file"):
        await business.town.start_bot()


async def test_a_key_file_of_another_database_is_refused_although_nothing_waits(
    business: Business,
):
    await business.town.stop_bot()
    (business.town.folder / "handover.key").write_bytes(bytes(32))
    with pytest.raises(SealBroken, match=r"another key file.*store\.key_file"):
        await business.town.start_bot()


async def test_no_key_file_is_made_beside_a_database_that_has_one(business: Business):
    await business.town.stop_bot()
    key_file = business.town.folder / "handover.key"
    key_file.unlink()
    with pytest.raises(KeyFileUnusable, match=r"put that one back \(setting store\.key_file"):
        await business.town.start_bot()
    assert not key_file.exists()


async def test_no_database_is_made_beside_a_key_file_that_had_one(business: Business):
    await business.town.stop_bot()
    for file in business.town.folder.glob("handover.db*"):
        file.unlink()
    with pytest.raises(KeyFileUnusable, match="move the key file away first"):
        await business.town.start_bot()
    assert not (business.town.folder / "handover.db").exists()
