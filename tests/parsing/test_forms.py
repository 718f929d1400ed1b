"""Forms, shop mails, slips of a till and rows: each line or cell says by itself what it holds."""

import pytest

from bot.domain.draft import Blank, Party
from bot.parsing.orders.forms import read_form
from bot.parsing.orders.reader import read_orders
from bot.parsing.orders.readings import confirmed
from bot.parsing.orders.written_order import WrittenOrder, with_left

TOBI = Party(name="Tobi Bankole", phone="+2348031112222", address="9 Creek Road, Apapa")


def things(order: WrittenOrder) -> list[tuple[int, str]]:
    return [(item.quantity, item.description) for item in order.items]


def test_a_shops_mail_ships_to_the_shipping_address_and_not_to_who_pays():
    (order,) = read_orders(
        "Order #881\n\nProduct\tQuantity\tPrice\n"
        "Desk lamp\t2\t₦8,000.00\nExtension box\t1\t₦3,500.00\n"
        "Subtotal:\t₦11,500.00\nShipping:\t₦1,800.00 via Mainland rider\nTotal:\t₦13,300.00\n\n"
        "Billing address\nRonke Bankole\n4 Allen Avenue\nIkeja\n08035556666\n\n"
        "Shipping address\nTobi Bankole\n9 Creek Road\nApapa\n08031112222",
        "NG",
    )
    assert (order.receiver, order.sender) == (TOBI, Party())
    assert things(order) == [(2, "Desk lamp"), (1, "Extension box")]
    assert order.fee == 1800
    assert any("13,300" in note for note in order.notes)
    assert {"Ronke Bankole", "08035556666"} <= set(order.left)


def test_a_slip_of_a_till_begins_with_the_shop_and_its_sums_are_no_things():
    (order,) = read_orders(
        "GRILL DU PORT\n8 quai des Docks\n76600 LE HAVRE\nTél 02 35 11 22 33\n"
        "Client : Inès Morel\nTél : 06 12 34 56 78\nAdr : 21 rue Racine, bât. C\n"
        "-----------\n2 Burger bleu      19,80\n1 Frites x3         9,00\n-----------\n"
        "Sous-total         28,80\nLivraison           3,50\nTOTAL CB           32,30",
        "FR",
    )
    assert order.sender == Party(
        name="GRILL DU PORT", phone="+33235112233", address="8 quai des Docks, 76600 LE HAVRE"
    )
    assert order.receiver == Party(
        name="Inès Morel", phone="+33612345678", address="21 rue Racine, bât. C"
    )
    assert things(order) == [(2, "Burger bleu"), (1, "Frites x3")]
    assert float(order.fee or 0) == 3.5


def test_who_fills_in_a_form_for_a_recipient_sends_it():
    (order,) = read_orders(
        "Your name: Kemi Foods\nYour phone: 08035556666\n"
        "Where should we pick it from?: 3 Allen Avenue, Ikeja\nRecipient name: Tobi Bankole\n"
        "Recipient phone: 08031112222\nRecipient address: 9 Creek Road, Apapa\n"
        "What are you sending?: 2 cakes\nWho pays?: Recipient\nAgreed fee (NGN): 1500",
        "NG",
    )
    assert order.sender == Party(
        name="Kemi Foods", phone="+2348035556666", address="3 Allen Avenue, Ikeja"
    )
    assert (order.receiver, order.fee, things(order)) == (TOBI, 1500, [(2, "cakes")])


@pytest.mark.parametrize("quantity", ["Quantity: 2", "Qty: 2"])
def test_how_many_may_stand_below_a_thing_and_its_price_below_that(quantity: str):
    (order,) = read_orders(
        f"New order\n\nShea soap\n{quantity}\n₦4,000\n\nDelivery: ₦900\n\nDeliver to\n"
        "Tobi Bankole\n9 Creek Road\nApapa\n08031112222",
        "NG",
    )
    assert (order.receiver, order.fee, things(order)) == (TOBI, 900, [(2, "Shea soap")])


def test_a_value_may_stand_below_its_label():
    (order,) = read_orders(
        "Name\nTobi Bankole\nPhone\n08031112222\nAddress\n9 Creek Road, Apapa\nDelivery fee\n900",
        "NG",
    )
    assert (order.receiver, order.fee) == (TOBI, 900)


