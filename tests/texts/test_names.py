"""How people are called where others read it."""

import pytest

from bot.texts.names import first_name, short_name


@pytest.mark.parametrize(
    ("name", "first", "short"),
    [
        ("Musa Bello", "Musa", "Musa B."),
        ("Musa\u00a0Abdul Bello", "Musa", "Musa B."),
        ("Musa", "Musa", "Musa"),
        ("", "", ""),
        ("  ", "", ""),
        ("Chidi Eze & <Co", "Chidi", "Chidi E."),
        ("محمد علي", "محمد", "محمد ع."),
    ],
)
def test_no_surname_is_written_out(name: str, first: str, short: str):
    assert first_name(name) == first
    assert short_name(name) == short
