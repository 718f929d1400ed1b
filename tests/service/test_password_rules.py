"""Which passwords are refused because they are guessed first, and which are not."""

import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.service.password_rules import weakness_of
from bot.service.rules.operators import PASSWORD_LENGTHS
from bot.service.second_factor import Passwords

SHORTEST = PASSWORD_LENGTHS.start
ROWS = [string.digits, string.ascii_lowercase, "qwertyuiopasdfghjklzxcvbnm"]
WORDS = ["blue", "ladder", "seven", "oranges", "quiet", "river", "copper", "lantern", "gravel"]
ADDED = st.text(string.digits + "!?. ", max_size=3)


@pytest.mark.parametrize(
    "password",
    [
        "1q2w3e4r5t6y",
        "unbelievable",
        "Unbelievable",
        "UNBELIEVABLE",
        "unbelievable1!",
        "1unbelievable",
        "\N{FULLWIDTH LATIN SMALL LETTER U}nbelievable",
        "passwordpassword",
        "Passwordpassword2026",
        "aaaaaaaaaaaa",
        "123456789012",
        "210987654321",
        "abcdefghijkl",
        "qwertyuiop12",
        "adaadaadaada",
        "ada-lovelace",
        "Ada-Lovelace-1999",
        "handover-handover",
        "handover2026!",
        "            ",
    ],
)
def test_what_is_guessed_first_is_refused(password: str):
    assert weakness_of(password, "ada-lovelace" if "ovelace" in password else "ada")


@given(st.text(min_size=1, max_size=8), st.data())
def test_whatever_repeats_itself_is_refused(unit: str, data: st.DataObject):
    length = data.draw(st.integers(max(SHORTEST, 2 * len(unit)), 64))
    assert weakness_of((unit * length)[:length], "ada")


@given(st.sampled_from(ROWS), st.booleans(), st.integers(0, 30), st.integers(SHORTEST, 40))
def test_each_row_is_refused_from_wherever_it_begins_in_both_directions(
    row: str, backwards: bool, start: int, length: int
):
    endless = (row[::-1] if backwards else row) * 4
    assert weakness_of(endless[start : start + length], "ada")


@given(st.text(string.ascii_letters, min_size=3, max_size=20), ADDED, ADDED)
def test_ones_own_name_is_refused_whatever_is_added(name: str, before: str, after: str):
    times = SHORTEST // len(name) + 1
    assert weakness_of(before + name * times + after, name)


@given(st.permutations(WORDS), st.sampled_from(["", " ", "-"]))
@example(["blue", "ladder", "seven", "oranges", *WORDS], " ")
def test_four_words_that_do_not_belong_together_are_taken(words: list[str], gap: str):
    assert weakness_of(gap.join(words[:4]), "ada") is None


def test_a_password_is_hashed_as_slowly_as_is_advised_now():
    (salt_apart, *_) = Passwords().hashed("a long password").rsplit("$", 2)
    assert salt_apart == "$argon2id$v=19$m=65536,t=3,p=4"
