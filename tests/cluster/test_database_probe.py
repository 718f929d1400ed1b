"""The probe sees a commit that was answered and is gone."""

import asyncio
from collections.abc import Iterator

import pytest
from sqlalchemy.engine import make_url

from tests.cluster.database_probe import DatabaseProbe
from tests.cluster.looking import until
from tests.store.postgres import Postgres, running
from tests.support.patience import PATIENCE


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running() as postgres:
        yield postgres


async def test_a_row_that_was_written_and_is_gone_is_lost(postgres: Postgres):
    address = make_url(postgres.url).set(drivername="postgresql")
    probe = DatabaseProbe(address.render_as_string(hide_password=False))

    async def has_written() -> bool:
        return len(probe.written) >= 2

    writing = asyncio.create_task(probe.write())
    await until(has_written, PATIENCE)
    writing.cancel()
    assert await probe.lost() == []
    postgres.run("DELETE FROM written WHERE number = 1")
    assert await probe.lost() == [1]
