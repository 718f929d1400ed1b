"""Development and production have nothing in common (contract: What the service does)."""

import re
from collections.abc import Mapping
from dataclasses import replace
from uuid import uuid4

import httpx
import pytest

from tests.contract.asking import ask, found, send
from tests.contract.errors import BODIES, FAILURES, Failure
from tests.contract.scene import House
from tests.contract.variants import VARIANTS, Variant
from tests.service.fleet import KEY, PRODUCTION_KEY

_NAME = re.compile(r"\{[a-z_]+\}")
NAMING = [
    variant
    for variant in VARIANTS
    if _NAME.search(f"{variant.row.at} {variant.row.query} {variant.row.body}")
]
STRANGERS = [replace(each, key=KEY) for each in FAILURES if each.key == PRODUCTION_KEY]


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("variant", NAMING, ids=str)
async def test_what_is_in_the_other_environment_is_as_unknown_as_what_never_was(
    variant: Variant, museum: House
) -> None:
    nowhere = {name: str(uuid4()) for name in museum.names}
    async with _production(museum, PRODUCTION_KEY) as http:
        theirs = await ask(http, variant, museum.names)
        nobodys = await ask(http, variant, nowhere)
    assert theirs.status_code == nobodys.status_code
    assert _masked(theirs, museum.names) == _masked(nobodys, nowhere)
    assert theirs.is_error or found(theirs.json()["data"]) == []


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("failure", STRANGERS, ids=lambda failure: failure.name)
async def test_the_other_environments_key_is_refused(failure: Failure, museum: House) -> None:
    museum.forgive()
    async with _production(museum, KEY) as http:
        answer = await send(http, failure, museum.names)
    assert answer.status_code == 401
    assert list(BODIES[401].problems(answer.json(), "body")) == []


def _production(museum: House, key: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        base_url=f"{museum.origin}/production/api/v1",
        headers={"x-api-key": key},
        trust_env=False,
        verify=False,  # noqa: S501  # plain HTTP: it would only load certificates
    )


def _masked(answer: httpx.Response, names: Mapping[str, str]) -> str:
    """Return an answer's text without what was asked for, which its links repeat."""
    text = answer.text
    for name, value in names.items():
        text = text.replace(f"={value}", f"={name}")
    return text
