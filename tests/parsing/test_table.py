"""The report's table: cells that no spreadsheet takes for a formula."""

import csv
import io
from datetime import UTC
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.domain.cash import Cash
from bot.domain.earnings import Earned
from bot.fleet import Delivery, Money, Receiver
from bot.identifiers import DeliveryUuid
from bot.texts.dispatcher.report_table import safe, table
from bot.texts.words import Words

DELIVERY = DeliveryUuid("0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11")
SIGNS = "=+-@＝＋－＠"
UNSEEN = " \t\r\n\v\f\x00\u00a0\u2003\u200b\ufeff"
"""What spreadsheets pass over, or do not show, before a formula."""

EARNED = {DELIVERY: Earned(commission=Cash(150_050, "EUR"))}

FORMULAS = st.builds(
    "{}{}{}".format,
    st.text(st.sampled_from(UNSEEN), max_size=3),
    st.sampled_from(SIGNS),
    st.text(max_size=5),
)


@given(st.text() | FORMULAS)
@example(" =1+1")
@example("\t=1+1")
@example("\r\n=1+1")
@example("\u200b=1+1")
@example("＝1+1")
def test_no_cell_begins_like_a_formula(text: str):
    assert not safe(text).strip(UNSEEN).startswith(tuple(SIGNS))
    assert safe(text).endswith(text)


@given(st.text(st.characters(categories=["L", "N"])))
def test_an_ordinary_cell_stays_as_it_is(text: str):
    assert safe(text) == text


@pytest.mark.parametrize(
    ("language", "country", "delimiter", "fee"),
    [
        ("en", "NG", ",", "1500.50"),
        ("fr", "FR", ";", "1500,50"),
        ("fr", "", ";", "1500,50"),
        ("fr", "NG", ";", "1500,50"),
        ("es", "ES", ";", "1500,50"),
        ("es", "MX", ",", "1500.50"),
        ("pt", "BR", ";", "1500,50"),
        ("ar", "AE", ",", "1500.50"),
    ],
)
def test_cells_and_decimals_are_divided_as_a_spreadsheet_there_does(
    language: str, country: str, delimiter: str, fee: str
):
    delivery = Delivery(
        uuid=DELIVERY,
        order_number="1001",
        receivers=(Receiver(name="Ada; Bola, Cleo"),),
        fee=Money(text="1500.50", amount=Decimal("1500.50"), currency="EUR"),
    )
    written = table(Words(language), [delivery], EARNED, UTC, country).decode("utf-8-sig")
    (_, line) = csv.reader(io.StringIO(written), delimiter=delimiter)
    assert line[0] == "1001"
    assert line[7:11] == ["Ada; Bola, Cleo", fee, "", "EUR"]
    assert line[11:] == [fee, ""]


@given(st.lists(st.text(max_size=30), max_size=4))
def test_every_delivery_is_one_line_of_as_many_cells(names: list[str]):
    listed = [
        Delivery(
            uuid=DELIVERY,
            order_number=str(number),
            receivers=(Receiver(name=name),),
        )
        for number, name in enumerate(names)
    ]
    written = table(Words(), listed, EARNED, UTC)
    assert written.startswith(b"\xef\xbb\xbf")
    lines = list(csv.reader(io.StringIO(written.decode("utf-8-sig"))))
    assert [line[0] for line in lines[1:]] == [delivery.order_number for delivery in listed]
    assert {len(line) for line in lines} == {13}
