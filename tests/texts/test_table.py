"""The report's table: cells that no spreadsheet takes for a formula."""

import csv
import io
from datetime import UTC

from hypothesis import example, given
from hypothesis import strategies as st

from bot.fleet import Delivery, Receiver
from bot.texts.dispatcher.report_table import safe, table
from bot.texts.words import Words

SIGNS = "=+-@＝＋－＠"
UNSEEN = " \t\r\n\v\f\x00\u00a0\u2003\u200b\ufeff"
"""What spreadsheets pass over, or do not show, before a formula."""

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


@given(st.lists(st.text(max_size=30), max_size=4))
def test_every_delivery_is_one_line_of_ten_cells(names: list[str]):
    listed = [
        Delivery(
            uuid="0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11",
            order_number=str(number),
            receivers=(Receiver(name=name),),
        )
        for number, name in enumerate(names)
    ]
    written = table(Words(), listed, UTC)
    assert written.startswith(b"\xef\xbb\xbf")
    lines = list(csv.reader(io.StringIO(written.decode("utf-8-sig"))))
    assert [line[0] for line in lines[1:]] == [delivery.order_number for delivery in listed]
    assert {len(line) for line in lines} == {10}
