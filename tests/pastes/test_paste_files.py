"""The pastes expect only what their texts say, and there are enough of them."""

import re

import phonenumbers
import pytest

from bot.domain.draft import DraftItem, Party
from bot.parsing.orders.written_order import WrittenOrder
from tests.pastes.pastes import COUNTRIES, ExpectedOrder, pastes
from tests.pastes.trial import judge_order
from tests.pastes.wording import words

ORDERS_A_COUNTRY = 30
NO_ORDERS = 20


def _entered(expected: ExpectedOrder) -> WrittenOrder:
    """What the dispatcher enters, without the words that may stand elsewhere."""
    said = {name: re.sub(r"\[[^\]]*\]", "", texts[0]) for name, texts in expected.texts.items()}
    fields = ("name", "phone", "address")
    return WrittenOrder(
        sender=Party(**{field: said[f"sender.{field}"] for field in fields}),
        receiver=Party(**{field: said[f"receiver.{field}"] for field in fields}),
        items=tuple(
            DraftItem(
                description=re.sub(r"\[[^\]]*\]", "", item.description),
                quantity=item.quantity,
                value=item.value,
            )
            for item in expected.items[0]
        ),
        fee=expected.fee[0],
        rider=said["rider"],
        notes=expected.notes,
        send_sms=expected.send_sms,
    )


@pytest.mark.parametrize("country", COUNTRIES)
def test_what_the_dispatcher_enters_is_complete(country: str):
    for paste in pastes(country):
        for order in paste.orders:
            assert judge_order(order, _entered(order)).is_complete, paste.id


@pytest.mark.parametrize("country", COUNTRIES)
def test_what_is_expected_stands_in_the_text(country: str):
    for paste in pastes(country):
        there = set(words(paste.text))
        there |= {word[1:] for word in there if word[0] in "بلو"}  # “in the town” is one word
        for order in paste.orders:
            unsaid = [word for told in order.words() for word in words(told) if word not in there]
            assert not unsaid, (paste.id, unsaid)


@pytest.mark.parametrize("country", COUNTRIES)
def test_expected_phones_are_possible_and_stand_in_the_text(country: str):
    for paste in pastes(country):
        digits = "".join(word for word in words(paste.text) if word.isdigit())
        for order in paste.orders:
            for side in ("sender.phone", "receiver.phone"):
                for phone in filter(None, order.texts[side]):
                    number = phonenumbers.parse(phone)
                    assert phonenumbers.is_valid_number(number), (paste.id, phone)
                    assert str(number.national_number) in digits, (paste.id, phone)


def test_there_are_enough_orders_of_everybody_and_enough_that_are_none():
    told = {country: pastes(country) for country in COUNTRIES}
    for country, listed in told.items():
        assert sum(bool(paste.orders) for paste in listed) >= ORDERS_A_COUNTRY, country
    everything = [paste for listed in told.values() for paste in listed]
    assert len({paste.id for paste in everything}) == len(everything)
    assert sum(not paste.orders for paste in everything) >= NO_ORDERS
