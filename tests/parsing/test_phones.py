"""Phone numbers: one form to compare, whatever form they came in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.parsing.phones import e164, from_telegram, is_anonymous, is_same, masked, readable

ADA = "+2348012345678"


@pytest.mark.parametrize(
    ("national", "code", "expected"),
    [
        ("8012345678", "234", ADA),
        ("08012345678", "234", ADA),
        ("08012345678", "+234", ADA),
        (" 0801 234 5678 ", " 234 ", ADA),
        ("0801-234-5678", "234", ADA),
        ("2348012345678", "234", ADA),
        ("+2348012345678", "", ADA),
        ("+234 0801 234 5678", "", ADA),
        ("+2348012345678", "31", ADA),
        ("0612345678", "31", "+31612345678"),
        ("612345678", "31", "+31612345678"),
        ("2025550123", "1", "+12025550123"),
        ("06 698 12345", "39", "+390669812345"),
        ("٠٨٠١٢٣٤٥٦٧٨", "234", ADA),
        ("08012345678", "", None),
        ("08012345678", "999", None),
        ("08012345678", "abc", None),
        ("08012345678", "٢٣٤", None),
        ("", "234", None),
        ("12", "234", None),
        ("not a number", "234", None),
        ("+", "", None),
        ("8012345678" * 5, "234", None),
    ],
)
def test_a_number_has_one_form(national: str, code: str, expected: str | None):
    assert e164(national, code) == expected


@pytest.mark.parametrize("number", ["2348012345678", "+2348012345678", " +234 801 234 5678"])
def test_telegrams_form_may_lack_its_plus(number: str):
    assert from_telegram(number) == ADA


@pytest.mark.parametrize("number", ["88801234567", "+8880123"])
def test_an_anonymous_number_is_taken_as_it_is(number: str):
    taken = from_telegram(number)
    assert taken == f"+{number.removeprefix('+')}"
    assert is_anonymous(taken)
    assert not is_anonymous(ADA)
    assert masked(taken).endswith(number[-2:])


@pytest.mark.parametrize(
    ("national", "code", "other"),
    [
        ("11 2345-6789", "54", "+5491123456789"),
        ("55 1234 5678", "52", "+5215512345678"),
        ("11 8765-4321", "55", "+5511987654321"),
        ("97 12 34 56", "229", "+2290197123456"),
        ("07 12 34 56", "225", "+2250707123456"),
    ],
)
def test_a_number_is_the_same_however_a_network_writes_it(national: str, code: str, other: str):
    assert is_same(national, code, other)
    assert not is_same(national, code, other[:-1] + "0")
    assert not is_same("nothing", code, other)


@given(st.text(max_size=30), st.text(max_size=6))
def test_nothing_raises_and_what_comes_out_is_in_its_one_form(national: str, code: str):
    number = e164(national, code)
    if number is not None:
        assert e164(number) == number
    readable(national, code)


def test_a_number_is_written_as_people_read_it():
    assert readable("08012345678", "234") == "+234 801 234 5678"


def test_a_number_that_is_unclear_is_shown_as_it_came():
    assert readable("ask the guard", "234") == "ask the guard"
