"""The operator's page as an operator has it before them."""

from collections.abc import AsyncIterator

import pytest

from tests.service.fleet import Fleet
from tests.service.pages.operators import Browser, logged_in


@pytest.fixture
async def ada(fleet: Fleet) -> AsyncIterator[Browser]:
    async with logged_in(fleet) as browser:
        yield browser
