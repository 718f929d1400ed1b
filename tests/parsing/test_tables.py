"""Tables that are pasted: with titles, and without them."""

import pytest

from bot.domain.draft import Blank
from bot.parsing.orders.reader import read_orders
from bot.parsing.orders.tables import read_table
from bot.parsing.orders.written_order import WrittenOrder

ADA = ("Ada Obi", "+2348030000001", "5 Allen Avenue", 1350)
BO = ("Bo Eze", "+2348030000002", "9 Creek Road", 1500)

WITH_TITLES = {
    "tabs": "Name\tPhone\tAddress\tItem\tFee\n"
    "Ada Obi\t08030000001\t5 Allen Avenue\tGas cylinder 13kg\t1350\n"
    "Bo Eze\t08030000002\t9 Creek Road\t2 x Rice\t1500",
    "bars": "Customer | Phone | Address | Items | Delivery fee\n"
    "Ada Obi | 08030000001 | 5 Allen Avenue | Gas cylinder 13kg | 1350\n"
    "Bo Eze | 08030000002 | 9 Creek Road | 2 x Rice | 1500",
    "markdown": "| Name | Phone | Address | Items | Fee |\n|---|---|---|---|---|\n"
    "| Ada Obi | 08030000001 | 5 Allen Avenue | Gas cylinder 13kg | 1350 |\n"
    "| Bo Eze | 08030000002 | 9 Creek Road | 2 x Rice | 1500 |",
    "commas": "Name,Phone,Address,Items,Fee\n"
    "Ada Obi,08030000001,5 Allen Avenue,Gas cylinder 13kg,1350\n"
    'Bo Eze,08030000002,"9 Creek Road",2 x Rice,1500',
    "other order": "Fee;Items;Address;Tel;To\n"
    "1350;Gas cylinder 13kg;5 Allen Avenue;08030000001;Ada Obi\n"
    "1500;2 x Rice;9 Creek Road;08030000002;Bo Eze",
}

NUMBERED = (
    "1\tAda Obi\t08030000001\t5 Allen Avenue\tCake\t1350\n"
    "2\tBo Eze\t08030000002\t9 Creek Road\tRice\t1500"
)


def told(order: WrittenOrder) -> tuple[str, str, str, int]:
    receiver = order.receiver
    return receiver.name, receiver.phone, receiver.address, int(order.fee or 0)


@pytest.mark.parametrize("text", WITH_TITLES.values(), ids=WITH_TITLES)
def test_titles_say_what_the_columns_hold(text: str):
    orders = read_orders(text, "NG")
    assert [told(order) for order in orders] == [ADA, BO]
    things = [[(item.quantity, item.description) for item in order.items] for order in orders]
    assert things == [[(1, "Gas cylinder 13kg")], [(2, "Rice")]]
    assert not any(order.guessed or order.left for order in orders)


def test_what_stands_above_the_titles_is_left_with_the_first_order():
    text = f"Today's list from Mama Cass\n{WITH_TITLES['tabs']}"
    first, second = read_orders(text, "NG")
    assert first.left == ("Today's list from Mama Cass",)
    assert (told(first), told(second), second.left) == (ADA, BO, ())


@pytest.mark.parametrize(
    ("text", "country", "wanted"),
    [
        (
            NUMBERED,
            "NG",
            [ADA, BO],
        ),
        (
            "Kit festa\tMaria Souza\tRua Augusta 19\t11987654321\t25",
            "BR",
            [("Maria Souza", "+5511987654321", "Rua Augusta 19", 25)],
        ),
        (
            "0612345678\t12 rue Haute, Lyon\tPaul Martin\t2 pizzas\t9 €",
            "FR",
            [("Paul Martin", "+33612345678", "12 rue Haute, Lyon", 9)],
        ),
    ],
)
def test_without_titles_the_cells_tell_and_all_is_marked_that_nothing_else_says(
    text: str, country: str, wanted: list[tuple[str, str, str, int]]
):
    assert [told(order) for order in read_orders(text, country)] == wanted
    orders = read_table(text, country, lambda _: []) or []
    marked = {Blank.TO_NAME, Blank.TO_PHONE, Blank.TO_ADDRESS, Blank.FEE}
    assert all(marked <= order.guessed for order in orders)


@pytest.mark.parametrize(
    "text",
    [
        "Ada Obi\t08030000001\t08040000002\t5 Allen Avenue",
        "Ada Obi, 08030000001, 5 Allen Avenue, cake, 1500",
        "Name: Ada Obi\nPhone: 08030000001\nAddress: 5 Allen Avenue, Ikeja, Lagos",
        "cake\trice\tpie\n1500\t200\t300",
    ],
)
def test_what_is_no_table_or_may_be_several_things_is_read_as_before(text: str):

    assert read_table(text, "NG", lambda _: []) is None


ROWS = {
    "a name with its number": "Ada Obi 0803 000 0001 - 5 Allen Avenue - 1 wreath - 1350/=\n"
    "Bo Eze 0803 000 0002 - 9 Creek Road - 2 plants - 1500/=",
    "numbers in circles": "① Ada Obi / 0803 000 0001 / 5 Allen Avenue / 1 wreath / 1350\n"
    "② Bo Eze / 0803 000 0002 / 9 Creek Road / 2 plants / 1500",
}


@pytest.mark.parametrize("text", ROWS.values(), ids=ROWS)
def test_rows_of_a_list_are_read_by_what_all_their_cells_hold(text: str):
    orders = read_orders(text, "NG")
    assert [told(order) for order in orders] == [ADA, BO]
    assert [order.items[0].quantity for order in orders] == [1, 2]
