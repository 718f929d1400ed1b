"""Phone numbers: one line, however its number is written, and never that of somebody else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.base.phone_numbers import e164, is_one, line, read, writings

ONE_LINE = [
    ("+5491123456789", "+541123456789"),
    ("+5215512345678", "+525512345678"),
    ("+5511987654321", "+551187654321"),
    ("+2290197123456", "+22997123456"),
    ("+2250707123456", "+22507123456"),
    ("+2250504123456", "+22504123456"),
    ("+2250101123456", "+22501123456"),
]


@pytest.mark.parametrize(("one", "other"), ONE_LINE)
def test_two_writings_of_a_number_are_one_line(one: str, other: str):
    assert line(one) == line(other)
    assert set(writings(one)) == set(writings(other)) == {one, other}
    for written in (one, other):
        number = read(written)
        assert number is not None
        assert is_one(number)
        assert e164(number) == written


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("+5511932345678", "+551132345678"),  # a mobile of São Paulo, and a landline
        ("+2250707123456", "+2250507123456"),  # two networks of Ivory Coast
        ("+12025550123", "+12025550124"),
        ("+5491123456789", "+549112345678"),
    ],
)
def test_other_numbers_are_other_lines(one: str, other: str):
    assert line(one) != line(other)


@pytest.mark.parametrize(
    ("national", "code", "expected"),
    [
        ("7034186", "1868", "+18687034186"),
        ("703-4186", "1868", "+18687034186"),
        ("868 703 4186", "1868", "+18687034186"),
        ("8687034186", "+1868", "+18687034186"),
        ("5551234", "1876", "+18765551234"),
        ("5551234", "1809", "+18095551234"),
        ("256789", "441481", "+441481256789"),
        ("11 15 2345-6789", "54", "+5491123456789"),
        ("011 2345-6789", "54", "+541123456789"),
        ("0669820000", "39", "+390669820000"),
    ],
)
def test_number_and_code_are_read_together(national: str, code: str, expected: str):
    number = read(national, code)
    assert number is not None
    assert e164(number) == expected


@pytest.mark.parametrize(
    ("national", "code"),
    [("7034186", "1"), ("12", "234"), ("08031234567", "999"), ("8031234567890123", "234")],
)
def test_what_no_phone_can_have_is_none(national: str, code: str):
    number = read(national, code)
    assert number is None or not is_one(number)


@given(st.from_regex(r"\+(54|52|55|229|225|1|234)[0-9]{6,12}", fullmatch=True))
def test_every_writing_of_a_number_has_the_same_line_and_writings(number: str):
    for written in writings(number):
        assert line(written) == line(number)
        assert writings(written) == writings(number)


@given(st.text(max_size=20), st.text(max_size=6))
def test_nothing_that_is_written_raises(national: str, code: str):
    number = read(national, code)
    assert number is None or is_one(number) in (True, False)
