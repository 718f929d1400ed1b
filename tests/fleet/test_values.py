"""Money, times, phone numbers: the small values that every shape is made of."""

import unicodedata
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.fleet import Money
from bot.fleet.delivery import read_receiver
from bot.fleet.fields import Fields, clean, is_uuid, moment_of
from bot.fleet.values import read_money
from tests.fleet.stand_in import DELIVERY

AMOUNTS = st.decimals(
    min_value=-(10**12), max_value=10**12, places=2, allow_nan=False, allow_infinity=False
)


@pytest.mark.parametrize(
    ("raw", "text", "amount", "currency"),
    [
        (1500, "1500", "1500", "NGN"),
        ("1500", "1500", "1500", "NGN"),
        ("NGN 1,500.00", "NGN 1,500.00", "1500.00", "NGN"),
        ("USD1,234,567.5", "USD1,234,567.5", "1234567.5", "USD"),
        ("₦1,500.00", "₦1,500.00", "1500.00", "NGN"),
        (1500.5, "1500.5", "1500.5", "NGN"),
        (0, "0", "0", "NGN"),
        ("-20.00", "-20.00", "-20.00", "NGN"),
        ("1,50", "1,50", "1.50", "NGN"),
        ("1.500,00", "1.500,00", "1500.00", "NGN"),
        ("1,500.00 EUR", "1,500.00 EUR", "1500.00", "EUR"),
        ("GHS 1.500,00", "GHS 1.500,00", "1500.00", "GHS"),
        ("12,50 €", "12,50 €", "12.50", "NGN"),
        ("1.500", "1.500", "1.500", "NGN"),
        ("12,34,567.00", "12,34,567.00", None, "NGN"),
        ("free", "free", None, "NGN"),
        ("1e5", "1e5", None, "NGN"),
        ("٣٠٠", "٣٠٠", None, "NGN"),
        ("9" * 31, "9" * 31, None, "NGN"),
        ("1500 or so", "1500 or so", None, "NGN"),
    ],
)
def test_money_keeps_its_text_and_counts_what_is_certain(
    raw: object, text: str, amount: str | None, currency: str
) -> None:
    expected = Decimal(amount) if amount else None
    assert read_money(raw, "NGN") == Money(text=text, amount=expected, currency=currency)


@pytest.mark.parametrize("nothing", [None, "", " ", True, [], {}, float("nan"), float("inf")])
def test_no_money_is_none(nothing: object) -> None:
    assert read_money(nothing, "NGN") is None


def test_money_without_any_currency_has_none() -> None:
    assert read_money("1500") == Money(text="1500", amount=Decimal(1500), currency=None)


@given(amount=AMOUNTS)
def test_formatted_money_is_exact_to_the_last_digit(amount: Decimal) -> None:
    for text in (f"NGN {amount:,.2f}", f"{amount:.2f}", f"{amount:,.2f}"):
        money = read_money(text)
        assert money
        assert money.amount == amount
        assert Money.model_validate_json(money.model_dump_json()) == money


@given(raw=st.text() | st.integers() | st.floats())
def test_money_of_any_text_survives_json(raw: object) -> None:
    money = read_money(raw)
    assert money is None or Money.model_validate_json(money.model_dump_json()) == money


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("2026-03-02T09:00:00.123456Z", datetime(2026, 3, 2, 9, 0, 0, 123456, tzinfo=UTC)),
        ("2026-03-02T09:00:00Z", datetime(2026, 3, 2, 9, tzinfo=UTC)),
        ("2026-03-02T10:00:00+01:00", datetime(2026, 3, 2, 9, tzinfo=UTC)),
        ("2026-03-02T09:00:00", datetime(2026, 3, 2, 9, tzinfo=UTC)),
        ("2026-03-02 09:00:00", datetime(2026, 3, 2, 9, tzinfo=UTC)),
        ("2026-03-02T09:00:00.1Z", datetime(2026, 3, 2, 9, 0, 0, 100000, tzinfo=UTC)),
        ("2026-03-02T09:00:00.1234567Z", datetime(2026, 3, 2, 9, 0, 0, 123456, tzinfo=UTC)),
        ("9999-12-31T23:59:59Z", datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)),
        ("9999-12-31T23:59:59-01:00", None),
        ("0001-01-01T00:00:00+01:00", None),
        ("2026-02-30T09:00:00Z", None),
        ("2026-03-02T09:00:60Z", None),
        ("yesterday", None),
        ("", None),
        (None, None),
        ([], None),
    ],
)
def test_a_time_is_in_utc_or_none(raw: object, expected: datetime | None) -> None:
    moment = moment_of(raw)
    assert moment == expected
    assert moment is None or moment.tzinfo is UTC


