"""What is marked as guessed: all that is not read twice, by the tagger and by what stands there."""

import pytest

from bot.domain.draft import Blank, Party
from bot.parsing.orders.reader import read_orders
from bot.parsing.orders.readings import confirmed, marked
from bot.parsing.orders.written_order import WrittenOrder


def things(order: WrittenOrder) -> list[tuple[int, str, int]]:
    return [(item.quantity, item.description, item.value) for item in order.items]


def test_the_only_amount_of_an_order_is_its_fee_though_nothing_calls_it_so():
    (order,) = read_orders(
        "Pick up from Zara Foods, 08031112222, 3 Allen Avenue Ikeja\n"
        "Deliver to Tobi Bankole, 08035556666, 9 Creek Road Apapa\n2 cakes\n₦1500",
        "NG",
    )
    assert order.fee == 1500
    assert Blank.FEE not in order.guessed


def test_all_of_several_orders_is_a_guess_where_one_of_them_lacks_somebody():
    orders = read_orders(
        "1. Ada Eze, 08031112222, 9 Creek Road Apapa\n2. 08035556666, 2 cakes", "NG"
    )
    assert [Blank.TO_PHONE in order.guessed for order in orders] == [True, True]


def test_the_first_number_is_the_senders_where_nobody_else_is_told_of_before_it():
    orders = read_orders(
        "Recolección en casa: Sandra Lomelí, Privada Jazmín 9, 222 410 3378\n"
        "primero para Memo Castañeda 222 905 1164 calle 5 de mayo 1203, 2 pares de tenis\n"
        "el otro para la maestra Tere, 222 338 7715, blvd Atlixco 40, una carpeta",
        "MX",
    )
    assert {order.sender.phone for order in orders} == {"+522224103378"}
    assert [order.receiver.phone for order in orders] == ["+522229051164", "+522223387715"]


@pytest.mark.parametrize(
    ("written", "number", "country"),
    [
        ("Makadara hse 40 - 0704 992 115", "+254704992115", "KE"),
        ("rue du Bailli 14 (0475 31 20 66)", "+32475312066", "BE"),
        ("Acme 0803 - 555 - 6666", "+2348035556666", "NG"),
    ],
)
def test_the_number_of_a_house_begins_no_phone_number(written: str, number: str, country: str):
    (order,) = read_orders(f"Name: Ada\nAddress: Creek Road 9\nPhone: {written}", country)
    assert order.receiver.phone == number


def test_an_address_of_two_lines_that_the_text_itself_does_not_join_is_a_guess():
    (order,) = read_orders(
        "Pick up: Smart Fix, Computer Plaza Bur Dubai shop 114\nContact: Imran 052 330 9174\n"
        "Drop: Ms Aisha Rahman, The Greens Al Samar 2 apt 305\nContact: 0509948127",
        "AE",
    )
    assert order.sender.address == "Computer Plaza Bur Dubai shop 114"
    assert "Imran" in order.notes


def test_a_till_writes_below_a_thing_how_many_of_it_there_are():
    (order,) = read_orders(
        "Customer: Tamuno West\nPhone: 08162240937\nAddress: 5 Psychiatric road\n\n"
        "Shawarma large          ₦7,000\n2 x ₦3,500\nChapman                 ₦1,500\n1 x ₦1,500\n"
        "Delivery fee: 800\nTotal                   ₦9,300",
        "NG",
    )
    assert things(order) == [(2, "Shawarma large", 3500), (1, "Chapman", 1500)]
    assert order.fee == 800
    assert "Shawarma large: ₦7,000" in order.notes


def test_the_price_of_one_and_of_all_stand_behind_a_thing():
    (order,) = read_orders(
        "3 x Chapati         @30      90\nCustomer: Brenda\nPhone: 0728 445 901\nKimathi Street 4",
        "KE",
    )
    assert things(order) == [(3, "Chapati", 30)]
    assert order.receiver.address == "Kimathi Street 4"


