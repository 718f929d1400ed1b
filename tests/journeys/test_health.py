"""/health: whether everything works, and what to do where it does not."""

import asyncio
import re
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
import trustme

from tests.support.business import Business, heard, told
from tests.support.clock import ManualClock


async def test_health_tells_what_works_and_what_to_do(business: Business):
    await business.order()
    await business.says(business.owner, "/health")
    told_now = told(business.owner)[-1]
    assert "development" in told_now
    for line in (
        "✅ Fleet service: answered within",
        "✅ API key: accepted",
        "✅ Last webhook:",
        "✅ Last compared with the fleet service:",
        "✅ Webhooks: 0 waiting",
        "✅ Nothing was given up",
        "✅ Sending: one process has the duty",
    ):
        assert line in told_now
    assert "Certificate" not in told_now
    await business.town.close_fleet()
    await business.later(minutes=45)
    await business.says(business.owner, "/health")
    assert "⚠️ Fleet service: no answer" in told(business.owner)[-1]
    assert "⚠️ Last compared with the fleet service:" in told(business.owner)[-1]


@pytest.fixture
def ending(tmp_path: Path, clock: ManualClock) -> dict[str, str]:
    """A certificate that ends in ten days."""
    ends = {"not_before": clock.now() - timedelta(days=80)}
    issued = trustme.CA().issue_cert("127.0.0.1", **ends, not_after=clock.now() + timedelta(10))
    issued.cert_chain_pems[0].write_to_path(tmp_path / "own.pem")
    issued.private_key_pem.write_to_path(tmp_path / "own.key")
    return {"tls_cert": str(tmp_path / "own.pem"), "tls_key": str(tmp_path / "own.key")}


class TestACertificateThatEndsSoon:
    @pytest.fixture
    def changed_settings(self, ending: dict[str, str]) -> dict[str, dict[str, object]]:
        return {"web": dict(ending)}

    @pytest.mark.parametrize("mode", ["polling"], indirect=True)
    async def test_it_is_told_of_and_measured(self, business: Business):
        await business.says(business.owner, "/health")
        assert "⚠️ Certificate: it ends 2026-03-12" in told(business.owner)[-1]
        address = f"https://127.0.0.1:{business.town.bot_port}/metrics"
        async with httpx.AsyncClient(verify=False, trust_env=False) as client:  # noqa: S501 - nobody trusts it
            page = (await client.get(address)).text
        end = (business.clock.now() + timedelta(days=10)).timestamp()
        (line,) = re.findall(
            r"^handover_certificate_end_timestamp_seconds (.*)$", page, re.MULTILINE
        )
        assert float(line) == end


@pytest.mark.runs_on
@pytest.mark.parametrize("mode", ["polling"], indirect=True)
async def test_another_program_with_the_same_token_is_told_once_and_shown(business: Business):
    town, owner = business.town, business.owner
    conflict = "Conflict: terminated by other getUpdates request"
    town.telegram.fail("getUpdates", 409, conflict, times=14)
    before = polls(business)
    owner.send_sticker()  # the poll that is held now ends, and the next ones are refused
    while polls(business) <= before + 14:
        if business.clock.rings_in(timedelta(seconds=10)):
            business.clock.advance(timedelta(seconds=10))
        await asyncio.sleep(0)
    await town.idle()
    assert heard(owner, "Another program takes messages of this bot") == 1
    await business.says(owner, "/health")
    assert "⚠️ Messages: another program with the same token takes some" in told(owner)[-1]


def polls(business: Business) -> int:
    return sum(call.method == "getUpdates" for call in business.town.telegram.calls)
