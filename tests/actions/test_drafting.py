"""Drafts: what people type into the form of a new delivery, and what is made of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.actions.dispatcher.drafting.form import Book, answer, is_form, read_form
from bot.actions.dispatcher.drafting.steps import stepped
from bot.actions.dispatcher.drafting.to_request import likeness, new_delivery, wanted
from bot.actions.dispatcher.drafting.values import item_line, read
from bot.fleet import Delivery, Receiver, Sender
from bot.fleet.values import read_money
from bot.store.drafts import (
    Blank,
    ChosenRider,
    Draft,
    DraftItem,
    DraftReceiver,
    OpenDraft,
    Party,
    Spot,
)
from bot.texts.dispatcher.form import as_form, choices, labels
from bot.texts.dispatcher.input_errors import InputError, Wrong, problem_lines
from bot.texts.html import clean
from bot.texts.promises import LONGEST_LINE
from bot.texts.words import Words
from bot.texts.written_orders.amounts import read_amount
from bot.texts.written_orders.items import read_item
from tests.support.clock import ManualClock

say = Words()
BOOK = Book(labels(say), choices(say), country="234")
ADA = Party(name="Ada's Kitchen", phone="+2348040000001", address="12 Marina Road")
BOLA = DraftReceiver(name="Bola Ahmed", phone="+2348030000001", address="5 Allen Avenue", items=())
WHOLE = Draft(sender=ADA, receivers=(BOLA,), fee=1500, rider=ChosenRider())

names = st.text(min_size=1, max_size=40).filter(lambda text: clean(text) == text)
phones = st.integers(8030000000, 8039999999).map(lambda number: f"+234{number}")
items = st.builds(
    DraftItem,
    description=names.filter(lambda text: "@" not in text),
    quantity=st.integers(1, 999_999),
    value=st.integers(0, 10**9),
)
parties = {"name": names, "phone": phones, "address": names}
drafts = st.builds(
    Draft,
    sender=st.builds(Party, **parties),
    receivers=st.lists(
        st.builds(
            DraftReceiver, **parties, items=st.lists(items, min_size=1, max_size=3).map(tuple)
        ),
        min_size=1,
        max_size=3,
    ).map(tuple),
    fee=st.integers(0, 10**9),
    send_sms=st.booleans(),
)


@given(drafts)
def test_a_draft_written_as_a_form_reads_back_the_same(draft: Draft):
    form = as_form(say, draft).removeprefix("/new\n")
    filled = read_form(Draft(), form, BOOK)
    assert filled.problems == ()
    assert filled.draft == draft


@given(items)
def test_an_item_written_down_reads_back_the_same(item: DraftItem):
    assert read_item(item_line(item)) == item


@given(st.text(max_size=300), st.sampled_from(list(Blank)[:8]))
def test_whatever_is_answered_either_fills_a_blank_or_is_named(text: str, blank: Blank):
    before = Draft()
    filled = answer(before, Spot(blank), text, BOOK)
    nothing_said = not any(clean(line) for line in text.splitlines())
    assert filled.draft != before or filled.problems or nothing_said


@given(st.text(max_size=300))
def test_whatever_is_pasted_is_read_without_a_fault(text: str):
    filled = read_form(Draft(), text, BOOK)
    assert filled.draft.fee is None or filled.draft.fee >= 0


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("1500", 1500),
        ("1,500", 1500),
        ("1 500", 1500),
        ("1.500,00", 1500),
        ("NGN 1,500.00", 1500),
        ("₦1500", 1500),
        ("1500 F", 1500),
        ("١٥٠٠", 1500),
        ("0", 0),
        ("5k", 5000),
        ("NGN 5 K", 5000),
        ("2m", None),
        ("-5", None),
        ("−5", None),
        ("a lot", None),
        ("", None),
        ("15 00", None),
        ("99999999999", None),
    ],
)
def test_amounts_are_read_and_never_guessed(text: str, amount: int | None):
    assert read_amount(text) == amount


@pytest.mark.parametrize(
    ("line", "item"),
    [
        ("2 x Jollof rice 3000", DraftItem(description="Jollof rice", quantity=2, value=3000)),
        ("2× Jollof rice @ 3,000", DraftItem(description="Jollof rice", quantity=2, value=3000)),
        ("Jollof rice", DraftItem(description="Jollof rice")),
        ("Coke 500", DraftItem(description="Coke", value=500)),
        ("0 x air", None),
        ("", None),
        ("y" * (LONGEST_LINE + 1), None),
    ],
)
def test_items_are_read_the_way_people_write_them(line: str, item: DraftItem | None):
    assert read_item(line) == item


def test_the_same_phone_number_is_read_in_the_senders_country():
    filled = read_form(Draft(), "From phone: +44 20 7946 0018\nPhone: 020 7946 0019", BOOK)
    assert filled.draft.receivers[0].phone == "+442079460019"
    without = Book(labels(say), choices(say))
    assert [p.wrong for p in read_form(Draft(), "Phone: 0803 000 0001", without).problems] == [
        Wrong.PHONE
    ]


def test_an_answer_without_labels_is_no_form():
    assert not is_form("Bola Ahmed\n5 Allen Avenue: the blue door", BOOK)
    assert is_form("Bola Ahmed\nFEE : 1500", BOOK)


def test_a_fee_with_cents_is_refused_by_a_sentence_of_its_own():
    wrong = read(Blank.FEE, "4,90 €", "33")
    assert wrong == InputError("4,90 €", Wrong.CENTS)
    assert "whole amounts only" in problem_lines(say, [wrong])
    assert read(Blank.FEE, "4,00 €", "33") == 4


def test_items_that_cannot_be_read_leave_the_former_ones():
    draft = WHOLE.filled(Spot(Blank.ITEMS), (DraftItem(description="Rice"),))
    filled = answer(draft, Spot(Blank.ITEMS), "0 x air", BOOK)
    assert filled.draft == draft
    assert [problem.wrong for problem in filled.problems] == [Wrong.ITEM]


@given(
    st.sampled_from(["ask", "none", "more", "drop", "sms", "page", "confirm", "", "x"]),
    st.sampled_from([*Blank, "", "junk"]),
    st.sampled_from(["0", "1", "7", "", "-1", "²", "x"]),
)
def test_no_button_that_somebody_makes_up_breaks_a_draft(name: str, what: str, number: str):
    changed = stepped(WHOLE, name, what, number)
    if changed is not None:
        assert changed.draft.receivers
        read_back = OpenDraft.model_validate_json(changed.model_dump_json())
        assert read_back == changed


@pytest.mark.parametrize("fee", [1500, "1500", "1500.00", "NGN 1,500.00"])
def test_a_delivery_made_from_a_draft_is_recognised_and_another_is_not(fee: object):
    order = new_delivery(WHOLE, ManualClock().now().date())
    made = Delivery(
        uuid="0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11",
        sender=Sender(name="ADA", phone_code="234", phone_number=order.sender.phone_number),
        receivers=(
            Receiver(
                name="bola  ahmed",
                phone_code="234",
                phone_number="08030000001",
                address="5 Allen Avenue",
            ),
        ),
        fee=read_money(fee),
    )
    assert likeness(made) in wanted(WHOLE)
    elsewhere = made.receivers[0].model_copy(update={"address": "6 Allen Avenue"})
    assert likeness(made.model_copy(update={"receivers": (elsewhere,)})) not in wanted(WHOLE)
    assert likeness(made.model_copy(update={"receivers": ()})) not in wanted(WHOLE)
