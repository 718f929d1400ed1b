"""Short links: both programs read the same, and nobody else makes or reads one."""

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.base.short_links import ShortLinks

LINKS = ShortLinks("the key of the account")
UUID_OF_ONE = "0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11"
BOLA = "+2348030000001"


@given(st.uuids(), st.from_regex(r"\+[1-9][0-9]{7,14}", fullmatch=True))
def test_a_link_names_its_record_and_is_made_again_from_record_and_phone(uuid: UUID, phone: str):
    code = LINKS.code(str(uuid), phone)
    assert len(code) == 22
    beginning = LINKS.beginning(code)
    assert beginning is not None
    assert str(uuid).startswith(beginning)
    assert ShortLinks("the key of the account").code(str(uuid).upper(), phone) == code


@given(st.text(max_size=30) | st.from_regex(r"[A-Za-z0-9_-]{22}", fullmatch=True))
def test_whatever_is_asked_for_raises_nothing(code: str):
    beginning = LINKS.beginning(code)
    assert beginning is None or len(beginning) == 18


def test_another_key_phone_or_record_makes_another_link():
    others = (
        ShortLinks("another key").code(UUID_OF_ONE, BOLA),
        LINKS.code(UUID_OF_ONE, "+2348030000002"),
        LINKS.code("1b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11", BOLA),
    )
    assert len({LINKS.code(UUID_OF_ONE, BOLA), *others}) == 4
    assert not UUID_OF_ONE.startswith(LINKS.beginning(others[0]) or "none")


@pytest.mark.parametrize("phone", ["08030000001", "234 803 000 0001", "+234-803-000-0001"])
def test_a_number_is_the_same_however_it_is_written(phone: str):
    assert LINKS.code(UUID_OF_ONE, phone) == LINKS.code(UUID_OF_ONE, BOLA)
