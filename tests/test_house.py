"""The house: what its imports and names must be like, so that it can be read and built on."""

import re
from pathlib import Path

import pytest

from tests import house

TESTS = Path(__file__).parent
CONTRACT = "the contract's word; client and service read it independently"
TELEGRAM = "Telegram's word for a thing of its own, which the local Telegram shows as it is"

# Class names that are in use twice because the field uses them so.
DOUBLE = {
    "BookingLink": CONTRACT,
    "Button": "Telegram's word: what stands under a message, and what is done when it is pressed",
    "Contact": TELEGRAM,
    "CreationMode": CONTRACT,
    "Delivery": CONTRACT,
    "DeliveryCounts": CONTRACT,
    "DeliveryQuery": CONTRACT,
    "EditedItem": CONTRACT,
    "HistoryQuery": CONTRACT,
    "Item": CONTRACT,
    "Location": TELEGRAM,
    "NewDelivery": CONTRACT,
    "NewItem": CONTRACT,
    "NewReceiver": CONTRACT,
    "Pricing": CONTRACT,
    "Receiver": CONTRACT,
    "Rider": CONTRACT,
    "RiderQuery": CONTRACT,
    "Sender": CONTRACT,
    "Stage": "pickup and drop-off, of which each half reads the contract by itself",
    "State": CONTRACT,
}


def test_nothing_imports_each_other_however_long_the_way_round_is():
    assert house.cycles() == []


def test_a_long_way_round_is_found_and_a_way_there_is_not():
    ring = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a", "e"}}
    assert house.knots(ring) == [["a", "b", "c"]]


def test_no_room_of_the_actions_has_a_class_that_is_called_like_another_of_them():
    for name, modules in house.common_classes().items():
        assert sum(module.startswith("bot.actions.") for module in modules) <= 1, name


@pytest.mark.parametrize("measure", house.measures(), ids=lambda measure: measure.name)
def test_the_house_reads_no_worse_than_it_did(measure: house.Measure):
    assert measure.value <= measure.most, str(measure)
    assert measure.most - measure.value < max(1, measure.most / 20), f"write it down: {measure}"


def test_no_line_of_the_log_quotes_an_error():
    """The error itself is handed over: of a foreign one the log says no more than its class."""
    assert house.words_of_errors_in_logs() == []


def test_class_names_are_used_twice_only_where_the_field_does_so():
    assert set(house.common_classes()) == set(DOUBLE)


def test_what_surely_comes_is_waited_for_by_the_common_bound():
    bound = re.compile(r"asyncio\.timeout\([1-9]|wait_for\(.*, (timeout=)?[1-9]")
    found = [path for path in TESTS.rglob("*.py") if bound.search(path.read_text())]
    assert found == [], "take `PATIENCE` of tests/support/patience.py"
