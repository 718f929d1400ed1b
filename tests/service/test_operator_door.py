"""The operator's door over real HTTP: who gets in, what is taken, and that all of it is repeatable."""

import logging
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from bot.base.connection_limit import network_of
from bot.base.refusal_brake import AT_ONCE_ANSWERED
from bot.service import rules
from bot.service.app import make_server
from bot.service.operations.enrolment import set_active
from bot.service.operations.keys import new_key
from bot.service.operations.operator_keys import (
    end_operator_key,
    known_operator_keys,
    new_operator_key,
)
from tests.service.fleet import KEY, Fleet, number_of
from tests.service.test_photos import bomb, picture, seen

UNAUTHENTICATED = {"status": "error", "message": "Unauthenticated."}
JPEG = {"content-type": "image/jpeg"}


@pytest.fixture
async def key(fleet: Fleet) -> str:
    return await new_operator_key(fleet.development)


@pytest.fixture
async def origin(fleet: Fleet) -> AsyncIterator[str]:
    async with make_server(fleet.service.asgi) as server:
        yield server.url


@pytest.fixture
async def door(origin: str, key: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(
        base_url=f"{origin}/development/operator/v1",
        headers={"authorization": f"Bearer {key}"},
    ) as door:
        yield door


async def put(door: httpx.AsyncClient, path: str, **body: Any) -> Any:
    answer = await door.put(path, **body)
    assert answer.status_code == 200, answer.text
    assert answer.json()["status"] == "success"
    return answer.json()["data"]


def refusal(answer: httpx.Response) -> dict[str, list[str]]:
    assert answer.status_code == 422, answer.text
    assert answer.json()["status"] == "error"
    errors: dict[str, list[str]] = answer.json()["errors"]
    return errors


async def test_a_key_opens_the_door_of_its_environment(door: httpx.AsyncClient):
    answer = await door.get("")
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "success",
        "message": "The operator's door is open",
        "data": {"environment": "development", "version": 1},
    }
