"""How many answers the fleet client reads, next to what HTTP clients do without reading them."""

import json
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial

import aiohttp
import httpx

from bot.demo.town import free_port
from bot.fleet import FleetClient, Wire
from bot.identifiers import DeliveryUuid
from tests.benchmarks.benchmark import Benchmark, Figures, Rounds, Scale, Stage, by_turns
from tests.benchmarks.goals import OURS, TIMED, Row, at_least
from tests.benchmarks.posting import all_of
from tests.benchmarks.processes import program
from tests.service.fleet import KEY

_IN_FLIGHT = 50
_MODULE = "tests.benchmarks.references.canned_fleet"

_READ = "fleet client: deliveries read, 50 in flight"
_HTTPX = "plain httpx"
_AIOHTTP = "plain aiohttp"
_ROWS = (
    Row(_READ, "a second", _HTTPX, at_least(5.0), tolerance=TIMED),
    Row(_READ, "a second", _AIOHTTP, at_least(0.5), tolerance=TIMED),
)

_Get = Callable[[str], Awaitable[object]]


async def measure(scale: Scale, stage: Stage) -> Rounds:
    got = (await stage.fleet()).got
    uuid, port = got["data"]["uuid"], free_port()
    base_url = f"http://127.0.0.1:{port}"
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(program(_MODULE, port=port, answer=json.dumps(got)))
        makers = {OURS: _ours, _HTTPX: _httpx, _AIOHTTP: _aiohttp}
        sides = {}
        for name, make in makers.items():
            get = await make(stack, base_url)
            sides[name] = partial(_read, get, uuid, scale.of(1500, 200))
        return await by_turns(scale.rounds, sides, warm_up=True)


async def _ours(stack: AsyncExitStack, base_url: str) -> _Get:
    client = await stack.enter_async_context(FleetClient(Wire(base_url, KEY)))
    return lambda uuid: client.get_delivery(DeliveryUuid(uuid))


async def _httpx(stack: AsyncExitStack, base_url: str) -> _Get:
    client = await stack.enter_async_context(httpx.AsyncClient(base_url=base_url, trust_env=False))

    async def get(uuid: str) -> object:
        return (await client.get(f"/deliveries/get/{uuid}")).json()

    return get


async def _aiohttp(stack: AsyncExitStack, base_url: str) -> _Get:
    client = await stack.enter_async_context(aiohttp.ClientSession(base_url))

    async def get(uuid: str) -> object:
        async with client.get(f"/deliveries/get/{uuid}") as answer:
            return await answer.json()

    return get


async def _read(get: _Get, uuid: str, many: int) -> Figures:
    return {_READ: many / await all_of([uuid] * many, get, _IN_FLIGHT)}


FLEET_CLIENT = Benchmark("fleet-client", _ROWS, measure, cores=2)
