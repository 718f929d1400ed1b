"""History: fees, added up without a rounding."""

from decimal import Decimal

from bot.actions.rider.history import total
from bot.fleet import Money


def money(text: str, currency: str | None = "NGN") -> Money:
    return Money(text=text, amount=Decimal(text), currency=currency)


def test_fees_are_added_up_currency_by_currency():
    amounts = [money("0.1"), money("0.2"), None, money("5", "GHS"), money("1e3")]
    assert [(one.amount, one.currency) for one in total(amounts)] == [
        (Decimal("1000.3"), "NGN"),
        (Decimal(5), "GHS"),
    ]


def test_what_is_no_number_is_left_out():
    assert total([Money(text="on the house", amount=None, currency="NGN"), None]) == []
