"""After a day's work no secret can be read anywhere."""

import io

import pytest

from bot import logs
from tests.support.business import Business


@pytest.fixture
def code_length() -> int:
    """So long that a code cannot stand in sealed bytes by chance."""
    return 12


async def test_no_code_no_token_and_no_key_is_left_in_logs_database_and_its_log(
    business: Business,
):
    written = io.StringIO()
    logs.configure(
        "DEBUG", stream=written, secrets=[business.town.api_key, business.town.account.token]
    )
    delivery = await business.accepted()
    pickup, dropoff = business.pickup_code, business.dropoff_code
    canaries = [f"canary-{number}-7731" for number in range(3)]
    for canary in canaries:
        await business.says(business.musa, f"/pickup {delivery.order_number} {canary}")
    await business.town.close_fleet()
    await business.says(business.musa, f"/pickup 1001 {pickup}")
    held = stored(business)
    await business.town.open_fleet()
    await business.later(minutes=2)
    await business.says(business.musa, f"/dropoff 1001 {dropoff}")
    secrets = [*canaries, pickup, dropoff, business.town.api_key, business.town.account.token]
    for secret in secrets:
        assert secret.encode() not in held
        assert secret.encode() not in stored(business)
        assert secret not in written.getvalue()
    assert written.getvalue()


def stored(business: Business) -> bytes:
    """Every byte that the bot and the fleet service have on disk, but for the key files."""
    files = [path for path in business.town.folder.iterdir() if ".db" in path.name]
    assert any(path.name == "handover.db-wal" for path in files)
    return b"".join(path.read_bytes() for path in files)
