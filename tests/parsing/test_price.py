"""What customers ask about a price is known in five languages, and what only sounds like it."""

import tomllib
from pathlib import Path

import pytest

from bot.chat.customer.own_sentences import asks_price
from bot.parsing.intents.reader import read

_SAID = tomllib.loads(Path(__file__).with_name("price.toml").read_text(encoding="utf-8"))


def _each(kind: str) -> list[tuple[str, str]]:
    return [
        (line, language) for language, said in _SAID[kind].items() for line in said.splitlines()
    ]


@pytest.mark.parametrize(("words", "language"), _each("asks"))
def test_who_asks_for_a_price_is_understood(words: str, language: str):
    assert asks_price(read(words, language))


@pytest.mark.parametrize(("words", "language"), _each("others"))
def test_who_only_speaks_of_money_or_time_asks_for_no_price(words: str, language: str):
    assert not asks_price(read(words, language))
