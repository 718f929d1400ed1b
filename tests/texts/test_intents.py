"""What people mean is read from phrases, and what is said otherwise is left to a person."""

import pytest

from bot.texts.intents.intent import Intent
from bot.texts.intents.phrasebook import languages
from bot.texts.intents.reader import read


@pytest.mark.parametrize(
    ("language", "said", "denied"),
    [
        ("fr", "j'ai livré", "j'ai pas livré"),
        ("es", "he entregado el pedido", "no lo he entregado"),
        ("pt", "já foi entregue", "ainda não foi entregue"),
        ("ar", "تم التسليم", "لم يتم التسليم"),
    ],
)
def test_what_is_denied_is_not_read_as_done(language: str, said: str, denied: str) -> None:
    assert read(said, language).means(Intent.DONE)
    assert not read(denied, language).means(Intent.DONE)


def test_no_word_stands_where_a_phrase_has_no_room_for_one() -> None:
    assert read("j'ai le colis", "fr").means(Intent.COLLECTED)
    assert not read("j'ai perdu le colis", "fr").intents


@pytest.mark.parametrize("said", ["call me", "call me back"])
def test_the_last_word_of_a_phrase_may_be_missing_where_it_says_so(said: str) -> None:
    assert read(said, "en").means(Intent.HUMAN)


@pytest.mark.parametrize("language", languages())
def test_a_picture_alone_is_thanks_and_beside_words_says_nothing(language: str) -> None:
    assert read("👍🏽👍", language).means(Intent.THANKS)
    assert not read("accident 🙏", language).intents
