"""A delivery is created once, also where the answer is lost."""

from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.demo.certificates import Certificates
from bot.demo.town import Town
from bot.fleet import DeliveryQuery, Unavailable, create_or_adopt
from bot.fleet.endpoints import CREATE_DELIVERY
from tests.fleet.methods import NEW


def losing(*, after: bool) -> Callable[[ASGIApp], ASGIApp]:
    """Answer 502 to every creation: before the service has seen it, or after it was made."""

    def around(app: ASGIApp) -> ASGIApp:
        async def lossy(scope: Scope, receive: Receive, send: Send) -> None:
            if not scope.get("path", "").endswith(CREATE_DELIVERY.template):
                await app(scope, receive, send)
                return
            if after:
                await app(scope, receive, _nowhere)
            await send({"type": "http.response.start", "status": 502, "headers": []})
            await send({"type": "http.response.body", "body": b"bad gateway"})

        return lossy

    return around


async def _nowhere(_: Message) -> None:
    """Lose what is answered."""


async def test_what_was_created_is_found_and_nothing_older(
    tmp_path: Path, certificates: Certificates
):
    async with Town(tmp_path, certificates=certificates, around_fleet=losing(after=True)) as town:
        first = await create_or_adopt(town.shop, NEW)
        second = await create_or_adopt(town.shop, NEW)
        listed = [each.uuid async for each in town.shop.deliveries(DeliveryQuery())]
    assert [len(first), len(second)] == [1, 1]
    assert {first[0].uuid, second[0].uuid} == set(listed)


async def test_where_nothing_was_created_the_error_stays(
    tmp_path: Path, certificates: Certificates
):
    async with Town(tmp_path, certificates=certificates, around_fleet=losing(after=False)) as town:
        with pytest.raises(Unavailable) as lost:
            await create_or_adopt(town.shop, NEW)
    assert lost.value.may_be_done
    assert (lost.value.status, lost.value.body) == (502, b"bad gateway")
