"""The table endpoint × field × (service, client, chat) has no empty cell that is not known of."""

import asyncio

import pytest

from bot import logs
from tests.contract.table.cells import Row, as_markdown
from tests.contract.table.proof import prove
from tests.contract.table.reasons import CHAT, CLIENT, EMPTY

pytestmark = pytest.mark.timeout(300)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    logs.configure("WARNING", as_json=False)
    return asyncio.run(prove(tmp_path_factory.mktemp("table")))


def test_every_cell_says_something_but_for_those_that_are_known_to_be_empty(table: list[Row]):
    assert {row.what for row in table if row.missing} == EMPTY
    assert {name for row in table for name in row.missing} <= {"chat"}


def test_every_reason_is_needed(table: list[Row]):
    said = {row.chat for row in table} | {row.client for row in table}
    assert [each.why for each in (*CLIENT, *CHAT) if f"– {each.why}" not in said] == []


def test_what_is_proven_is_told_before_a_reason(table: list[Row]):
    cells = {(row.field.place, row.field.name): row for row in table}
    name = cells["Get delivery: answer", "customer_detail.customer_name"]
    assert (name.service, name.client) == ("answered", "read")
    assert "(dispatcher)" in name.chat
    code = cells["Update delivery status: body", "pickup_otp"]
    assert (code.service, code.client, code.chat) == ("taken", "sent", "/pickup")
    flat = cells["Create delivery: body", "customer_name"]
    assert flat.client == flat.chat == "– the newer form is spoken"
    assert cells["Get delivery: answer", "dropoff_photo"].chat == "a dropoff_photo comes (customer)"


def test_it_is_written_as_markdown(table: list[Row]):
    heading, rule, *lines = as_markdown(table)
    assert heading.count("|") == rule.count("|") == 6
    assert len(lines) == len(table) > 1000
    assert {line.count("|") for line in lines} == {6}