def test_each_number_of_a_list_may_have_a_sender_of_its_own_behind_a_label():
    first, second = read_orders(
        "1. Pickup: Kemi Foods, 3 Allen Avenue, 0803 555 6666\n"
        "   Drop: Tobi Bankole, 9 Creek Road, Apapa, 0803 111 2222\n   Item: 1 cake\n   Fee: 900\n"
        "2. Pickup: Ola Prints, 8 Broad Street, 0803 777 8888\n"
        "   Drop: Ife, 2 Marina Road, 0803 999 0000\n   Item: 3 books\n   Fee: 700",
        "NG",
    )
    assert (first.sender.name, second.sender.name) == ("Kemi Foods", "Ola Prints")
    assert (first.receiver, first.fee, second.fee) == (TOBI, 900, 700)
    assert second.receiver == Party(name="Ife", phone="+2348039990000", address="2 Marina Road")


def test_a_sender_behind_a_label_above_a_table_is_that_of_all_rows():
    first, second = read_orders(
        "Pickup: Kemi Foods, 3 Allen Avenue, 0803 555 6666\n"
        "Name | Phone | Address | Item | Fee\n"
        "Tobi | 08031112222 | 9 Creek Road | 2 cakes | 900\n"
        "Ife | 08039990000 | 2 Marina Road | 1 pie | 700",
        "NG",
    )
    assert first.sender == second.sender
    assert first.sender == Party(
        name="Kemi Foods", phone="+2348035556666", address="3 Allen Avenue"
    )


@pytest.mark.parametrize("sign", [" - ", " – ", " / ", " | ", " · "])
def test_rows_are_parted_by_any_sign_and_keep_what_stands_behind_the_fee(sign: str):
    cells = [
        ("Tobi", "9 Creek Road", "08031112222", "2 cakes", "fee 900"),
        ("Ife", "2 Marina Road", "08039990000", "1 pie", "fee 700, call first"),
    ]
    first, second = read_orders("\n".join(map(sign.join, cells)), "NG")
    assert first.receiver == Party(name="Tobi", phone="+2348031112222", address="9 Creek Road")
    assert (first.fee, second.fee) == (900, 700)
    assert things(second) == [(1, "pie")]
    assert any("call first" in kept for kept in (*second.notes, *second.left))


def test_a_row_may_hold_name_and_address_in_one_cell():
    first, _ = read_orders(
        "2 cakes – Tobi, 9 Creek Road – 08031112222 – 900 naira\n"
        "1 pie – Ife, 2 Marina Road – 08039990000 – 700 naira",
        "NG",
    )
    assert first.receiver == Party(name="Tobi", phone="+2348031112222", address="9 Creek Road")
    assert first.fee == 900


def test_an_unknown_label_before_a_thing_is_a_marked_guess():
    lines = ["Name: Tobi", "Phone: 08031112222", "Address: 9 Creek Road", "Stuff: 2 cakes"]
    (order,) = read_form(lines, "NG", lambda _: []) or ()
    assert things(order) == [(2, "cakes")]
    assert Blank.ITEMS in order.guessed


def test_an_amount_behind_what_may_count_orders_is_the_fee():
    (order,) = read_orders(
        "Nombre: Maite Arregui\nMóvil: 688 214 075\nDirección: Gran Vía 47, 3º dcha.\n"
        "Localidad: Bilbao\nPedido: 6 palmeras\nEnvío: 4 €\nObservaciones: dejar en conserjería",
        "ES",
    )
    assert order.receiver.address == "Gran Vía 47, 3º dcha., Bilbao"
    assert (order.fee, order.notes) == (4, ("dejar en conserjería",))


def test_a_label_of_which_a_word_is_unknown_is_read_by_its_value():
    (order,) = read_orders(
        "Client: Akosua Frimpong\nMomo line: 0244 731 905\nGoing to: Spintex, H/No 14\n"
        "Goods: 3 stoles\nRider fee: GHS 35\nVendor: Nana Weaves\nVendor line: 0207 118 340",
        "GH",
    )
    assert order.receiver.phone == "+233244731905"
    assert order.sender.phone == "+233207118340"
    assert "Momo line:" in order.left


def test_an_amount_alone_below_a_thing_is_its_price_and_no_thing():
    (order,) = read_orders(
        "Order summary\nMug set × 2\nKSh 1,800.00\n\nShipping KSh 400.00\n\nShipping address\n"
        "Brian Mutua\nGitanga Rd 112\nNairobi\n+254 701 556 230",
        "KE",
    )
    assert things(order) == [(2, "Mug set")]
    assert any("1,800" in note for note in order.notes)


