"""Plain http to the fleet service: on a private network, if a setting says so."""

from pathlib import Path

import pytest

from bot.config import FleetSettings
from bot.demo.town import Town
from bot.workers.fleet_connection import make_fleet_client
from tests.cli.test_check import changed, check

PRIVATE = (
    *("10.0.0.7:8080", "172.16.0.1", "172.31.9.9", "192.168.1.2", "[fd00::1]:80", "fleet:8080"),
    *("fleet.internal", "shop.lan", "printer.local", "fleet.home.arpa"),
)
PUBLIC = (
    *("8.8.8.8", "172.32.0.1", "192.169.0.1", "[2001:db8::1]", "fleet.example", "134744072"),
    *("0x08080808", "169.254.169.254", "100.64.0.1", "fleet.internal.example", "10.0.0.1.example"),
)


def fleet(host: str, *, allow_http: bool) -> FleetSettings:
    url = f"http://{host}/production/api/v1"
    values = {"base_url": url, "api_key": "a-key", "allow_http": allow_http}
    return FleetSettings.model_validate(values)


@pytest.mark.parametrize("host", PRIVATE)
async def test_a_private_network_needs_the_setting(host: str):
    async with make_fleet_client(fleet(host, allow_http=True)):
        pass
    with pytest.raises(ValueError, match=r"or fleet\.allow_http true"):
        fleet(host, allow_http=False)


@pytest.mark.parametrize("host", PUBLIC)
@pytest.mark.parametrize("allow_http", [True, False])
def test_a_public_address_is_refused_with_it_as_without(host: str, allow_http: bool):
    with pytest.raises(ValueError, match="must be an https:// address"):
        fleet(host, allow_http=allow_http)


async def test_check_says_what_is_wrong_as_a_start_does_and_who_can_read_the_key(tmp_path: Path):
    async with Town(tmp_path) as town:
        url = "http://127.9.9.9:9/development/api/v1"
        code, printed = await check(town, changed(town, "fleet", base_url=url))
        assert code == 2
        assert "fleet.allow_http true" in printed
        _, printed = await check(town, changed(town, "fleet", base_url=url, allow_http=True))
        assert "whoever can read that network reads fleet.api_key" in printed
