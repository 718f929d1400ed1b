"""A shop's habit is learnt from one message, and nothing of the people in it is kept."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.draft import Blank, DraftItem, Party
from bot.parsing.orders.amounts import Amount
from bot.parsing.orders.habits import learnt
from bot.parsing.orders.layouts import Layout
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.reader import read_as, read_orders
from bot.parsing.orders.readings import VALUES
from bot.parsing.orders.words_of import words_of
from bot.parsing.orders.written_order import WrittenOrder
from tests.pastes.again import layout_of, read_again, second_messages
from tests.pastes.pastes import Paste
from tests.pastes.trial import Figures
from tests.pastes.wording import words

FIFTH = second_messages("fifth.toml")
ADA = WrittenOrder(
    receiver=Party(name="Ada Obi", phone="+2348030000001", address="5 Allen Avenue"),
    items=(DraftItem(description="wreath"),),
    fee=Amount(1350),
)
SLIP = "Grumf: Ada Obi\nBlorp: 0803 000 0001\nZonk: 5 Allen Avenue\nFlib: wreath\nWump: 1350"


@pytest.mark.parametrize(
    ("messages", "complete", "wrong", "lost"),
    [(FIFTH, 0.95, 0, 0), (second_messages("sixth.toml"), 0.8, 1, 2)],
    ids=["fifth", "sixth"],
)
def test_the_second_message_of_a_shop_is_read_by_its_habit(
    messages: list[tuple[Paste, Paste]], complete: float, wrong: int, lost: int
):
    outcomes = [read_again(first, second) for first, second in messages]
    figures = Figures.of(outcomes)
    told = "\n".join(str(outcome) for outcome in outcomes if not outcome.is_perfect)
    assert figures.complete >= complete * figures.orders, told
    assert figures.wrong <= wrong, told
    assert figures.lost <= lost, told


@pytest.mark.parametrize("first", [first for first, _ in FIFTH], ids=lambda first: first.id)
def test_a_layout_holds_no_name_number_or_address(first: Paste):
    layout = layout_of(first)
    assert layout is not None
    marks = {mark for line in layout.lines for way in line.ways for mark in way}
    for order in first.orders:
        told = [order.texts[f"{side}.name"][0] for side in ("sender", "receiver")]
        unknown = [each.text for text in told for each in words_of(text) if len(each.text) > 1]
        assert not {word for word in unknown if not lexicon().known([word])[0]} & marks
    assert not any(char.isdigit() for mark in marks - {"0"} for char in mark)


def test_labels_that_nobody_knows_are_known_from_the_second_message_on():
    layout = learnt(SLIP, [ADA], "NG")
    assert layout is not None
    read = layout.read(SLIP.replace("Ada Obi", "Bo Eze").replace("5 Allen", "9 Creek"), "NG")
    assert read is not None
    (order,) = read
    assert (order.receiver.name, order.receiver.address) == ("Bo Eze", "9 Creek Avenue")
    assert (order.items, order.fee, order.left) == (ADA.items, 1350, ())


def test_what_the_other_reading_does_not_say_as_well_is_marked():
    layout = learnt(SLIP, [ADA], "NG")
    text = SLIP.replace("Ada Obi", "Bo Eze").replace("5 Allen", "9 Creek")
    (order,) = read_as(layout, text, "NG") if layout else ()
    (other,) = read_orders(text, "NG")
    unlike = {blank for blank, value in VALUES.items() if value(order) != value(other)}
    filled = {blank for blank in unlike if VALUES[blank](order)}
    assert Blank.ITEMS in filled
    assert filled <= order.guessed


def test_a_message_of_another_layout_is_not_read_by_it():
    layout = learnt(SLIP, [ADA], "NG")
    assert layout is not None
    assert layout.read("Bo Eze, 0803 000 0002, 9 Creek Road, 2 plants, 1500", "NG") is None
    assert layout.read("How far, any news of order 1007?", "NG") is None
    assert layout.read(SLIP.replace("Blorp: 0803 000 0001\n", ""), "NG") is None


def test_nothing_is_learnt_of_what_is_not_in_the_text():
    assert learnt("Please be quick", [ADA], "NG") is None


def test_a_value_of_which_nothing_says_where_it_ends_is_marked():
    layout = learnt("to Ada Obi 0803 000 0001 Blorp 5 Allen Avenue zonk wreath", [ADA], "NG")
    read = (
        layout.read("to Bo Eze 0803 000 0002 Bla 9 Creek Road zink plant", "NG") if layout else ()
    )
    assert all(order.guessed for order in read or ())


_LAYOUTS = [layout for first, _ in FIFTH if (layout := layout_of(first))]
_PIECES = st.sampled_from([line for _, paste in FIFTH for line in paste.text.splitlines()])


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    layout=st.sampled_from(_LAYOUTS),
    text=st.lists(_PIECES | st.text(max_size=30), max_size=14).map("\n".join),
)
def test_no_layout_makes_up_a_word_or_loses_a_number(layout: Layout, text: str):
    there = "".join(words(text))
    for order in layout.read(text, "NG") or ():
        for side in (order.sender, order.receiver):
            for word in words(f"{side.name} {side.address}"):
                assert word in there


@pytest.mark.parametrize(
    "piece", ["a, ", "0803 555 6666 / ", "Name: a - ", "1, a, 2, b. ", "\n1 x"]
)
def test_the_longest_message_can_be_read_by_any_layout(piece: str):
    longest = (piece * 4096)[:4096]
    for layout in _LAYOUTS:
        layout.read(longest, "NG")
