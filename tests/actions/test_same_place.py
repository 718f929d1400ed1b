"""Pickups: when two parcels are fetched at one place from one sender."""

import pytest

from bot.actions.rider.same_place import pickup_place
from bot.fleet import Delivery, Sender


def place(phone: str = "08040000001", address: str = "12 Marina Road", name: str = "Ada") -> str:
    sender = Sender(name=name, phone_code="234", phone_number=phone, address=address)
    return pickup_place(delivery(sender)) or ""


def delivery(sender: Sender | None) -> Delivery:
    return Delivery(uuid="0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11", sender=sender)


@pytest.mark.parametrize(
    "same",
    [place("+2348040000001"), place(address="12, MARINA  road."), place(name="Ada's Kitchen")],
)
def test_number_and_address_are_the_place_however_they_are_written(same: str):
    assert same == place()


@pytest.mark.parametrize("other", [place("08040000002"), place(address="14 Marina Road")])
def test_another_number_or_another_address_is_another_place(other: str):
    assert other != place()


@pytest.mark.parametrize("sender", [None, Sender(name="Ada", address="12 Marina Road"), Sender()])
def test_what_is_not_known_is_never_the_same_place(sender: Sender | None):
    assert pickup_place(delivery(sender)) is None
