"""Every request variant of the contract, in every encoding, and the whole of its answer."""

import pytest

from tests.contract.asking import ask, found, problems
from tests.contract.contract import ENDPOINTS
from tests.contract.scene import House
from tests.contract.tally import Tally
from tests.contract.variants import READ_VARIANTS, WRITE_VARIANTS, Variant


def _mark(tally: Tally, variant: Variant) -> None:
    if variant.row.endpoint in ENDPOINTS:
        tally.add("endpoints", variant.row.endpoint.name)
    tally.add("request variants", str(variant))
    tally.add("response shapes", variant.row.shape)


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("variant", READ_VARIANTS, ids=str)
async def test_a_question_is_answered_as_the_contract_says(
    variant: Variant, museum: House, tally: Tally
) -> None:
    answer = await ask(museum.http, variant, museum.names)
    assert problems(variant.row, answer) == []
    if variant.row.finds is not None:
        assert _named(museum, found(answer.json()["data"])) - variant.row.perhaps == (
            variant.row.finds - variant.row.perhaps
        )
    _mark(tally, variant)


def _named(house: House, uuids: list[str]) -> set[str]:
    names = {uuid: name for name, uuid in house.names.items()}
    return {names[uuid] for uuid in uuids}


@pytest.mark.parametrize("variant", WRITE_VARIANTS, ids=str)
async def test_a_change_is_answered_as_the_contract_says(
    variant: Variant, house: House, tally: Tally
) -> None:
    answer = await ask(house.http, variant, house.names)
    assert problems(variant.row, answer) == []
    data = answer.json()["data"]
    assert variant.row.count in (None, len(data))
    assert variant.row.status is None or variant.row.status == data["status"]
    _mark(tally, variant)
