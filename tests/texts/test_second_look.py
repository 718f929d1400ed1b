"""What was read of an order is doubted: nothing stands in a field that is not plausible there."""

from decimal import Decimal

import pytest
from bot.texts.written_orders.plausible import (
    is_plausible_address,
    is_plausible_item,
    is_plausible_name,
)
from bot.texts.written_orders.unfinished import is_unfinished

from bot.store.drafts import DraftItem, Party
from bot.texts.written_orders.fees import Fee, read_fee
from bot.texts.written_orders.items import counts_things, read_items
from bot.texts.written_orders.reader import looks_like_order, read_orders


def test_verbs_say_from_whom_and_to_whom_in_every_language():
    told = {
        "NG": "Pls collect 3 lamps from Sade, 4 Creek Road (08035550001) and bring them to Uche, "
        "8 Marina Road, 08035550002",
        "FR": "Chercher chez Sade (4 rue Basse, 06 12 34 50 01) et déposer chez Uche, "
        "8 rue Haute, 06 12 34 50 02",
        "BR": "Pega um bolo na Sade (Rua Baixa, 4, 11 91234-5001) e leva pra Uche, Rua Alta, 8, "
        "11 91234-5002",
        "AE": "استلام من Sade، شقة 4 برج النور، 0501235001 وتوصيل الى Uche، فيلا 8، 0501235002",
    }
    for country, text in told.items():
        (order,) = read_orders(text, country)
        assert (order.sender.name, order.receiver.name) == ("Sade", "Uche"), country
        assert (order.sender.phone[-2:], order.receiver.phone[-2:]) == ("01", "02"), country
        assert "4" in order.sender.address, country
        assert "8" in order.receiver.address, country
        assert looks_like_order(text, country)


def test_what_says_who_does_what_and_is_not_understood_fills_nothing():
    (order,) = read_orders("Abeg reach Sade for 4 Creek Road, waybill am, 08035550001", "NG")
    assert (order.sender, order.receiver) == (Party(), Party())
    assert any("Creek" in piece for piece in order.left)


def test_a_line_whose_head_is_not_known_stays_as_it_came():
    (order,) = read_orders("To: Uche\nTel: 08035550002\nGrumf: Sade, 4 Creek Road", "NG")
    assert order.receiver == Party(name="Uche", phone="+2348035550002")
    assert order.left == ("Grumf: Sade, 4 Creek Road",)


@pytest.mark.parametrize(
    ("address", "is_named", "is_one"),
    [
        ("Plot 4 Creek Road", False, True),
        ("Sade Lamps 4 Creek Road", False, False),
        ("Sade Lamps 4 Creek Road", True, True),
        ("4 Creek Road (2 lamps)", True, False),
        ("4 Creek Road (white gate", True, False),
        ("4 Creek Road for Sade", True, False),
        ("4 Creek Road recipient Sade", True, False),
        ("4 Creek Road 08035550001", True, False),
        ("4 Creek Road ₦500", True, False),
        ("Creek Avenue. Uche stays there", True, False),
    ],
)
def test_an_address_holds_nothing_but_where(address: str, *, is_named: bool, is_one: bool):
    assert is_plausible_address(address, "NG", is_named=is_named) is is_one


@pytest.mark.parametrize(
    ("name", "is_told", "is_one"),
    [
        ("Sade Lamps", False, True),
        ("7 Lamps Ltd", True, True),
        ("7 Lamps Ltd", False, False),
        ("Customer", False, False),
        ("deliver Sade", False, False),
        ("Cash", False, False),
        ("Sade (4 Creek Road) and Uche", True, False),
        ("Grumf", False, False),
    ],
)
def test_a_name_is_what_somebody_is_called(name: str, *, is_told: bool, is_one: bool):
    assert is_plausible_name(name, ["Grumf: 0803"], is_told=is_told) is is_one


@pytest.mark.parametrize(
    "description", ["Grumf: lamps", "bought 2 shirts", "4 Creek Road", "08035550001"]
)
def test_a_thing_is_no_head_no_deed_no_place_and_no_number(description: str):
    assert not is_plausible_item(description, "NG")


def test_an_address_that_goes_on_with_what_was_not_understood_is_left():
    party = Party(name="Uche", address="4 Creek Road")
    for line in ("4 Creek Road, xq 77", "4 Creek Road - xq 77"):
        assert is_unfinished(party, ["xq 77"], [line], "NG")
    assert not is_unfinished(party, ["08035550001"], ["4 Creek Road, 08035550001"], "NG")
    assert not is_unfinished(party, [], ["4 Creek Road"], "NG")


def test_orders_that_nobody_can_count_are_one_with_everything_left():
    text = "To: Uche\nTo: Sade\n08035550001\n4 Creek Road"
    (order,) = read_orders(text, "NG")
    assert (order.sender, order.receiver, order.items) == (Party(), Party(), ())
    assert "To: Uche" in order.left


def test_two_headings_of_one_receiver_are_one_order():
    (order,) = read_orders("Customer: Uche Eze\nTel: 08035550002\nSend to: 4 Creek Road", "NG")
    assert order.receiver == Party(name="Uche Eze", phone="+2348035550002", address="4 Creek Road")


def test_letters_number_a_list_and_a_last_line_about_all_names_their_sender():
    text = "A. Uche, 4 Creek Road, 08035550001\nB. Sade, 6 Creek Road, 08035550002\n"
    told = read_orders(f"{text}All to pick up from Lamps Ltd, 9 Marina Road", "NG")
    assert [order.sender.name for order in told] == ["Lamps Ltd", "Lamps Ltd"]
    told = read_orders(f"{text}Pickup: Lamps Ltd, 9 Marina Road", "NG")
    assert [order.sender for order in told] == [Party(), Party()]
    assert "Lamps Ltd" in told[1].left


def test_what_is_counted_is_no_fee():
    first, second = read_orders(
        "Delivery 1\nUche, 4 Creek Road, 08035550001\nDelivery 2\nSade, 6 Creek Road, 08035550002",
        "NG",
    )
    assert (first.fee, second.fee) == (None, None)
    assert read_fee("Delivery 2") is None
    assert read_fee("Delivery ₦200") == Fee(Decimal(200), is_for_each=False)


def test_number_words_count_things_and_begin_names():
    assert read_items("two lamps")[0] == DraftItem(description="lamps", quantity=2)
    assert read_items("deux lampes")[0] == DraftItem(description="lampes", quantity=2)
    assert read_items("lamps (3)")[0] == DraftItem(description="lamps", quantity=3)
    assert not counts_things("Neuf-Brisach")
    assert not counts_things("Seven Lamps")


def test_a_label_with_nothing_behind_it_and_the_number_of_a_house_are_kept():
    (order,) = read_orders("To: Uche\n08035550001\n4 Creek Road\nLandmark:", "NG")
    assert order.left == ("Landmark",)
    (order,) = read_orders("Uche\n08035550001\n22-B Creek Road", "NG")
    assert order.receiver.address == "22-B Creek Road"


def test_what_is_doubted_is_left_as_it_was_written():
    (order,) = read_orders("To: Uche\n08035550001\nAddress: 4 Creek Road for Sade", "NG")
    assert order.receiver == Party(name="Uche", phone="+2348035550001")
    assert order.left == ("4 Creek Road for Sade",)
