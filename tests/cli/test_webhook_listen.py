"""`handover webhook listen`: what the fleet service sends is shown in the place of the bot."""

import asyncio
import signal
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import tomlkit

from bot.demo.fleet_account import shop_order
from bot.demo.town import Town
from tests.cli.init_process import environment_of_file, start
from tests.support.patience import PATIENCE


@pytest.fixture
async def town(tmp_path: Path) -> AsyncIterator[Town]:
    async with Town(tmp_path) as town:
        (tmp_path / "config.toml").write_text(tomlkit.dumps(town.settings))
        yield town


async def test_webhooks_are_shown_and_others_are_refused(town: Town):
    listening = await start("webhook listen", town.folder, environment_of_file())
    assert listening.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            assert town.events_url in (await listening.stdout.readline()).decode()
            (created,) = await town.shop.create_delivery(shop_order())
            line = (await listening.stdout.readline()).decode()
            assert f"✅ delivery.created · order {created.order_number} · " in line
            while (await listening.stdout.readline()) != b"}\n":
                pass
            trusted = ssl.create_default_context(cafile=town.certificates.authority)
            async with httpx.AsyncClient(verify=trusted) as http:
                forged = await http.post(town.events_url, content=b"{}")
            assert forged.status_code == 401
            line = (await listening.stdout.readline()).decode()
            assert "❌ 401: the signature is missing or wrong" in line
    finally:
        listening.send_signal(signal.SIGINT)
        await listening.communicate()
    assert listening.returncode == 0
