"""The most ordinary layouts: headings, contacts, numbers with their area, towns, thanks, prices."""

from decimal import Decimal

import pytest

from bot.domain.draft import DraftItem, Party
from bot.parsing.orders.reader import looks_like_order, read_orders

KEMI = Party(name="Kemi Foods", phone="+2348035556666", address="3 Allen Avenue, Ikeja")
CHIDI = Party(name="Chidi Eze", phone="+2348031112222", address="9 Creek Road, Apapa")


@pytest.mark.parametrize(
    ("sender", "receiver"),
    [
        ("PICKUP", "DELIVERY"),
        ("Pickup:", "Delivery:"),
        ("SENDER DETAILS", "RECEIVER DETAILS"),
        ("Remetente", "DESTINATÁRIO"),
        ("RETRAIT", "LIVRAISON"),
        ("Recogida", "Entrega"),
        ("المرسل", "المستلم"),
    ],
)
@pytest.mark.parametrize("labels", [("", "", ""), ("Name: ", "Address: ", "Phone: ")])
def test_a_heading_says_whose_the_lines_below_are(
    sender: str, receiver: str, labels: tuple[str, str, str]
):
    name, address, phone = labels
    (order,) = read_orders(
        f"{sender}\n{name}Kemi Foods\n{address}3 Allen Avenue, Ikeja\n{phone}08035556666\n\n"
        f"{receiver}\n{name}Chidi Eze\n{address}9 Creek Road, Apapa\n{phone}08031112222\n\n"
        "Item: 2 cakes\nDelivery fee: 3500",
        "NG",
    )
    assert (order.sender, order.receiver, order.fee) == (KEMI, CHIDI, 3500)
    assert order.items == (DraftItem(description="cakes", quantity=2),)
    assert order.left == ()


@pytest.mark.parametrize("contact", ["Contact", "Contacto", "Contato", "Tel"])
def test_a_contact_that_is_a_number_is_that_of_whom_was_named_before(contact: str):
    (order,) = read_orders(
        f"Pickup: Kemi Foods, 3 Allen Avenue, Ikeja\n{contact}: 08035556666\n"
        f"Deliver to: Chidi Eze\n{contact}: 08031112222\nAddress: 9 Creek Road, Apapa",
        "NG",
    )
    assert (order.sender, order.receiver) == (KEMI, CHIDI)


def test_a_second_number_of_the_sender_is_not_that_of_the_receiver():
    (order,) = read_orders(
        "Pickup: Kemi Foods, 3 Allen Avenue, Ikeja, 08035556666\nContact: 08035557777\n"
        "Deliver to: Chidi Eze, 9 Creek Road, Apapa\nContact: 08031112222",
        "NG",
    )
    assert (order.sender, order.receiver) == (KEMI, CHIDI)
    assert order.notes == ("08035557777",)


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("\n(11) 98765-4321", "+5511987654321"),
        ("\n11 98765-4321", "+5511987654321"),
        (" - (11) 3081-4472", "+551130814472"),
    ],
)
def test_a_number_with_its_area_is_no_number_of_a_list(written: str, number: str):
    (order,) = read_orders(f"Ana Souza{written}\nRua Augusta 200\n1 bolo", "BR")
    assert order.receiver == Party(name="Ana Souza", phone=number, address="Rua Augusta 200")


@pytest.mark.parametrize(
    ("written", "address"),
    [
        (
            "Rua das Laranjeiras, 15, apto 2\nAnil, Ponta Verde",
            "Rua das Laranjeiras, 15, apto 2, Anil, Ponta Verde",
        ),
        ("Rua Augusta 200, Portão", "Rua Augusta 200, Portão"),
    ],
)
def test_a_quarter_and_its_town_belong_to_the_street(written: str, address: str):
    (order,) = read_orders(f"Ana Souza\n11 98765-4321\n{written}\n1 bolo", "BR")
    assert order.receiver == Party(name="Ana Souza", phone="+5511987654321", address=address)
    assert order.notes == order.left == ()


@pytest.mark.parametrize(
    ("written", "item"),
    [
        ("2 bowls of soup. Thanks", DraftItem(description="bowls of soup", quantity=2)),
        ("2 bowls of soup pls", DraftItem(description="bowls of soup", quantity=2)),
        ("2 x tortilla 4 €/ud", DraftItem(description="tortilla", quantity=2, value=4)),
    ],
)
def test_thanks_and_what_a_price_is_for_are_no_part_of_a_thing(written: str, item: DraftItem):
    (order,) = read_orders(f"To: Chidi Eze\nAddress: 9 Creek Road\nItems: {written}", "NG")
    assert order.items == (item,)


@pytest.mark.parametrize(
    "written", ["i have parcel going to badagry o", "si no esta se lo dejas a la vecina"]
)
def test_a_town_and_somebodys_part_are_no_names(written: str):
    orders = read_orders(f"{written}\n08031112222\n9 Creek Road", "NG")
    assert {order.receiver.name for order in orders} == {""}


def test_what_nobody_can_count_is_still_taken_for_an_order():
    text = "08031112222 chidi\nblue park, block S4, flat 12\n1 cake, dont tilt\n"
    text += "collect from shop when u free\n"
    assert looks_like_order(text, "NG")
    assert not looks_like_order("he sat down at flat 12 and slept\nall day", "NG")


def test_a_thing_with_its_price_goes_on_with_a_list():
    (order,) = read_orders(
        "To: Chidi Eze\nAddress: 9 Creek Road\nItems: 2 x Jollof rice 3000\nZobo 700\nFee: 800",
        "NG",
    )
    assert [(item.description, item.value) for item in order.items] == [
        ("Jollof rice", 3000),
        ("Zobo", 700),
    ]
    assert order.fee == Decimal(800)


def test_a_price_behind_several_things_of_a_sentence_is_no_price_of_one():
    (order,) = read_orders("Chidi Eze, 9 Creek Road, 08031112222\n4 puff puff 2000", "NG")
    assert [(item.quantity, item.value) for item in order.items] == [(4, 0)]
    assert "2000" in " ".join((*order.left, *order.notes))
