"""Malformed bodies and idle connections, in short: `tests.benchmarks` has the long forms."""

from collections.abc import Sequence
from http import HTTPStatus

import httpx
import pytest
from starlette.responses import PlainTextResponse

from bot.base.http.server import Server
from tests.benchmarks.hostile import SIDES, flood
from tests.benchmarks.idle_connections import ADDRESSES, idle_connections

MANY = 1500


@pytest.mark.parametrize("side", SIDES)
async def test_malformed_bodies_are_refused_and_never_a_fault_of_ours(side: str):
    async with SIDES[side]() as door:
        found = await flood(door, MANY)
    assert (found.faults, found.silent) == (0, 0), found.answers
    assert found.answers.total() > MANY / 2
    assert found.answers[HTTPStatus.OK] > 0  # some of it is only strange


@pytest.mark.parametrize("addresses", ADDRESSES.values(), ids=ADDRESSES)
async def test_real_work_goes_on_beside_hundreds_of_idle_connections(addresses: Sequence[str]):
    async with (
        Server(PlainTextResponse("ok"), most=100) as server,
        httpx.AsyncClient(base_url=server.url, trust_env=False) as kept,
        idle_connections(server.port, 300, addresses),
    ):
        for _ in range(20):
            assert (await kept.get("/")).status_code == HTTPStatus.OK
            async with httpx.AsyncClient(base_url=server.url, trust_env=False) as new:
                assert (await new.get("/")).status_code == HTTPStatus.OK
