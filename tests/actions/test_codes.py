"""Codes: how they are read, and how often they may be wrong."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.actions.rider.code_limit import CodeLimit, Locked, Open, Paused, limit_after
from bot.actions.rider.code_questions import QUESTIONS
from bot.actions.rider.codes import Stage, typed
from bot.store.dialogs import Dialog

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def minutes_ago(*minutes: int) -> list[datetime]:
    return [NOW - timedelta(minutes=each) for each in minutes]


@pytest.mark.parametrize(
    ("refused", "expected"),
    [
        ([], Open(5)),
        ([0], Open(4)),
        ([3, 2, 1, 0], Open(1)),
        ([4, 3, 2, 1, 0], Paused(NOW + timedelta(minutes=15))),
        ([18, 17, 16, 15, 14], Paused(NOW + timedelta(minutes=1))),
        ([19, 18, 17, 16, 15], Open(5)),
        ([60] * 5 + [1], Open(4)),
        ([60] * 5 + [4, 3, 2, 1], Open(1)),
        ([60] * 5 + [4, 3, 2, 1, 0], Locked()),
        ([60_000] * 10, Locked()),
        ([60_000] * 30, Locked()),
    ],
)
def test_five_refusals_are_a_pause_and_ten_a_lock(refused: list[int], expected: CodeLimit):
    assert limit_after(minutes_ago(*refused), NOW) == expected


@given(st.lists(st.integers(0, 60), max_size=15))
def test_waiting_never_unlocks_and_always_ends_a_pause(minutes: list[int]):
    refused = minutes_ago(*sorted(minutes, reverse=True))
    later = limit_after(refused, NOW + timedelta(minutes=15))
    assert isinstance(later, Locked if len(refused) >= 10 else Open)


@given(st.integers(0, 9), st.integers(0, 60))
def test_what_is_left_is_what_may_still_be_refused(count: int, ago: int):
    refused = minutes_ago(*([ago] * count))
    now = limit_after(refused, NOW)
    if isinstance(now, Open):
        assert now.left >= 1
        more = refused + [NOW] * now.left
        assert isinstance(limit_after(more, NOW), Paused | Locked)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("4821", "4821"),
        ("  4821\n", "4821"),
        ("0042", "0042"),
        ("٠٠٤٢", "0042"),
        ("۴۸۲۱", "4821"),
        ("४८२१", "4821"),
        ("４８２１", "4821"),
        ("aB-12", "aB-12"),
        ("48 21", "48 21"),
        ("x" * 64, "x" * 64),
        ("x" * 65, None),
        ("", None),
        ("   ", None),
        ("48\n21", None),
        ("48\x0021", None),
        ("48\u202e21", None),
    ],
)
def test_a_code_is_what_was_typed_in_its_plainest_form(text: str, code: str | None):
    assert typed(text) == code


@given(st.text())
def test_nothing_that_is_typed_raises_and_a_code_reads_as_itself(text: str):
    code = typed(text)
    if code is not None:
        assert typed(code) == code
        assert not any(char.isdecimal() and not char.isascii() for char in code)


@pytest.mark.parametrize("stage", Stage)
def test_a_question_that_an_older_version_has_asked_is_still_open(stage: Stage):
    kept = Dialog(1, stage.value, '{"delivery": "0b0f9d3", "door": null, "word": null}')
    question = QUESTIONS[kept.name].read(kept)
    assert question is not None
    assert (question.delivery, question.stage) == ("0b0f9d3", stage)
