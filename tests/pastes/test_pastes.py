"""Orders are read as people send them: nothing is entered that nobody said, and no word is lost."""

import sys
from pathlib import Path

import phonenumbers
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.parsing.orders import lexicon, reader
from tests.pastes.lost_words import lost_words
from tests.pastes.pastes import COUNTRIES, Paste, pastes, pastes_of
from tests.pastes.spreadsheets import SHEETS, read_sheet, shop_sheet
from tests.pastes.trial import Figures, judge_order, read_all
from tests.pastes.wording import words

COMPLETE = 0.9
BOUNDS = {
    "fifth": (0.4, 0, 0),
    "sixth": (0.6, 2, 3),
    "seventh": (0.72, 0, 0),
    "eighth": (0.52, 4, 5),
    "ninth": (0.7, 1, 0),
    "tenth": (0.45, 9, 2),
}
"""The share of the orders of each file that are read whole, at least; what is wrong in silence and
what is lost, at most. The reader was mended by every second of these files: the others measure."""

CAUGHT, MARKED = 0.75, 0.32
"""The share of what is wrong that is marked, at least; that of what is right, at most."""

STEPS_A_SIGN = 1_000
EVERYTHING: list[Paste] = [paste for country in COUNTRIES for paste in pastes(country)]


@pytest.mark.parametrize("country", COUNTRIES)
def test_orders_are_read_as_a_careful_dispatcher_enters_them(country: str):
    outcomes = read_all(pastes(country))
    figures = Figures.of(outcomes)
    told = "\n".join(str(outcome) for outcome in outcomes if not outcome.is_perfect)
    assert (figures.wrong, figures.lost) == (0, 0), told
    assert figures.complete >= COMPLETE * figures.orders, told


@pytest.mark.parametrize("name", BOUNDS)
def test_orders_of_unseen_shops_are_read_and_what_is_guessed_is_marked(name: str):
    complete, wrong, lost = BOUNDS[name]
    outcomes = read_all(pastes_of(Path(__file__).with_name(f"{name}.toml")))
    figures = Figures.of(outcomes)
    told = "\n".join(str(outcome) for outcome in outcomes if not outcome.is_perfect)
    assert figures.complete >= complete * figures.orders, told
    assert figures.wrong <= wrong, told
    assert figures.lost <= lost, told
    assert figures.guessed_wrong >= CAUGHT * (figures.guessed_wrong + figures.wrong), told
    assert figures.right_marked <= MARKED * figures.right, told


def test_what_is_no_order_makes_nothing():
    outcomes = read_all(paste for paste in EVERYTHING if not paste.orders)
    assert [str(outcome) for outcome in outcomes if not outcome.is_perfect] == []


@pytest.mark.parametrize("name", SHEETS)
def test_a_spreadsheet_is_read_row_by_row(name: str):
    shop = shop_sheet(name)
    read = read_sheet(shop.content, shop.file_name, shop.country)
    assert [row.number for row in read.rows] == list(shop.rows)
    for row in read.rows:
        judgement = judge_order(shop.rows[row.number], row.order)
        assert judgement.is_complete, (row.number, judgement)
    not_read = set(read.columns_not_read)
    assert shop.columns_not_read <= not_read <= shop.columns_not_read | shop.may_be_unread


_LABELS = [" ".join(entry) for entry in lexicon.lexicon().labels]
_COUNTRY = st.sampled_from(["", *(country.upper() for country in COUNTRIES)])
_SNIPPETS = st.sampled_from([line for paste in EVERYTHING for line in paste.text.splitlines()])
_ANYTHING = st.text(max_size=300) | st.lists(_SNIPPETS | st.text(max_size=30), max_size=12).map(
    "\n".join
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(text=_ANYTHING, country=_COUNTRY)
@example(text="", country="")
@example(text="٣٣٣ ²³ ½ Ⅷ x2 2x k", country="AE")
@example(text="0\u115f", country="")
def test_any_text_can_be_read_and_no_word_of_it_is_lost(text: str, country: str):
    reader.looks_like_order(text, country)
    orders = reader.read_orders(text, country)
    if orders:
        assert lost_words(text, orders, "", _LABELS) == []


@settings(max_examples=200, deadline=None, derandomize=True)
@given(text=_ANYTHING, country=_COUNTRY)
def test_no_word_is_made_up(text: str, country: str):
    there = "".join(words(text))
    for order in reader.read_orders(text, country):
        for side in (order.sender, order.receiver):
            for word in words(f"{side.name} {side.address}"):
                assert word in there
            assert not side.phone or phonenumbers.is_possible_number(phonenumbers.parse(side.phone))


@pytest.mark.parametrize(
    "pattern",
    [
        "1",
        "a ",
        "0803 555 6666 ",
        "Name: ",
        "1) Ada, 08035556666\n",
        "--- ",
        "2x rice, ",
        "\n\n",
        "(",
    ],
)
def test_the_longest_message_takes_steps_in_proportion(pattern: str):
    longest = (pattern * 4096)[:4096]
    assert _steps(longest) <= STEPS_A_SIGN * len(longest)


def _steps(text: str) -> int:
    """Count the lines of Python that reading a text runs."""
    counted = 0

    def count(frame: object, event: str, argument: object) -> object:
        nonlocal counted
        counted += event == "line"
        return count

    former = sys.gettrace()
    sys.settrace(count)
    try:
        reader.looks_like_order(text, "NG")
        reader.read_orders(text, "NG")
    finally:
        sys.settrace(former)
    return counted