@given(
    moment=st.datetimes(min_value=datetime(1, 1, 3), max_value=datetime(9999, 12, 29)),  # noqa: DTZ001 - Hypothesis wants naive bounds
    minutes=st.integers(-14 * 60, 14 * 60),
)
def test_the_same_time_is_read_from_every_zone(moment: datetime, minutes: int) -> None:
    aware = moment.replace(tzinfo=timezone(timedelta(minutes=minutes)))
    assert moment_of(aware.isoformat()) == aware
    utc = aware.astimezone(UTC)
    assert moment_of(utc.isoformat(timespec="microseconds").replace("+00:00", "Z")) == utc


@given(raw=st.text())
def test_any_text_may_stand_for_a_time(raw: str) -> None:
    moment = moment_of(raw)
    assert moment is None or moment.tzinfo is UTC


@pytest.mark.parametrize(
    ("code", "number", "expected"),
    [
        ("234", "08020000000", ("234", "08020000000")),
        ("+234", "0802 000 0000", ("234", "0802 000 0000")),
        (234, 8020000000, ("234", "8020000000")),
        (None, "+2348020000000", ("", "+2348020000000")),
    ],
)
def test_a_phone_number_keeps_its_zeros_and_its_code_is_digits(
    code: object, number: object, expected: tuple[str, str]
) -> None:
    raw = {"customer_phone_code": code, "customer_phone_number": number}
    receiver = read_receiver(Fields(raw))
    assert (receiver.phone_code, receiver.phone_number) == expected


@given(code=st.text() | st.integers() | st.none())
def test_a_dialling_code_is_its_digits_or_as_it_was_written(code: object) -> None:
    fields = Fields({"code": code})
    kept = fields.dialling_code("code")
    assert set(kept) <= set("0123456789") or kept == fields.text("code")


@given(text=st.text(alphabet=st.characters(exclude_categories=())))
def test_cleaned_text_fits_both_databases_and_stays_clean(text: str) -> None:
    cleaned = clean(text)
    assert cleaned.encode().decode() == cleaned
    assert not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in cleaned)
    assert clean(cleaned) == cleaned


@given(value=st.uuids())
def test_every_uuid_is_one(value: object) -> None:
    assert is_uuid(str(value))
    assert is_uuid(str(value).upper())
    assert not is_uuid(str(value) + "\n")
    assert Fields({"uuid": str(value).upper()}).uuid("uuid") == str(value)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [(True, True), (False, False), (1, True), ("0", False), ("True", True), ("no", None)],
)
def test_a_flag_is_read_from_words_and_digits(raw: object, expected: bool | None) -> None:
    assert Fields({"active": raw}).flag("active") is expected


def test_the_first_name_that_holds_something_wins() -> None:
    fields = Fields({"uuid": None, "id": DELIVERY, "name": "", "title": "x"})
    assert (fields.uuid("uuid", "id"), fields.text("name", "title")) == (DELIVERY, "x")


@given(st.text() | st.text(st.characters(categories=["Cc", "Cs", "Zs", "Zl", "Cf", "Lu"])))
def test_a_text_is_one_line_without_what_controls_or_is_no_character(text: str):
    kept = (
        " " if char in "\t\n\r" else char
        for char in text
        if char in "\t\n\r" or unicodedata.category(char) not in {"Cc", "Cs"}
    )
    assert clean(text) == "".join(kept).strip()
