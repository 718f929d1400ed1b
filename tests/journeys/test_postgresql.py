"""The same story with PostgreSQL behind the bot."""

from pathlib import Path

from bot.demo.certificates import Certificates
from bot.demo.town import Town
from bot.fleet import State
from tests.store.postgres import running
from tests.support.business import Business, heard
from tests.support.clock import ManualClock


async def test_a_delivery_goes_to_the_door_with_postgresql(
    tmp_path: Path, certificates: Certificates, clock: ManualClock
):
    with running() as postgres:
        store = {"url": postgres.url, "key_file": str(tmp_path / "handover.key")}
        town = Town(
            tmp_path, clock=clock, certificates=certificates, changed_settings={"store": store}
        )
        async with town:
            await town.start_bot()
            business = Business(town, clock)
            await business.open()
            delivery = await business.follows_through()
            assert await business.state(delivery) is State.DELIVERED
            assert heard(business.bola, "Order 1001 was delivered") == 1
