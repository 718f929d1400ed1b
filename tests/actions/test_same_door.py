"""Doors: when two parcels are for the same one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.actions.rider.same_door import is_same_door
from bot.fleet import Delivery, Receiver


def delivery(*receivers: Receiver) -> Delivery:
    return Delivery(uuid="0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11", receivers=receivers)


def bola(phone: str = "08030000001", address: str = "5 Allen Avenue") -> Receiver:
    return Receiver(name="Bola", phone_code="234", phone_number=phone, address=address)


SAME = [
    bola(),
    bola(phone="8030000001", address="9 Creek Road"),
    bola(phone="+2348030000001", address=""),
    bola(phone="", address="5, ALLEN  avenue."),
    bola(phone="08030000009", address="5\u2068 Allen\nAvenue"),
]
OTHER = [
    bola(phone="08030000009", address="9 Creek Road"),
    bola(phone="", address=""),
    bola(phone="call me", address="15 Allen Avenue"),
]


@pytest.mark.parametrize("other", SAME)
def test_the_same_phone_or_the_same_address_is_the_same_door(other: Receiver):
    assert is_same_door(delivery(bola()), delivery(other))
    assert is_same_door(delivery(other), delivery(bola(phone="", address="-"), bola()))


@pytest.mark.parametrize("other", OTHER)
def test_what_is_not_known_is_never_the_same(other: Receiver):
    assert not is_same_door(delivery(bola()), delivery(other))
    assert not is_same_door(delivery(), delivery(other))


@given(st.text(), st.text(), st.text(), st.text())
def test_it_does_not_matter_which_parcel_comes_first(a: str, b: str, c: str, d: str):
    one, other = delivery(bola(a, b)), delivery(bola(c, d))
    assert is_same_door(one, other) is is_same_door(other, one)
