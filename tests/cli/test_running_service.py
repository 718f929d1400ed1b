"""Commands reach a service that runs in another process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest

from tests.cli.operating import Operator
from tests.cli.service_process import ServiceProcess, service_running
from tests.service.fleet import order
from tests.service.receiver import Receiver, listening, make_certificates
from tests.support.patience import PATIENCE


@pytest.fixture
async def receiver(operator: Operator) -> AsyncIterator[Receiver]:
    """A receiver of webhooks whose authority the service knows."""
    make_certificates(operator.folder)
    operator.says(f'[webhooks]\nca_file = "{operator.folder}/ca.pem"')
    async with listening(operator.folder) as receiver:
        yield receiver


@asynccontextmanager
async def open_shop(operator: Operator) -> AsyncIterator[tuple[ServiceProcess, httpx.AsyncClient]]:
    """The service with one key, and a client of its API that has it."""
    key = await operator.does_meanwhile("key", "new", "development")
    async with service_running(operator.folder) as service:
        url = await service.base_url("development")
        async with httpx.AsyncClient(base_url=url, headers={"x-api-key": key}) as http:
            yield service, http


async def logged(operator: Operator, outcome: str) -> str:
    """The log of webhooks as soon as it has an attempt that ended so."""
    async with asyncio.timeout(PATIENCE):
        while outcome not in (
            log := await operator.does_meanwhile("webhook", "log", "development")
        ):
            continue
    return log


async def test_webhooks_go_where_the_operator_says_are_logged_and_sent_again(
    operator: Operator, receiver: Receiver
):
    async with open_shop(operator) as (_service, http):
        await operator.does_meanwhile("webhook", "set", "development", receiver.url)
        receiver.status = 503
        assert (await http.post("/deliveries/create", json=order())).status_code == 200
        await logged(operator, "503")
        receiver.status = 204
        resend = ("webhook", "resend", "development", "--delivery", "1001")
        assert await operator.does_meanwhile(*resend) == "1 to be sent again."
        log = await logged(operator, "204")
    assert [line.split("\t")[-1] for line in log.split("\n")[1:]] == ["503", "204"]
    first, second = receiver.calls
    assert first.body == second.body


async def test_new_codes_and_a_new_key_count_at_once(operator: Operator):
    async with open_shop(operator) as (service, http):
        created = (await http.post("/deliveries/create", json=order())).json()["data"]
        first = await service.code_for("+2348054445555")
        await operator.does_meanwhile("delivery", "resend-codes", "development", "1001")
        assert await service.code_for("+2348054445555") != first
        rotate = ("key", "rotate", "development", "--former-valid-for", "0")
        key = await operator.does_meanwhile(*rotate)
        path = f"/deliveries/get/{created['uuid']}"
        assert (await http.get(path, headers={"x-api-key": key})).status_code == 200
        assert (await http.get(path)).status_code == 401
