"""The table endpoint × field × (service, client, chat) has no empty cell."""

import asyncio

import pytest

from bot import logs
from tests.contract.table.cells import Row, as_markdown
from tests.contract.table.proof import prove
from tests.contract.table.reasons import CHAT, CLIENT

pytestmark = pytest.mark.long("every cell of the table is proven by a day that is played")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    logs.configure("WARNING", as_json=False)
    return asyncio.run(prove(tmp_path_factory.mktemp("table")))


def test_no_cell_is_empty(table: list[Row]):
    assert [(row.what, row.missing) for row in table if row.missing] == []


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


@pytest.mark.parametrize(
    ("place", "name", "shown"),
    [
        ("Create delivery: body", "sender_email", "/new"),
        ("Get delivery: answer", "rider_info.photo", "/pickup (customer)"),
        ("Get delivery: answer", "pickup_photo", "a pickup_photo comes (customer)"),
        ("Get delivery: answer", "dropoff_photo", "a dropoff_photo comes (customer)"),
        ("Get delivery: answer", "cancelled_by.name", "called off elsewhere (dispatcher)"),
    ],
)
def test_what_only_some_days_show_has_such_a_day(
    table: list[Row], place: str, name: str, shown: str
):
    assert [row.chat for row in table if (row.field.place, row.field.name) == (place, name)] == [
        shown
    ]


def test_it_is_written_as_markdown(table: list[Row]):
    heading, rule, *lines = as_markdown(table)
    assert heading.count("|") == rule.count("|") == 6
    assert len(lines) == len(table) > 1000
    assert {line.count("|") for line in lines} == {6}