def test_all_lines_below_the_heading_of_an_address_are_of_it():
    (order,) = read_orders(
        "Client\nJuliette Marchand\n+33 6 51 20 88 47\n\nAdresse de livraison\n"
        "15 rue de Turenne\nBât. C, interphone MARCHAND\n75004 Paris\n\nArticles\n1 × Bibimbap",
        "FR",
    )
    assert order.receiver.address == "15 rue de Turenne, Bât. C, interphone MARCHAND, 75004 Paris"


def test_a_number_above_is_the_shops_where_who_gets_it_has_one_in_the_same_line():
    (order,) = read_orders(
        "PWANI DELI\nNyali Centre 2\nTel: 0741 550 263\nChicken biryani\n2 x 650.00   1,300.00\n"
        "Deliver: Omar Said, Tudor 4 estate hse 31, 0790 118 845",
        "KE",
    )
    assert (order.receiver.phone, order.sender.phone) == ("+254790118845", "+254741550263")


def test_where_it_goes_begins_no_order_where_nobody_else_gets_it():
    (order,) = read_orders(
        "SENDER: Bisi Phones / 0203 447 811\nLOCATION: Osu, near the bank\n"
        "RECEIVER: Esi Mensah / 0541 902 664\nDESTINATION: Madina, Zongo signboard\n"
        "PACKAGE: 1 tablet\nRIDER FEE: 35",
        "GH",
    )
    assert order.receiver == Party(
        name="Esi Mensah", phone="+233541902664", address="Madina, Zongo signboard"
    )
    assert (things(order), order.fee) == ([(1, "tablet")], 35)


def test_a_contact_below_who_gets_it_is_theirs_and_no_number_of_the_sender():
    (order,) = read_orders(
        "Expéditeur : Traiteur Morel\nTél : 04 78 33 90 12\nEnlèvement : 16 cours Vitton\n"
        "Livré à : Cabinet Hugo\nContact : 06 25 70 18 43\n"
        "Adresse : 40 rue de la Paix, 3e étage\nColis : 12 plateaux\nTarif : 15 €",
        "FR",
    )
    assert (order.sender.phone, order.receiver.phone) == ("+33478339012", "+33625701843")


def test_a_number_with_a_digit_too_few_is_left_and_stands_in_no_address():
    (order,) = read_orders(
        "Sender: Bola Foods, 0803 221 774\nPickup: 5 Akerele ext\n"
        "Receiver: Uche Madu 0813 605 9921\nAddress: Festac 2nd avenue, 23 road\nFee: 2200",
        "NG",
    )
    assert (order.sender.address, order.left) == ("5 Akerele ext", ("0803 221 774",))


def test_a_thing_behind_an_unknown_label_and_who_pays_are_no_address_and_no_thing():
    (order,) = read_orders(
        "Nombre de quien envía: Papelería Sol\nCel: 33 1204 7788\n"
        "Dirección de recolección: Av. Vallarta 2440\nNombre de quien recibe: Inés Cruz\n"
        "Cel: 33 2210 9147\nDirección de entrega: Calle Morelos 118\n"
        "¿Qué se envía?: 2 cajas de libretas\n¿Quién paga?: destinatario",
        "MX",
    )
    assert order.sender.address == "Av. Vallarta 2440"
    assert things(order) == [(2, "cajas de libretas")]


@pytest.mark.parametrize(("line", "fee"), [("CHARGES: 15", 15), ("Total: 15", None)])
def test_the_only_charge_of_a_form_is_guessed_to_be_the_fee_but_no_sum(line: str, fee: int | None):
    (order,) = read_orders(
        f"To: Tobi Bankole\nPhone: 08031112222\nAddress: 9 Creek Road, Apapa\n{line}", "NG"
    )
    assert order.fee == fee
    assert (Blank.FEE in order.guessed) is (fee is not None)


def test_a_value_that_one_reading_alone_says_is_sure_only_where_nothing_is_left_unexplained():
    sure = WrittenOrder(receiver=TOBI)
    unexplained = with_left(sure, ["Zoom Qpr"])
    other = [WrittenOrder()]
    (all_said,), (some_left,) = confirmed([sure], other), confirmed([unexplained], other)
    assert Blank.TO_ADDRESS not in all_said.guessed
    assert {Blank.TO_NAME, Blank.TO_ADDRESS} <= some_left.guessed