def test_how_many_there_are_may_stand_in_a_column_before_the_thing():
    (order,) = read_orders(
        "Name\tPhone\tAddress\tQty\tProduct\n"
        "Mrs Oluchi\t08033490017\t12 Okigwe road\t2\tSpeaker Go 3",
        "NG",
    )
    assert things(order) == [(2, "Speaker Go 3", 0)]


def test_who_pays_is_called_where_nobody_else_is_named_with_a_number():
    (order,) = read_orders(
        "Product\tQuantity\tPrice\nShoe polish\t2\t₦3,000\nShipping:\t₦3,500\n\n"
        "Billing address\n\nEbuka Anozie\nOgba, Lagos\n08067723140\n\n"
        "Shipping address\n\nMrs Ngozi Anozie\n17 Agidingbi Road\nIkeja",
        "NG",
    )
    assert order.receiver.name == "Mrs Ngozi Anozie"
    assert order.receiver.phone == "+2348067723140"
    assert "Ebuka Anozie" in order.left


def test_a_thing_is_named_without_its_article_and_one_word_that_is_kept_is_not_lost():
    orders = read_orders(
        "Recogida en Pollos Nico (Avda Burgos 3, Valladolid):\n"
        "1- Chema 617 22 08 94 C/ Mantería 12 bajo. unas croquetas\n"
        "2- Residencia San José, 983 27 14 60, Paseo Zorrilla 190. 4 menús. Pagado",
        "ES",
    )
    assert "Pagado" in orders[1].notes + orders[1].left
    assert [each[1] for each in things(orders[0])] == ["croquetas"]


def test_a_number_on_which_the_two_readings_do_not_agree_is_marked():
    one, other = Party(phone="+233244731905"), Party(phone="+233207118340")
    form, words = WrittenOrder(sender=one, receiver=other), WrittenOrder(sender=other, receiver=one)
    assert confirmed([form], [form])[0].guessed == frozenset()
    assert confirmed([form], [words])[0].guessed == {Blank.TO_PHONE, Blank.FROM_PHONE}


def test_what_the_reading_by_anchors_does_not_say_is_marked_and_what_is_in_doubt_stays_so():
    ada = Party(name="Ada Eze", phone="+2348031112222", address="9 Creek Road")
    order = WrittenOrder(receiver=ada, guessed=frozenset({Blank.TO_NAME, Blank.TO_ADDRESS}))
    other = WrittenOrder(receiver=ada.model_copy(update={"phone": "+2348035556666"}))
    assert marked([order], [order])[0].guessed == {Blank.TO_NAME, Blank.TO_ADDRESS}
    assert Blank.TO_PHONE in marked([order], [other])[0].guessed


def test_all_is_marked_where_one_reading_sees_more_orders_and_one_of_them_has_no_number():
    ada = WrittenOrder(receiver=Party(name="Ada Eze", address="9 Creek Road"))
    assert marked([ada], [ada, ada])[0].guessed == {Blank.TO_NAME, Blank.TO_ADDRESS}


def test_a_sentence_that_gets_one_thing_and_brings_it_is_one_order_and_all_of_it_a_guess():
    (order,) = read_orders(
        "hola necesito una moto que pase a buscar un sobre por el estudio Paz y Asociados en "
        "Tucumán 1455 piso 3 preguntar por Marcela 11 4371 8820 y lo lleve a Escribanía Lanús en "
        "9 de Julio 1190 Lanús recibe Diego 11 5920 4473",
        "AR",
    )
    assert (order.sender.phone, order.receiver.phone) == ("+541143718820", "+541159204473")
    assert {Blank.FROM_NAME, Blank.FROM_PHONE, Blank.TO_PHONE, Blank.ITEMS} <= order.guessed


def test_a_word_in_capitals_that_an_address_goes_on_with_is_left():
    (order,) = read_orders(
        "Deliver to Marlene at rua das Palmeiras 95 bairro Bom Retiro o telefone dela é "
        "47 98827 6640",
        "BR",
    )
    told = " ".join((order.receiver.address, *order.left, *order.notes))
    assert "Retiro" in told
