"""Cash: which amounts can be counted, and that what is counted is written in every language."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.cash import Cash
from bot.texts.cash import written
from bot.texts.catalogues import languages
from bot.texts.html import plain
from bot.texts.words import Words


@pytest.mark.parametrize(
    ("amount", "hundredths"),
    [
        ("1500", 150_000),
        ("0.01", 1),
        ("1250.50", 125_050),
        ("1.250", 125),
        ("9999999999.99", 999_999_999_999),
        ("10000000000", None),
        ("1E+1000000", None),
        ("1E-1000000", None),
        ("0", None),
        ("-1500", None),
        ("1.255", None),
        ("NaN", None),
        ("Infinity", None),
    ],
)
def test_an_amount_is_exact_to_the_hundredth_and_above_nothing_or_none(
    amount: str, hundredths: int | None
):
    found = Cash.exactly(Decimal(amount), "NGN")
    assert found == (None if hundredths is None else Cash(hundredths, "NGN"))


@given(st.integers(1, 10**12 - 1), st.sampled_from(["NGN", "EUR", "KWD", ""]))
def test_what_is_counted_comes_back_as_it_was(hundredths: int, currency: str):
    cash = Cash(hundredths, currency)
    assert Cash.exactly(cash.amount, currency or None) == cash
    assert Cash.exactly(cash.money.amount, cash.money.currency) == cash


@pytest.mark.parametrize("language", languages())
def test_an_amount_without_a_known_currency_is_written_as_a_number(language: str):
    assert "1500.00" in plain(written(Words(language), Cash(150_000, "")))
