"""Orders told in sentences and lists: who sends, who gets it, and what is only guessed."""

from decimal import Decimal

import pytest

from bot.domain.draft import Blank, DraftItem, Party
from bot.parsing.orders.fees import read_fee
from bot.parsing.orders.items import counts_things, read_items
from bot.parsing.orders.reader import looks_like_order, read_orders

_TOLD = {
    "NG": "Pls collect 3 lamps from Sade, 4 Creek Road (08035550001) and bring them to Uche, "
    "8 Marina Road, 08035550002",
    "FR": "Chercher chez Sade (4 rue Basse, 06 12 34 50 01) et déposer chez Uche, "
    "8 rue Haute, 06 12 34 50 02",
    "BR": "Pega um bolo na Sade (Rua Baixa, 4, 11 91234-5001) e leva pra Uche, Rua Alta, 8, "
    "11 91234-5002",
    "ES": "Recoger en Lámparas Sade, calle Baja 4, 612345001, y llevar a Uche Eze, calle Alta 8, "
    "612345002",
    "AE": "استلام من Sade، شقة 4 برج النور، 0501235001 وتوصيل الى Uche، فيلا 8، 0501235002",
}


@pytest.mark.parametrize("country", _TOLD)
def test_verbs_say_from_whom_and_to_whom_in_every_language(country: str):
    (order,) = read_orders(_TOLD[country], country)
    assert (order.sender.phone[-2:], order.receiver.phone[-2:]) == ("01", "02")
    assert "4" in order.sender.address
    assert "8" in order.receiver.address
    assert order.receiver.name.startswith("Uche") or Blank.TO_NAME in order.guessed
    assert looks_like_order(_TOLD[country], country)


def test_what_stands_behind_a_label_that_nobody_knows_is_a_guess():
    (order,) = read_orders("To: Uche\nTel: 08035550002\nGrumf: Sade, 4 Creek Road", "NG")
    assert order.receiver.phone == "+2348035550002"
    assert Blank.TO_ADDRESS in order.guessed or not order.receiver.address


def test_a_list_says_where_its_orders_begin_and_what_counts_them_is_no_fee():
    for heads in (("Delivery 1", "Delivery 2"), ("1.", "2."), ("Order 1:", "Order 2:")):
        first, second = read_orders(
            f"{heads[0]}\nUche, 4 Creek Road, 08035550001\n"
            f"{heads[1]}\nSade, 6 Creek Road, 08035550002",
            "NG",
        )
        assert (first.fee, second.fee) == (None, None)
        assert (first.receiver.phone[-1], second.receiver.phone[-1]) == ("1", "2")
        assert "4 Creek Road" in first.receiver.address
        assert "6 Creek Road" in second.receiver.address
    assert read_fee("Delivery 2") is None
    assert read_fee("Delivery ₦200") == Decimal(200)


def test_a_sender_named_below_a_list_is_that_of_all_of_it():
    text = "1. Uche, 4 Creek Road, 08035550001\n2. Sade, 6 Creek Road, 08035550002\n"
    told = read_orders(f"{text}Pickup for all: Lamps Ltd, 9 Marina Road", "NG")
    assert {order.sender.address for order in told} == {"9 Marina Road"}


def test_two_headings_of_one_receiver_are_one_order():
    (order,) = read_orders("Customer: Uche Eze\nTel: 08035550002\nSend to: 4 Creek Road", "NG")
    assert order.receiver == Party(name="Uche Eze", phone="+2348035550002", address="4 Creek Road")


def test_a_fee_of_thousands_keeps_its_letter():
    (order,) = read_orders(
        "abeg go collect 2 bags of rice from Mama Tee Kitchen 14 Adelabu street Surulere "
        "08034417720 carry am go give Chidi Eze for 5 Ogudu road Ojota 08167720913 "
        "delivery na 2k call am b4 u reach",
        "NG",
    )
    assert order.fee == Decimal(2000)
    assert "call am b4 u reach" in order.notes


def test_a_note_is_kept_without_the_comma_before_it():
    (order,) = read_orders(
        "Efe Obi, 08035557777, 31 Creek Road Apapa\n1 x Jollof rice, call before you come", "NG"
    )
    assert order.notes == ("call before you come",)


def test_number_words_count_things_and_begin_names():
    assert read_items("two lamps")[0] == DraftItem(description="lamps", quantity=2)
    assert read_items("deux lampes")[0] == DraftItem(description="lampes", quantity=2)
    assert read_items("lamps (3)")[0] == DraftItem(description="lamps", quantity=3)
    assert read_items("2 x-tudo")[0] == DraftItem(description="x-tudo", quantity=2)
    assert not counts_things("Neuf-Brisach")
    assert not counts_things("Seven Lamps")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Uche, 4 Creek Road, 08035550001\nSubtotal: 9000", "Subtotal: 9000"),
        ("Uche, 4 Creek Road, 08035550001\nto collect 500 at the door", "500"),
    ],
)
def test_an_amount_that_is_called_something_else_is_kept_with_its_name(text: str, kept: str):
    (order,) = read_orders(text, "NG")
    assert order.fee is None
    assert kept in " ".join((*order.notes, *order.left))


@pytest.mark.parametrize("figures", ["²", "③", "❷", "½"])
def test_a_quantity_in_figures_that_are_no_number_ends_nothing(figures: str):
    said = (
        f"Name: Uche\nPhone: 08035550002\nAddress: 8 Marina Road\nItem: lamp\nQuantity: {figures}"
    )
    (order,) = read_orders(said, "NG")
    assert order.receiver.name == "Uche"


def test_an_only_number_is_in_doubt_where_it_is_whose_the_address_beside_it_is():
    (order,) = read_orders(
        "Bonjour, pouvez-vous récupérer 1 dossier chez Maître Morel, 4 rue Foch à Nîmes, "
        "04 66 21 70 55, et le déposer au greffe du tribunal, boulevard des Arènes ? Merci",
        "FR",
    )
    numbers = {Blank.FROM_PHONE: order.sender.phone, Blank.TO_PHONE: order.receiver.phone}
    assert {blank for blank, number in numbers.items() if number} <= order.guessed or (
        order.sender.phone and order.receiver.address.startswith("boulevard")
    )


def test_things_between_two_orders_of_a_line_are_the_next_ones_where_the_first_began_with_things():
    first, second = read_orders(
        "Two runs from Pepper & Thyme, 8 Isaac John GRA. First one na 1 pack of asun for Mr Dele, "
        "33 Sobo Arobiodu street, 0802 901 5548, 1500. Second one na small chops for Chioma Uba at "
        "Oriental hotel lobby, 0810 774 3326, 3000.",
        "NG",
    )
    assert [item.description for item in first.items] == ["pack of asun"]
    assert [item.description for item in second.items] == ["small chops"]
