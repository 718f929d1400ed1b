"""Folding: all ways to spell a name are one, and nothing is lost that tells two apart."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.base.text_folds import folded


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Élise", "elise"),
        ("José Peña", "JOSE PENA"),
        ("Łukasz Ødegård", "lukasz odegard"),
        ("Straße", "STRASSE"),
        ("أحمد", "احمد"),
        ("إبراهيم", "ابراهيم"),
        ("فاطمة", "فاطمه"),
        ("علی", "علي"),
        ("مصطفى", "مصطفي"),
        ("محمّد", "محمد"),
        ("محـــمد", "محمد"),
    ],
)
def test_spellings_of_a_name_are_one(one: str, other: str):
    assert folded(one) == folded(other)


@given(st.text(max_size=40))
@example("\N{MATHEMATICAL SANS-SERIF ITALIC CAPITAL A}")
def test_what_is_folded_stays_so(text: str):
    assert folded(folded(text)) == folded(text)
