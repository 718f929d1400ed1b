"""Codes are found in what people say, and numbers that are something else are left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.parsing.intents.codes import HIDDEN, codes_in, hidden_in, without

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


@pytest.mark.parametrize("said", ["c'est le 10 43 elle dit", "it is 10-43 sir", "10 43 delivered"])
def test_a_number_in_two_parts_may_be_a_code_though_an_order_has_it(said: str):
    found = codes_in(said, lengths={4}, orders={"1043"})
    assert [code.code for code in found.codes] == ["1043"]
    assert not found.are_clear
    assert [code.code for code in hidden_in(said, {4}, {"1043"}).codes] == ["1043"]


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


@pytest.mark.parametrize(
    "said",
    [
        "the gate code is 4521",
        "door code 4521#",
        "wifi password 4521",
        "code postal 4521",
        "le code wifi est 4521",
        "la clave del wifi es 4521",
        "a senha da fila e 4521",
        "senha 4521 no balcao",
        "باسورد الواي فاي 4521",
        "كود البوابة 4521",
    ],
)
def test_the_code_of_a_thing_is_sent_by_nobody_unasked(said: str):
    assert not codes_in(said, lengths={4}).are_clear


@pytest.mark.parametrize(
    "said",
    ["code at the gate 4521", "customer at the gate says code 4521", "code from the gate man 4521"],
)
def test_a_code_that_is_told_beside_a_thing_is_a_code(said: str):
    assert codes_in(said, lengths={4}).are_clear


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ("code4821", ["4821"]),
        ("my pin4821 ok", ["4821"]),
        ("4821thanks", ["4821"]),
        ("4821code", ["4821"]),
        ("كود٤٨٢١", ["4821"]),
        ("والرمز٤٨٢١ وصل", ["4821"]),
        ("و1003 كوده 4821", ["4821"]),
        ("it's4821boss, she whispered it", ["4821"]),
        ("é4821mano", ["4821"]),
        ("KJA4821 blocks the gate", []),
        ("flat4821", []),
        ("4821km", []),
        ("خذ4821دقيقة", []),
        ("AB4821", ["AB4821"]),
    ],
)
def test_words_that_are_written_to_a_number_belong_to_it_no_more(said: str, codes: list[str]):
    found = codes_in(said, lengths={4}, orders={"1003"})
    assert [code.code for code in found.codes] == codes


def test_the_number_of_an_order_may_begin_with_letters():
    assert not codes_in("order4821 is late", lengths={4}, orders={"order4821"}).codes


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ("security says come back 1630", []),
        ("vuelve tipo 1930", []),
        ("rappelle à 16h30 ou 1645", []),
        ("هيرجع 1830 بعد الشغل", []),
        ("2927 14:52 delivered to her husband", ["2927"]),
        ("livré à 19h05, code 2927", ["2927"]),
        ("code 14:52", ["1452"]),
        ("1002 = 8918 / 1003 = 6528 / then 1004", ["8918", "6528"]),
        ("الطلب 1002 رمزه 6149 والطلب 1003 الزبون نايم", ["6149"]),
    ],
)
def test_hours_and_orders_beside_a_code_are_none(said: str, codes: list[str]):
    found = codes_in(said, lengths={4}, orders={"1002", "1003", "1004"}, is_asked=True)
    assert [code.code for code in found.codes] == codes


@pytest.mark.parametrize(
    ("said", "is_answer"),
    [
        ("he says it is 2902", True),
        ("le client dit que c'est 2902", True),
        ("security says we wait for her since 2902", False),
        ("I am at 2902", False),
        ("ela tá no 2902", False),
        ("je suis au 2902", False),
    ],
)
def test_an_answer_is_what_somebody_says_and_no_number_further_on(said: str, is_answer: bool):
    assert codes_in(said, lengths={4}).is_answer is is_answer
