"""Every request that fails, and the whole body of its answer."""

import pytest

from tests.contract.asking import send
from tests.contract.errors import BODIES, FAILURES, Failure
from tests.contract.scene import House
from tests.contract.tally import Tally


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("failure", FAILURES, ids=str)
async def test_a_failure_is_told_in_the_contracts_form(
    failure: Failure, museum: House, tally: Tally
) -> None:
    museum.forgive()
    answer = await send(museum.http, failure, museum.names)
    assert answer.status_code == failure.status, answer.text
    assert list(BODIES[failure.status].problems(answer.json(), "body")) == []
    tally.add("error bodies", str(failure))
