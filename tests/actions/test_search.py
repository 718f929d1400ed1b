"""A phone number is asked for in the forms that a search for parts finds it by."""

from collections.abc import Callable

import phonenumbers
import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonenumbers import PhoneNumberFormat

from bot.actions.context import Context
from bot.actions.dispatcher.search import MOST_REQUESTS, forms, found
from tests.actions.business import PENDING, Business
from tests.fleet.stand_in import Asked, StandIn, envelope, success

DeskAt = Callable[[StandIn], Context]

KEPT = ["08030000042", "8030000042", "2348030000042", "+2348030000042"]
TYPED = [
    "+234 803 000 0042",
    "+2348030000042",
    "00234 803 000 0042",
    "2348030000042",
    "0803 000 0042",
    "08030000042",
    "(0803) 000-0042",
    "803 000 0042",
    "٠٨٠٣ ٠٠٠ ٠٠٤٢",
    "+٢٣٤ ٨٠٣ ٠٠٠ ٠٠٤٢",
]
REGIONS = st.sampled_from(["NG", "FR", "ES", "BR", "AE", "GB", "US", "IT"])


@pytest.mark.parametrize("typed", TYPED)
@pytest.mark.parametrize("kept", KEPT)
def test_the_first_form_is_part_of_whatever_is_kept_without_gaps(typed: str, kept: str):
    assert forms(typed)[0] in kept


def test_a_form_with_gaps_is_asked_for_where_the_country_tells_them():
    assert "803 000 0042" in forms("+2348030000042")
    assert "0803 000 0042" in forms("0803 000 0042")


@given(REGIONS, st.sampled_from([PhoneNumberFormat.E164, PhoneNumberFormat.INTERNATIONAL]))
def test_a_number_of_any_country_is_asked_for_without_its_country(region: str, form: int):
    number = phonenumbers.example_number(region)
    typed = phonenumbers.format_number(number, form)
    national = phonenumbers.format_number(number, PhoneNumberFormat.NATIONAL)
    assert forms(typed)[0] in "".join(filter(str.isdigit, national))


@pytest.mark.parametrize(
    ("typed", "end"),
    [
        ("+54 9 11 2345-6789", "1123456789"),
        ("+521 55 1234 5678", "5512345678"),
        ("+229 01 97 12 34 56", "97123456"),
    ],
)
def test_a_number_is_asked_for_as_it_ends_in_each_of_its_writings(typed: str, end: str):
    assert forms(typed)[0] == end


@pytest.mark.parametrize("text", ["Bola", "1042", "9 Creek Road", "10", "Bola 08030000042", "+"])
def test_other_words_are_asked_for_as_they_are(text: str):
    assert forms(text) == (text,)


def test_words_with_accents_are_asked_for_without_them_as_well():
    assert forms("Élise") == ("Élise", "elise")
    assert forms("فاطمة") == ("فاطمة", "فاطمه")


@given(st.text(st.characters(categories=["Nd", "L", "Z", "P"]) | st.just("+"), max_size=30))
def test_whatever_is_typed_there_is_a_form_and_never_too_many(text: str):
    asked = forms(text)
    assert 1 <= len(asked) <= MOST_REQUESTS
    assert len(set(asked)) == len(asked)


def keeping(*numbers: str) -> Callable[[Asked], bytes]:
    """Answer a search as a service does that finds parts of the numbers that it keeps."""
    record = {"uuid": PENDING.uuid, "order_number": "0042", "delivery_status": "Pending"}

    def answer(asked: Asked) -> bytes:
        if "search" not in asked.query:
            return success([record])
        records: list[object] = [record for number in numbers if asked.query["search"] in number]
        return success({"delivery_counts": {}, "deliveries": envelope(records)})

    return answer


@pytest.mark.parametrize(
    ("typed", "kept", "requests"),
    [
        ("+2348030000001", "08030000001", 1),
        ("+2348030000001", "0803 000 0001", 2),
        ("(0803) 000-0001", "(0803) 000-0001", 2),
    ],
)
async def test_the_first_form_that_is_found_ends_the_search(
    desk_at: DeskAt, typed: str, kept: str, requests: int
):
    async with StandIn(keeping(kept)) as service:
        page = await found(desk_at(service), typed)
        assert [one.order_number for one in page.items] == ["0042"]
        assert len([asked for asked in service.asked if "search" in asked.query]) == requests


@pytest.mark.parametrize("most", [1, MOST_REQUESTS])
async def test_what_the_service_does_not_find_is_found_among_what_is_known(
    business: Business, desk_at: DeskAt, most: int
):
    await business.read(PENDING)
    async with StandIn(keeping()) as service:
        desk = desk_at(service)
        for typed in ("+234 803 000 0001", "0803 000 0001", "8030000001"):
            asked = len(service.asked)
            page = await found(desk, typed, most_requests=most)
            assert [one.order_number for one in page.items] == ["0042"]
            assert 1 <= len(service.asked) - asked <= most
        for typed in ("bolá", "BOLA"):
            assert [one.order_number for one in (await found(desk, typed)).items] == ["0042"]
        assert not (await found(desk, "08039999999")).items
        assert not (await found(desk, "Bola 08030000001")).items
