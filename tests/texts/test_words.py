"""Sentences in one reader's language."""

import re

import pytest

from bot.texts.words import Words
from tests.texts.sentences import collected

NO_STAFF = ("rider/", "customer/", "everyone/", "cards/rider_card", "cards/customer")
"""Rooms, and cards, whose sentences people read who do not run the business."""


def test_a_line_runs_in_its_readers_direction_also_where_it_begins_with_a_number():
    right_to_left, left_to_right = (Words(each)("{n}: here", n=1001) for each in ("ar", "fr"))
    assert right_to_left.startswith("\N{RIGHT-TO-LEFT MARK}")
    assert not left_to_right.startswith("\N{RIGHT-TO-LEFT MARK}")


@pytest.mark.parametrize("jargon", ["fleet service", "webhook", "API", "uuid", "server"])
def test_riders_and_customers_read_no_jargon(jargon: str):
    for entry in collected():
        read_by_all = any(
            f"texts/{room}" in file for file, _ in entry.locations for room in NO_STAFF
        )
        sentence = " ".join(entry.id) if isinstance(entry.id, tuple) else entry.id
        assert not (read_by_all and re.search(rf"\b{jargon}", sentence)), sentence
