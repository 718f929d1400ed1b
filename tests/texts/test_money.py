"""Money: as the reader's language writes it, or as the fleet service did."""

from decimal import Decimal

import pytest

from bot.fleet import Money
from bot.texts.money import amount
from bot.texts.words import Words
from tests.texts.markup import bare, entities


def money(amount_: str | None, currency: str | None, text: str = "as it came") -> Money:
    return Money(text=text, amount=Decimal(amount_) if amount_ else None, currency=currency)


@pytest.mark.parametrize(
    ("language", "value", "expected"),
    [
        ("en", money("1500", "NGN"), "NGN1,500.00"),
        ("en", money("1500", "USD"), "$1,500.00"),
        ("en", money("0", "USD"), "$0.00"),
        ("en", money("1234567.891", "USD"), "$1,234,567.89"),
        ("de", money("1500", "EUR"), "1.500,00\xa0€"),
        ("en", money("1500", "JPY"), "¥1,500"),
        ("en", money("5", "XYZ"), "XYZ5.00"),
        ("en", money("1500", None), "as it came"),
        ("en", money("1500", ""), "as it came"),
        ("en", money(None, "NGN"), "as it came"),
    ],
)
def test_an_amount_is_written_in_the_readers_manner(language: str, value: Money, expected: str):
    assert bare(amount(Words(language), value)) == expected


def test_a_text_of_the_fleet_services_cannot_format_anything():
    html = amount(Words(), money(None, None, text="<b>free</b> @all"))
    assert entities(html) == []
    assert bare(html) == "<b>free</b> @all"
