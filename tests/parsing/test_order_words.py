"""Amounts in words, counts behind things, words that hang together, and whose a number is."""

from decimal import Decimal

import pytest

from bot.parsing.orders.amounts import spoken_amount
from bot.parsing.orders.fees import fee_within
from bot.parsing.orders.items import counted_line, read_items
from bot.parsing.orders.order_groups import groups_of
from bot.parsing.orders.parties import party_told
from bot.parsing.orders.reader import read_orders
from bot.parsing.orders.spans import Span, spans_of
from bot.parsing.orders.tagger import PartKind, Tag
from bot.parsing.orders.telephones import telephones_in
from bot.parsing.orders.tokens import tokens_of


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("two thousand five hundred naira", 2500),
        ("twelve hundred", 1200),
        ("quinze mille francs", 15000),
        ("siete euros", 7),
        ("vinte e três reais", 23),
        ("سبعة وعشرين ريال", 27),
        ("ثلاثة دينار ونص", Decimal("3.5")),
        ("gratis", 0),
    ],
)
def test_an_amount_in_words_is_read(text: str, amount: Decimal):
    assert spoken_amount(text) == amount


@pytest.mark.parametrize("text", ["two fifty", "a", "one", "soon", "naira", "and"])
def test_words_that_may_be_another_amount_are_none(text: str):
    assert spoken_amount(text) is None


def test_a_fee_in_words_is_kept_as_it_was_written():
    (order,) = read_orders(
        "Name: Tobi\nPhone: 08031112222\nAddress: 9 Creek Road\nFee: two thousand naira", "NG"
    )
    assert (order.fee, order.notes) == (2000, ("two thousand naira",))


@pytest.mark.parametrize(("country", "fee"), [("KW", Decimal("1.75")), ("SA", Decimal(1750))])
def test_a_point_before_three_figures_is_decimal_where_money_has_three(country: str, fee: Decimal):
    number = {"KW": "66123456", "SA": "0501234567"}[country]
    (order,) = read_orders(
        f"الاسم: هند\nالهاتف: {number}\nالعنوان: السالمية قطعة 4\nرسوم التوصيل: 1.750", country
    )
    assert order.fee == fee


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("he leaves at noon, pay 1.5k", 1500),
        ("avant 17h, la course 2500", 2500),
        ("pago 8 mil al llegar", 8000),
        ("🛵 6€ la course", 6),
        ("collect 9000 for the goods", None),
        ("cobrar 45 del producto", None),
        ("Total 3000", None),
        ("gate code 4471", None),
        ("come at 5", None),
    ],
)
def test_a_fee_is_guessed_from_words_of_paying_and_never_from_cash_to_collect(
    text: str, amount: int | None
):
    assert fee_within(text) == amount


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("candles 3 packs", [(3, "packs candles")]),
        ("Aspirin x2, Gauze x1", [(2, "Aspirin"), (1, "Gauze")]),
        ("oud 2 + musk 1", [(2, "oud"), (1, "musk")]),
        ("Boots (2 pairs)", [(2, "pairs Boots")]),
        ("nail set - 1 / polish - 4", [(1, "nail set"), (4, "polish")]),
        ("2 gowns (red, 3 buttons)", [(2, "gowns (red, 3 buttons)")]),
        ("1 xarope", [(1, "xarope")]),
        ("2xboia", [(2, "boia")]),
        ("iPhone 13", [(1, "iPhone 13")]),
    ],
)
def test_how_many_may_stand_behind_a_thing(text: str, things: list[tuple[int, str]]):
    assert [(item.quantity, item.description) for item in read_items(text)] == things


@pytest.mark.parametrize(
    ("line", "thing"),
    [
        ("2 x Mug @ 1,500 = 3,000", "2 x Mug"),
        ("Rug   2 x 45.00   90.00", "2 x Rug"),
        ("Tea tin × 4 - 36.00 SAR", "4 x Tea tin"),
        ("3 Pad thai      31,50", "3 x Pad thai"),
    ],
)
def test_a_line_of_a_slip_counts_a_thing_and_its_sums_are_no_price(line: str, thing: str):
    found = counted_line(line, is_listed=False)
    assert found is not None
    assert found[0] == thing


@pytest.mark.parametrize(
    ("text", "name", "address"),
    [
        ("Kemi Foods, 3 Allen Avenue (0803 555 6666)", "Kemi Foods", "3 Allen Avenue"),
        ("Kemi Foods (0803 555 6666) 3 Allen Avenue", "Kemi Foods", "3 Allen Avenue"),
        ("3 Allen Avenue, Ikeja, 0803 555 6666", "", "3 Allen Avenue, Ikeja"),
        ("24/7 Chemists, 8 Nnobi Street", "24/7 Chemists", "8 Nnobi Street"),
        ("tel. 0803 555 6666", "", ""),
    ],
)
def test_who_and_where_are_told_apart_in_one_piece(text: str, name: str, address: str):
    told = party_told(text, "NG")
    assert (told.name, told.address) == (name, address)


def test_a_number_ends_with_its_sentence():
    (found,) = telephones_in("stall 23. 0803 555 6666", "NG")
    assert found.number == "+2348035556666"


def test_a_word_with_a_hyphen_is_one_thing():
    tokens = tokens_of("Duna-Mar Baby Store, 4 Creek Road", "NG")
    kinds = [PartKind.SENDER_NAME, None, *[PartKind.SENDER_ADDRESS] * (len(tokens) - 2)]
    tags = [
        Tag(kind, begins=at in {0, 2}, certainty=1, either_certainty=1)
        for at, kind in enumerate(kinds)
    ]
    spans = spans_of("Duna-Mar Baby Store, 4 Creek Road", tokens, tags)
    assert spans[0].text == "Duna-Mar"


def test_a_number_that_is_nobodys_is_that_of_who_stands_before_it():
    spans = [
        _span(PartKind.SENDER_NAME, 0),
        _span(PartKind.OTHER_PHONE, 1),
        _span(PartKind.RECEIVER_NAME, 2),
        _span(PartKind.RECEIVER_PHONE, 3),
    ]
    (group,) = groups_of(spans)
    assert group.parties[PartKind.SENDER_PHONE].first == 1
    assert group.parties[PartKind.SENDER_PHONE].certainty == 0


def test_of_two_numbers_of_one_party_each_has_the_one_behind_its_words():
    spans = [
        _span(PartKind.SENDER_NAME, 0),
        _span(PartKind.RECEIVER_PHONE, 1),
        _span(PartKind.RECEIVER_NAME, 2),
        _span(PartKind.RECEIVER_PHONE, 3),
    ]
    (group,) = groups_of(spans)
    assert group.parties[PartKind.SENDER_PHONE].first == 1
    assert group.parties[PartKind.RECEIVER_PHONE].first == 3


def _span(kind: PartKind, at: int) -> Span:
    phone = f"+23480300000{at:02}" if "phone" in kind else ""
    return Span(kind, at, at, 0, "x", 1, phone)


def test_a_keycap_counts_an_order():
    first, second = read_orders(
        "From Kemi Foods, 3 Allen Avenue\n1️⃣ Tobi Bankole, 08031112222, 9 Creek Road\n"
        "2️⃣ Ife Ojo, 08039990000, 2 Marina Road",
        "NG",
    )
    assert (first.receiver.phone, second.receiver.phone) == ("+2348031112222", "+2348039990000")
