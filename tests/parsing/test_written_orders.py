"""Orders as people write them: the form in every language, amounts, things, numbers, chats."""

from decimal import Decimal

import phonenumbers
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.draft import DraftItem, Party
from bot.parsing.orders.amounts import read_amount
from bot.parsing.orders.items import read_item, read_items
from bot.parsing.orders.reader import looks_like_order, read_orders
from bot.parsing.orders.telephones import telephones_in
from bot.texts.dispatcher.form import template
from bot.texts.words import Words

CHIDI = Party(name="Chidi Eze", phone="+2348035556666", address="9 Creek Road Apapa")


@pytest.mark.parametrize("language", ["en", "fr", "es", "pt", "ar"])
def test_the_form_that_is_offered_is_read_whole_in_every_language(language: str):
    (order,) = read_orders(template(Words(language)), "NG")
    assert order.receiver == Party(
        name="Bola Ahmed", phone="+2348030000001", address="5 Allen Avenue"
    )
    assert order.items == (DraftItem(description="Jollof rice", quantity=2, value=3000),)
    assert (order.fee, order.send_sms, order.left, order.notes) == (Decimal(1500), True, (), ())


def test_the_form_tells_the_sender_from_the_receiver_and_names_the_rider():
    (order,) = read_orders(
        "From: Ada's Kitchen\nFrom phone: 0804 000 0001\nFrom address: 12 Marina Road\n"
        "To: Chidi Eze\nPhone: 0803 555 6666\nAddress: 9 Creek Road Apapa\n"
        "Items: 2 x Jollof rice 3000\nItems: 1 x Coke 0\nRider: Musa\nSMS: no",
        "NG",
    )
    assert order.sender == Party(
        name="Ada's Kitchen", phone="+2348040000001", address="12 Marina Road"
    )
    assert order.receiver == CHIDI
    assert [(item.quantity, item.description, item.value) for item in order.items] == [
        (2, "Jollof rice", 3000),
        (1, "Coke", 0),
    ]
    assert (order.rider, order.send_sms, order.left) == ("Musa", False, ())


def test_a_second_receiver_is_a_second_order_of_the_same_sender():
    first, second = read_orders(
        "Pickup from Mama's, 12 Allen Avenue Ikeja\n\n"
        "1) Chidi Eze, 9 Creek Road Apapa, 08035556666\n2) Bola Ahmed, 5 Marina Road, 08031112222",
        "NG",
    )
    assert first.sender == second.sender == Party(name="Mama's", address="12 Allen Avenue Ikeja")
    assert (first.receiver, second.receiver.name) == (CHIDI, "Bola Ahmed")


@pytest.mark.parametrize(
    "text",
    [
        "Chidi Eze, 9 Creek Road Apapa, 08035556666",
        "Chidi Eze\n9 Creek Road Apapa\n0803 555 6666",
        "*Name:* Chidi Eze\n*Phone:* 8035556666\n*Address:* 9 Creek Road Apapa",
        "👤 Chidi Eze 📍 9 Creek Road Apapa 📞 +234 803 555 6666",
        "Please deliver to Chidi Eze at 9 Creek Road Apapa, his number is 08035556666",
        "[1/11/26, 09:12] Al: Chidi Eze\n[1/11/26, 09:13] Al: 9 Creek Road Apapa, 08035556666",
    ],
)
def test_one_receiver_is_read_however_the_order_is_written(text: str):
    (order,) = read_orders(text, "NG")
    assert (order.receiver, order.sender, order.left) == (CHIDI, Party(), ())
    assert looks_like_order(text, "NG")


def test_only_what_is_called_a_fee_is_one():
    (order,) = read_orders(
        "To: Chidi Eze\nTotal: 9000\nCash to collect: 10,500\nDelivery fee: 1.5k\nOTP: 4821", "NG"
    )
    assert order.fee == Decimal(1500)
    assert order.notes == ("Total: 9000", "Cash to collect: 10,500", "OTP: 4821")


def test_of_two_parties_of_whom_nothing_is_said_none_is_the_sender():
    for order in read_orders("12 Allen Avenue\n08035556666\n5 Marina Road\n08031112222", "NG"):
        assert order.sender == Party()


