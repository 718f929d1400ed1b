"""Codes are found in what people say, and numbers that are something else are left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.parsing.intents.codes import HIDDEN, codes_in, without

_DIGITS = st.text("0123456789", min_size=4, max_size=4)


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ("2902", ["2902"]),
        ("29 02", ["2902"]),
        ("2-9-0-2", ["2902"]),
        ("٢٩٠٢", ["2902"]),
        ("code is 2902", ["2902"]),
        ("the code for gate 4 is A7K2", ["A7K2"]),
        ("3123 9870 3514", ["3123", "9870", "3514"]),
        ("0669 0743 9150", ["0669", "0743", "9150"]),
        ("1043 29 02", ["1043", "2902"]),
        ("le code c'est 2902", ["2902"]),
        ("el código: 2902", ["2902"]),
        ("o código é 2902", ["2902"]),
        ("الرمز هو ٢٩٠٢", ["2902"]),
        ("code 1234 gate B", ["1234"]),
        ("2902 flat 1204", ["2902"]),
        ("12 rue Haute", []),
        ("flat 1204", []),
        ("house number 1204", []),
        ("10 min", []),
        ("18h30", []),
        ("1500 naira", []),
        ("₦1500", []),
        ("order 1043", []),
        ("0803 000 0042", []),
        ("+234 803 000 0042", []),
        ("06 12 34 56 78", []),
        ("12/05/2026", []),
        ("I have 2 left", []),
        ("nobody is here", []),
        ("", []),
    ],
)
def test_a_code_is_found_and_any_other_number_is_left(said: str, codes: list[str]):
    assert [found.code for found in codes_in(said).codes] == codes


@pytest.mark.parametrize("said", ["2902", "code 2902 thanks", "it is 2902 sir", "1043 2902 👍"])
def test_what_is_said_with_a_code_may_say_nothing_else(said: str):
    assert codes_in(said, orders={"1043"}).is_plain


@pytest.mark.parametrize(
    "said", ["2902?", "2902؟", "code 2902 but the box is wet", "my code is 2902, why"]
)
def test_what_else_is_said_has_to_be_read_by_somebody(said: str):
    found = codes_in(said)
    assert found.codes
    assert not found.is_plain


def test_once_the_length_of_codes_is_known_other_numbers_are_none():
    assert not codes_in("I am at 75002 now", lengths={4}).codes
    assert codes_in("31239870", lengths={4, 8}).codes[0].code == "31239870"
    assert [found.code for found in codes_in("012 345", lengths={6}).codes] == ["012345"]


@pytest.mark.parametrize("said", ["290", "12", "482913", "123456789012", "9876543210"])
def test_a_number_alone_is_a_code_where_one_was_asked_for(said: str):
    assert [found.code for found in codes_in(said, is_asked=True).codes] == [said]
    assert not codes_in("123456789012").codes
    assert codes_in("123456789012", lengths={12}).codes


@given(st.text(max_size=60))
def test_nothing_that_is_said_raises_and_what_is_found_stands_there(said: str):
    for found in codes_in(said).codes:
        assert any(char.isdigit() for char in said[found.start : found.end])
        assert any(char.isdigit() for char in found.code)


@given(_DIGITS, st.sampled_from(["", "code is ", "la clave es ", "le code : "]))
def test_what_is_left_of_words_with_a_code_does_not_hold_it(code: str, before: str):
    said = f"{before}{code}"
    left = without(said, codes_in(said).codes)
    assert code not in left
    assert HIDDEN in left


@given(st.lists(_DIGITS, min_size=1, max_size=4))
def test_several_codes_of_a_usual_length_are_these_codes_whatever_their_digits(codes: list[str]):
    assert [found.code for found in codes_in(" ".join(codes)).codes] == codes


@pytest.mark.parametrize(
    ("said", "is_near"),
    [
        ("code that a man here 290", True),
        ("code that a man here said 290", False),
        ("290 that is code", True),
        ("290 that is a code", False),
    ],
)
def test_how_far_from_a_number_the_word_code_counts(said: str, is_near: bool):
    """Three digits are none in a sentence, unless a word near them says so."""
    assert [code.code for code in codes_in(said).codes] == (["290"] if is_near else [])


def test_the_number_of_an_order_in_a_sentence_is_none_unless_it_is_said_to_be_one():
    orders = {"1043"}
    for said in ("1043 is late", "1043 has no code", "code of 1043", "1043 code 2902"):
        assert "1043" not in {code.code for code in codes_in(said, orders=orders).codes}
    assert [code.code for code in codes_in("code is 1043", orders=orders).codes] == ["1043"]
    assert [code.code for code in codes_in("1044 is late", orders=orders).codes] == ["1044"]
