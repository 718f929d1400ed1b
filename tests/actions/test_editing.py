"""Editing: one field of a delivery is read, typed and written; the others stay."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.actions.dispatcher.edit import EDITABLE, edited, is_same, parsed, value_of
from bot.domain.draft import Blank
from bot.fleet import Delivery, DeliveryEdit, Item, Money, Receiver, Sender

DELIVERY = Delivery(
    uuid="0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11",
    sender=Sender(name="Ada", phone_code="234", phone_number="08040000001", address="12 Marina"),
    receivers=(
        Receiver(
            uuid="1c1f9d3e-6c0a-4a58-8a43-0d6f1c9e2a22",
            name="Bola",
            phone_code="234",
            phone_number="08030000001",
            address="5 Allen Avenue",
        ),
    ),
    items=(
        Item(uuid="a", description="Jollof rice", quantity=2, value="3000.00"),
        Item(uuid="b", description="Coke", quantity=1, value="500.00"),
    ),
    fee=Money(text="1500", amount="1500", currency="NGN"),
)

TYPED = {
    Blank.TO_EMAIL: "bola@example.com",
    Blank.TO_NAME: "Bola A.",
    Blank.TO_PHONE: "0803 000 0002",
    Blank.TO_ADDRESS: "7 Allen Avenue\nIkeja",
    Blank.ITEMS: "Coke 600\n1 x Zobo 200",
    Blank.FEE: "2,000",
    Blank.FROM_NAME: "Ada & Co",
    Blank.FROM_PHONE: "+44 20 7946 0018",
    Blank.FROM_ADDRESS: "14 Marina",
    Blank.FROM_EMAIL: "kitchen@example.com",
}
READ_ALONE = [field for field in EDITABLE if field is not Blank.DAY]
"""What a day is depends on today."""


def test_a_day_changes_nothing_but_the_day():
    after, before = edited(DELIVERY, Blank.DAY, "2026-03-05"), DeliveryEdit.of(DELIVERY)
    assert after == before.model_copy(update={"creation_date": date(2026, 3, 5)})


@pytest.mark.parametrize("field", READ_ALONE)
def test_what_was_typed_is_what_the_edit_says_and_nothing_else_changes(field: Blank):
    value = parsed(field, TYPED[field], "234")
    assert isinstance(value, str)
    assert not is_same(field, value, value_of(DELIVERY, field))
    after, before = edited(DELIVERY, field, value), DeliveryEdit.of(DELIVERY)
    changed = {
        name
        for name in ("name", "address", "phone_number", "email", "items")
        if getattr(after.receiver, name) != getattr(before.receiver, name)
    }
    changed |= {
        f"sender_{name}"
        for name in ("name", "address", "phone_number", "email")
        if getattr(after.sender, name) != getattr(before.sender, name)
    }
    changed |= {"fee"} if after.fee != before.fee else set()
    assert len(changed) == 1


def test_items_keep_their_uuid_where_their_name_stays_and_none_is_left_of_the_others():
    after = edited(DELIVERY, Blank.ITEMS, "1 x Coke 600\n1 x Zobo 200\n1 x Coke 5")
    assert [(item.uuid, item.description, item.quantity) for item in after.receiver.items] == [
        ("b", "Coke", 1),
        (None, "Zobo", 1),
        (None, "Coke", 1),
        ("a", "Jollof rice", 0),
    ]


def test_the_order_of_items_is_no_change():
    lines = value_of(DELIVERY, Blank.ITEMS).splitlines()
    assert is_same(Blank.ITEMS, "\n".join(lines), "\n".join(reversed(lines)))


@given(st.sampled_from(READ_ALONE), st.text(max_size=200))
def test_whatever_is_typed_is_either_a_value_that_can_be_sent_or_named(field: Blank, text: str):
    value = parsed(field, text, "234")
    if isinstance(value, str) and value:
        edited(DELIVERY, field, value).body()


def test_a_delivery_without_a_receiver_cannot_be_edited():
    with pytest.raises(ValueError, match="lacks"):
        edited(DELIVERY.model_copy(update={"receivers": ()}), Blank.FEE, "1")
