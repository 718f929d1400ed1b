"""What is posted twice is seen, and told from what a fault explains."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.cluster.postings import Posting, doubled
from tests.faults.kill_log import KillLog

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def posting(second: float, status: int | None = 200, body: bytes = b"picked up") -> Posting:
    asked_at = START + timedelta(seconds=second)
    answered_at = asked_at + timedelta(seconds=1.5) if status else None
    return Posting("/fleet", body, asked_at, answered_at, status)


def faults(*seconds: float) -> KillLog:
    return KillLog([START + timedelta(seconds=second) for second in seconds])


def test_what_is_posted_while_the_first_is_being_answered_is_doubled():
    (found,) = doubled([posting(0), posting(1)], faults())
    assert not found.explained
    assert "picked up" in found.what


def test_each_copy_counts():
    assert len(list(doubled([posting(0), posting(1), posting(2)], faults()))) == 2


@pytest.mark.parametrize("status", [503, None])
def test_what_was_not_acknowledged_may_come_again(status: int | None):
    assert not list(doubled([posting(0, status), posting(60)], faults()))


def test_different_posts_are_not_each_others_copies():
    assert not list(doubled([posting(0), posting(1, body=b"delivered")], faults()))


@pytest.mark.parametrize(
    ("struck", "explained"), [(-0.1, False), (0.5, True), (3.0, True), (3.6, False), (30.0, False)]
)
def test_a_fault_explains_only_what_was_on_the_wire_then(struck: float, explained: bool):
    (found,) = doubled([posting(0), posting(60)], faults(struck))
    assert found.explained is explained
