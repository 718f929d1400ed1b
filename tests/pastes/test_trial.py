"""The trial notices what it is there for."""

from dataclasses import replace
from decimal import Decimal

import pytest

from bot.domain.draft import Blank, DraftItem, Party
from bot.parsing.orders.written_order import WrittenOrder
from tests.pastes.lost_words import lost_words
from tests.pastes.pastes import Paste, expected_order
from tests.pastes.trial import Figures, PasteOutcome, judge
from tests.pastes.wording import matches

ADA = WrittenOrder(
    receiver=Party(name="Ada Eze", phone="+2348035551234", address="9 Creek Road, Apapa"),
    items=(DraftItem(description="Jollof rice", quantity=2, value=3500),),
    fee=Decimal(1500),
    notes=("before 5pm",),
)
PASTE = Paste(
    "by-hand",
    "NG",
    """Deliver to Ada Eze, 0803-555 1234
    9 Creek Road, Apapa [opposite GTBank]
    2x Jollof rice @ ₦3,500
    Delivery 1.5k, before 5pm""",
    (
        expected_order(
            {
                "receiver": {
                    "name": "[Mrs] Ada Eze",
                    "phone": "+2348035551234",
                    "address": "9 Creek Road, Apapa [opposite GTBank]",
                },
                "items": [[2, "Jollof rice", 3500]],
                "fee": "1500",
                "notes": ["before 5pm"],
            }
        ),
    ),
)
LANDMARK = ("opposite GTBank",)


def _read(*orders: WrittenOrder) -> PasteOutcome:
    return judge(PASTE, orders, looks=True)


def _with_receiver(**changed: str) -> WrittenOrder:
    receiver = ADA.receiver.model_copy(update=changed)
    return replace(ADA, receiver=receiver, left=LANDMARK)


def test_what_a_careful_dispatcher_enters_is_complete_with_a_landmark_here_or_there():
    longer = _with_receiver(address="9 Creek Road, Apapa, opposite GTBank")
    for read in (replace(ADA, left=LANDMARK), replace(longer, left=())):
        outcome = _read(read)
        assert outcome.is_perfect, outcome
    assert str(Figures.of([outcome])).startswith("1 of 1 complete (100.0%); silently wrong 0,")


def test_what_is_wrong_and_marked_as_guessed_is_not_complete_and_not_silent():
    wrong = _with_receiver(address="12 Allen Avenue")
    guessed = replace(wrong, guessed=frozenset({Blank.TO_ADDRESS}))
    assert _read(wrong).wrong
    assert not _read(guessed).wrong
    assert Figures.of([_read(guessed)]).guessed_wrong == 1
    assert _read(guessed).complete == 0


def test_a_mark_on_what_is_right_is_counted():
    read = replace(ADA, left=LANDMARK, guessed=frozenset({Blank.TO_NAME, Blank.FROM_NAME}))
    figures = Figures.of([_read(read)])
    assert (figures.right, figures.right_marked) == (5, 1)


def test_a_wrong_phone_is_noticed_and_its_number_as_lost():
    outcome = _read(_with_receiver(phone="+2348035551235"))
    assert [wrong.split()[0] for wrong in outcome.wrong] == ["receiver.phone"]
    assert outcome.lost == ("0803", "555", "1234")


def test_what_is_not_read_is_missing_and_not_wrong():
    outcome = _read(replace(_with_receiver(name=""), left=("Ada Eze", *LANDMARK), notes=()))
    assert [missing.split()[0] for missing in outcome.orders[0].missing] == [
        "receiver.name",
        "note",
    ]
    assert not outcome.wrong
    assert outcome.lost == ("before", "5", "pm")


def test_a_lost_word_is_noticed():
    assert _read(ADA).lost == ("opposite", "gtbank")


def test_an_order_too_many_or_too_few_is_noticed():
    read = replace(ADA, left=LANDMARK)
    assert _read(read, read).wrong == ["+1 orders"]
    assert _read().wrong == ["-1 orders"]


def test_an_address_in_the_name_is_noticed_and_half_an_address_too():
    outcome = _read(_with_receiver(name="Ada Eze 9 Creek Road", address="Apapa"))
    assert [wrong.split()[0] for wrong in outcome.wrong] == ["receiver.name", "receiver.address"]


@pytest.mark.parametrize(
    "changed",
    [
        {"fee": Decimal(2500)},
        {"rider": "Ada"},
        {"sender": Party(name="Creek")},
        {"send_sms": True},
        {"items": (*ADA.items, DraftItem(description="rice"))},
        {"items": (DraftItem(description="Jollof rice", quantity=1, value=3500),)},
        {"items": (DraftItem(description="Jollof rice", quantity=2, value=7000),)},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_what_the_text_does_not_say_there_is_noticed(changed: dict[str, object]):
    assert len(_read(replace(ADA, left=LANDMARK, **changed)).wrong) == 1


def test_an_item_without_its_value_is_missing_it():
    unpriced = DraftItem(description="Jollof rice", quantity=2)
    outcome = _read(replace(ADA, left=(*LANDMARK, "₦3,500"), items=(unpriced,)))
    assert outcome.orders[0].missing == ("value of “Jollof rice”",)
    assert not outcome.wrong


def test_an_order_that_is_not_seen_as_one_is_not_complete():
    outcome = judge(PASTE, [replace(ADA, left=LANDMARK)], looks=False)
    assert outcome.complete == 0
    assert "not taken for an order" in str(outcome)


def test_nothing_may_be_made_of_what_is_no_order():
    chat = Paste("chat", "NG", "1043 to Grace", ())
    assert judge(chat, [], looks=False).is_perfect
    assert judge(chat, [WrittenOrder(left=("1043 to Grace",))], looks=False).is_perfect
    assert judge(chat, [], looks=True).wrong == ["taken for an order"]
    made = WrittenOrder(receiver=Party(name="Grace"), left=("1043",))
    assert judge(chat, [made], looks=False).wrong == ["+1 orders"]


@pytest.mark.parametrize(
    ("written", "phone", "country"),
    [
        ("+234 (0) 803 555 6666", "+2348035556666", "NG"),
        ("00234-803-555-6666", "+2348035556666", "NG"),
        ("٠٥٠ ١٢٣ ٤٥٦٧", "+971501234567", "AE"),
        ("0 48 99111 0022", "+5548991110022", "BR"),
        ("01.42.00.11.22", "+33142001122", "FR"),
    ],
)
def test_a_number_is_not_lost_in_whatever_form_it_was_written(
    written: str, phone: str, country: str
):
    assert lost_words(written, [WrittenOrder(receiver=Party(phone=phone))], country) == []
    assert lost_words(written, [WrittenOrder(left=("something",))], country) != []


def test_words_are_compared_in_their_order_without_case_accents_and_points():
    assert matches("C/ Álamo 3º B", "c alamo, 3o b.")
    assert not matches("Álamo 3", "3 Álamo")
    assert not matches("Álamo 3", "Álamo 3 [B]")


def test_numbering_number_words_and_heads_of_a_chat_are_not_lost():
    two = WrittenOrder(items=(DraftItem(description="cakes", quantity=2),))
    assert lost_words("1. two cakes", [two], "NG") == []
    assert lost_words("9. three cakes", [two], "NG") == ["three"]
    assert lost_words("Order 2 cakes, order 3", [two, two, two], "NG") == []
    assert lost_words("Bola: two cakes", [two], "NG", ["Bola"]) == []