def test_a_number_that_is_none_stands_as_it_came():
    (order,) = read_orders("Name: Chidi\nPhone: 0803 12\nAddress: 9 Creek Road", "NG")
    assert (order.receiver.phone, order.left) == ("", ("Phone: 0803 12",))


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "1043 to Grace",
        "4821",
        "08035556666",
        "where is my order?",
        "call me on 08035556666",
        "is he coming to 5 Allen Avenue? 08035556666",
        "",
    ],
)
def test_talk_is_no_order_and_fills_nothing(text: str):
    assert not looks_like_order(text, "NG")
    for order in read_orders(text, "NG"):
        assert (order.sender, order.receiver, order.items) == (Party(), Party(), ())


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("1.5k", "1500"),
        ("4,90 €", "4.90"),
        ("₦1,500", "1500"),
        ("N1500", "1500"),
        ("1500 naira", "1500"),
        ("R$ 12,50", "12.50"),
        ("35/-", "35"),
        ("#1500", "1500"),
        ("١٢٥ درهم", "125"),
        ("1 500 F CFA", "1500"),
        ("5 دينار", "5"),
        ("1.500 دينار", None),
        ("1.500 KWD", None),
        ("2 KD", "2"),
        ("1.500 KD", None),
        ("2 cup", None),
        ("1,50,000", None),
        ("1000-1500", None),
        ("5 apples", None),
    ],
)
def test_amounts_are_read_as_people_write_them(text: str, amount: str | None):
    assert read_amount(text) == (None if amount is None else Decimal(amount))


@given(
    st.integers(0, 10**9),
    st.sampled_from([",", ".", " ", "\u00a0", ""]),
    st.sampled_from(["{}", "₦{}", "N{}", "{} naira", "€ {}", "{} €", "AED {}", "{},00", "R$ {}"]),
)
def test_thousands_may_be_set_apart_by_anything(amount: int, gap: str, written: str):
    grouped = f"{amount:,}".replace(",", gap)
    assert read_amount(written.format(grouped)) == amount


@pytest.mark.parametrize(
    ("line", "quantity", "description", "value"),
    [
        ("3 meat pies", 3, "meat pies", 0),
        ("rice x2 @ 3500 each", 2, "rice", 3500),
        ("1 cake (₦15,000)", 1, "cake", 15000),
        ("iPhone 13", 1, "iPhone 13", 0),
        ("Air Max 270", 1, "Air Max 270", 0),
        ("5 kg rice", 1, "5 kg rice", 0),
        ("2 pizzas 12,50 €", 2, "pizzas 12,50 €", 0),
        ("Coke 1 500", 1, "Coke 1 500", 0),
    ],
)
def test_a_size_is_no_number_and_no_price(line: str, quantity: int, description: str, value: int):
    item = DraftItem(description=description, quantity=quantity, value=value)
    assert read_items(line) == (item,)


def test_a_bare_number_is_a_price_in_the_form_and_may_be_a_model_elsewhere():
    assert read_item("2 x iPhone 13") == DraftItem(description="iPhone", quantity=2, value=13)
    assert read_items("2 x iPhone 13") == (DraftItem(description="iPhone 13", quantity=2),)


def test_things_in_one_line_are_parted_where_the_next_is_counted():
    told = [(item.quantity, item.description) for item in read_items("2 rice, 1 coke and 3 pies")]
    assert told == [(2, "rice"), (1, "coke"), (3, "pies")]
    assert len(read_items("1 cake, 8 inches, chocolate")) == 1


@given(
    st.integers(8030000000, 8039999999),
    st.sampled_from(["+234{}", "0{}", "00234{}", "234{}", "{}"]),
    st.sampled_from(["", "5 Allen Avenue ", "call ", "(", "tel:"]),
)
def test_a_number_is_found_in_each_of_its_shapes(number: int, written: str, before: str):
    (found,) = telephones_in(f"{before}{written.format(number)}", "NG")
    assert found.number == f"+234{number}"
    assert phonenumbers.is_valid_number(phonenumbers.parse(found.number))


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("04538-133", "BR"),
        ("23/11/2026 14:00", "NG"),
        ("22.11.2026", "AE"),
        ("₦1,500,000", "NG"),
        ("123.456.789-09", "BR"),
        ("08035556666", ""),
    ],
)
def test_what_is_no_number_is_not_taken_for_one(text: str, country: str):
    assert telephones_in(text, country) == ()
