"""Drafts: what people type into the form of a new delivery, and what is made of it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.actions.dispatcher.drafts.answers import MOST_ITEMS, answer
from bot.actions.dispatcher.drafts.from_written import drafted, taken_in
from bot.actions.dispatcher.drafts.steps import STEPS, spread, stepped
from bot.actions.dispatcher.drafts.to_request import (
    as_requests,
    likeness,
    new_delivery,
    receiver_for,
    wanted,
)
from bot.actions.dispatcher.drafts.values import item_line, read
from bot.base.plain_text import clean
from bot.domain.draft import Blank, ChosenRider, Draft, DraftItem, DraftReceiver, Party, Spot
from bot.domain.limits import LONGEST_LINE
from bot.fleet import Delivery, Receiver, Sender
from bot.fleet.values import read_money
from bot.parsing.orders.amounts import read_amount
from bot.parsing.orders.items import read_item
from bot.parsing.orders.reader import read_orders
from bot.parsing.orders.written_order import WrittenOrder
from bot.store.drafts import OpenDraft
from bot.texts.dispatcher.draft_summary import summary
from bot.texts.dispatcher.form import as_form
from bot.texts.dispatcher.input_errors import InputError, Wrong, problem_lines
from bot.texts.words import Words
from tests.support.clock import ManualClock

say = Words()
ADA = Party(name="Ada's Kitchen", phone="+2348040000001", address="12 Marina Road")
BOLA = DraftReceiver(name="Bola Ahmed", phone="+2348030000001", address="5 Allen Avenue", items=())
WHOLE = Draft(sender=ADA, receivers=(BOLA,), fee=1500, rider=ChosenRider())

names = st.sampled_from(
    ("Bola Ahmed", "Ada's Kitchen", "Chez Léa", "محمد علي", "J. O'Neill & Sons", "Zoë")
)
addresses = st.sampled_from(
    ("12 Marina Road", "5 Allen Avenue, Ikeja", "Rua 25 de Março, 100", "شارع الملك فهد 7")
)
phones = st.integers(8030000000, 8039999999).map(lambda number: f"+234{number}")
items = st.builds(
    DraftItem,
    description=st.sampled_from(("Jollof rice", "Crème brûlée", "Pizza 4 quesos", "T-shirt XL")),
    quantity=st.integers(1, 999_999),
    value=st.integers(0, 10**9),
)
parties = {"name": names, "phone": phones, "address": addresses}
texts = st.text(max_size=300)
written = st.builds(
    WrittenOrder,
    receiver=st.builds(Party, name=texts),
    notes=st.lists(texts, max_size=4).map(tuple),
    left=st.lists(texts, max_size=4).map(tuple),
)
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


def test_of_too_many_things_each_is_taken_or_left_and_none_is_both():
    short = [DraftItem(description=f"Thing {number}") for number in range(MOST_ITEMS + 1)]
    long = DraftItem(description="long " * LONGEST_LINE)
    (receiver,) = drafted(WrittenOrder(items=(long, *short))).draft.receivers
    taken = [item.description for item in receiver.items or ()]
    assert sorted([*taken, *receiver.left]) == sorted(each.description for each in (long, *short))


@given(drafts)
def test_a_draft_written_as_a_form_reads_back_the_same(draft: Draft):
    form = as_form(say, draft).removeprefix("/new\n")
    read_back = [drafted(order) for order in read_orders(form, "NG")]
    assert [filled.problems for filled in read_back] == [()] * len(draft.receivers)
    assert as_requests(filled.draft for filled in read_back) == [
        draft.model_copy(update={"rider": ChosenRider()})
    ]


@given(items)
def test_an_item_written_down_reads_back_the_same(item: DraftItem):
    assert read_item(item_line(item)) == item


@given(st.text(max_size=300), st.sampled_from(list(Blank)[:8]))
def test_whatever_is_answered_either_fills_a_blank_or_is_named(text: str, blank: Blank):
    before = Draft()
    filled = answer(before, Spot(blank), text, "234")
    nothing_said = not any(clean(line) for line in text.splitlines())
    assert filled.draft != before or filled.problems or nothing_said


@given(written)
def test_whatever_was_written_stands_in_the_draft_or_beside_it(order: WrittenOrder):
    filled = drafted(order)
    receiver = filled.draft.receivers[0]
    kept = " ".join([receiver.note, *receiver.left, *(p.line for p in filled.problems)])
    for words in (*order.notes, *order.left):
        assert clean(words) in kept
    assert receiver.name == clean(order.receiver.name) or clean(order.receiver.name) in kept


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


def test_a_fee_with_cents_is_named_and_not_rounded():
    filled = drafted(WrittenOrder(fee=read_amount("4.90")))
    assert filled.draft.fee is None
    assert [(each.line, each.wrong) for each in filled.problems] == [("4.90", Wrong.CENTS)]


def test_what_is_said_later_fills_the_draft_and_leaves_the_rest():
    later = WrittenOrder(receiver=Party(phone="+2348030000002"), notes=("Ring twice",))
    filled = taken_in(WHOLE, 0, later)
    receiver = BOLA.model_copy(update={"phone": "+2348030000002", "note": "Ring twice"})
    assert filled.draft == WHOLE.model_copy(update={"receivers": (receiver,)})


def test_drafts_alike_are_one_request_and_others_are_not():
    chidi = BOLA.model_copy(update={"name": "Chidi", "phone": "+2348030000009"})
    second = WHOLE.model_copy(update={"receivers": (chidi,)})
    dearer = second.model_copy(update={"fee": 2500})
    together = WHOLE.model_copy(update={"receivers": (BOLA, chidi)})
    assert as_requests([WHOLE, dearer, second]) == [together, dearer]
    assert [len(each.receivers) for each in as_requests([WHOLE] * 45)] == [20, 20, 5]


def test_an_answer_about_what_all_lack_is_asked_once():
    lacking = WHOLE.model_copy(update={"fee": None})
    opened = OpenDraft.of([lacking, lacking.model_copy(update={"fee": 900}), lacking])
    assert opened.asked == Spot(Blank.FEE)
    spread_out = spread(opened, opened.draft.filled(Spot(Blank.FEE), 1500)).with_next_question()
    assert [draft.fee for draft in spread_out.drafts] == [1500, 900, 1500]
    assert spread_out.shows_all
    assert not spread_out.incomplete


def test_a_fee_with_cents_is_refused_by_a_sentence_of_its_own():
    wrong = read(Blank.FEE, "4,90 €", "33")
    assert wrong == InputError("4,90 €", Wrong.CENTS)
    assert "whole amounts only" in problem_lines(say, [wrong])
    assert read(Blank.FEE, "4,00 €", "33") == 4


def test_items_that_cannot_be_read_leave_the_former_ones():
    draft = WHOLE.filled(Spot(Blank.ITEMS), (DraftItem(description="Rice"),))
    filled = answer(draft, Spot(Blank.ITEMS), "0 x air")
    assert filled.draft == draft
    assert [problem.wrong for problem in filled.problems] == [Wrong.ITEM]


@given(
    st.integers(1, 3),
    st.sampled_from([*STEPS, "confirm", "", "x"]),
    st.sampled_from([*Blank, "", "junk"]),
    st.sampled_from(["0", "1", "7", "", "-1", "²", "x", "9999999999999999"]),
)
def test_no_button_that_somebody_makes_up_breaks_a_draft(
    drafts_open: int, name: str, what: str, number: str
):
    changed = stepped(OpenDraft.of([WHOLE] * drafts_open), name, what, number)
    if changed is not None:
        assert all(draft.receivers for draft in changed.drafts)
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
    noted = BOLA.model_copy(update={"note": "Blue gate"})
    assert receiver_for(WHOLE.with_receiver(0, noted), made).note == "Blue gate"
    elsewhere = made.receivers[0].model_copy(update={"address": "6 Allen Avenue"})
    assert likeness(made.model_copy(update={"receivers": (elsewhere,)})) not in wanted(WHOLE)
    assert likeness(made.model_copy(update={"receivers": ()})) not in wanted(WHOLE)


def test_what_was_guessed_is_a_guess_until_somebody_says_it():
    guessed = frozenset({Blank.TO_NAME, Blank.TO_ADDRESS, Blank.FROM_NAME})
    order = WrittenOrder(receiver=Party(name="Efe", phone="+2348030000002"), guessed=guessed)
    draft = drafted(order).draft
    assert draft.guessed == (Spot(Blank.TO_NAME),)  # nothing stands where nothing was read
    assert answer(draft, Spot(Blank.TO_NAME), "Efe Obi").draft.guessed == ()
    other = taken_in(draft.with_another_receiver(), 1, order).draft
    assert other.guessed == (Spot(Blank.TO_NAME), Spot(Blank.TO_NAME, 1))
    assert other.without_receiver(0).guessed == (Spot(Blank.TO_NAME),)
    sender = taken_in(draft, 0, WrittenOrder(sender=Party(name="Ada"), guessed=guessed)).draft
    assert sender.from_sender(Party(name="Ada's Kitchen")).guessed == draft.guessed


def test_a_draft_with_a_guess_asks_for_a_look_before_it_is_created():
    order = WrittenOrder(receiver=Party(name="Efe", phone="+2348030000002"))
    for guessed in (frozenset[Blank](), frozenset({Blank.TO_NAME})):
        draft = drafted(replace(order, guessed=guessed)).draft
        for opened in (OpenDraft(draft=draft), OpenDraft(draft=draft, behind=(draft,))):
            shown = summary(say, opened.all_shown())
            assert ("🔎 Efe" in shown.html) is bool(guessed)
            assert ("check the marked" in shown.html) is bool(guessed)
