"""The tables lack nothing that the contract names."""

import re
from collections.abc import Iterator

from tests.contract import contract
from tests.contract.errors import BODIES, FAILURES
from tests.contract.events import CAUSES, PAYLOAD_SHAPES
from tests.contract.fields import RESOURCES
from tests.contract.kinds import Array, Either, Kind, Record
from tests.contract.reads import READS
from tests.contract.rows import Encoding, bracketed
from tests.contract.shapes import SHAPES
from tests.contract.test_reading import CALLS
from tests.contract.writes import WRITES

ROWS = [*READS, *WRITES]
LISTED = [row.query for row in READS if row.shape == "list"]
HISTORIES = [row.query for row in READS if row.shape == "history"]


def test_every_endpoint_is_asked() -> None:
    assert len(contract.ENDPOINTS) == 12
    assert {row.endpoint for row in ROWS} == set(contract.PATHS)


def test_every_endpoint_with_a_body_is_asked_in_every_encoding() -> None:
    with_body = {each for each in contract.PATHS if each.method == "POST"}
    for encoding in Encoding:
        assert {row.endpoint for row in WRITES if encoding in row.encodings} == with_body


def test_every_name_of_a_form_field_is_sent() -> None:
    pairs = [pair for row in WRITES for pair in bracketed(row.body)]
    assert {re.sub(r"\[[0-9]+\]", "[n]", name) for name, _ in pairs} >= set(contract.BRACKETED)


def test_every_parameter_of_the_list_is_given_in_every_value() -> None:
    assert {name for query in LISTED for name, value in query.items() if value} == set(
        contract.LIST_PARAMETERS
    ) | {"page"}
    for name, values in {
        "paginate": ("1", "0"),
        "filter": contract.FILTERS,
        "delivery_status": (*contract.DELIVERY_STATUSES, ""),
        "creation_mode": contract.CREATION_MODES,
        "group_by": contract.GROUPINGS,
    }.items():
        assert {query[name] for query in LISTED if name in query} == set(values)


def test_every_filter_of_a_history_and_every_status_is_asked_for() -> None:
    assert {query["filter"] for query in HISTORIES} == set(contract.HISTORY_FILTERS)
    statuses = {row.body["status"] for row in WRITES if row.shape == "status update"}
    assert statuses == set(contract.STATUS_TOKENS)


def test_every_shape_is_answered_and_read() -> None:
    assert {row.shape for row in ROWS} == SHAPES.keys() == CALLS.keys()


def test_every_field_of_every_resource_is_in_a_shape() -> None:
    assert {table.name for table in RESOURCES} == set(contract.RESOURCES)
    found = {record.name: set[str]() for record in _records(*SHAPES.values())}
    for record in _records(*SHAPES.values()):
        found[record.name] |= record.fields.keys()
    for table in RESOURCES:
        assert table.fields.keys() <= found[table.name], table.name


def _records(*kinds: Kind) -> Iterator[Record]:
    for kind in kinds:
        if isinstance(kind, Record):
            yield kind
            yield from _records(*kind.fields.values())
        elif isinstance(kind, Array):
            yield from _records(kind.of)
        elif isinstance(kind, Either):
            yield from _records(*kind.kinds)


def test_every_event_is_caused_in_every_payload_shape() -> None:
    assert [cause.kind for cause in CAUSES] == list(contract.EVENTS)
    assert set(PAYLOAD_SHAPES) == set(contract.PAYLOADS)


def test_every_error_is_caused_at_every_endpoint() -> None:
    refused = {failure.name.partition(":")[0] for failure in FAILURES if failure.status == 401}
    assert refused == {each.name for each in contract.PATHS}
    assert {failure.status for failure in FAILURES} == BODIES.keys() >= set(contract.ERROR_STATUSES)
