"""What people mean is read from phrases, and what is said otherwise is left to a person."""

import pytest

from bot.parsing.intents.intent import Intent
from bot.parsing.intents.phrasebook import languages
from bot.parsing.intents.reader import read
from bot.parsing.intents.spoken import plain


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


@pytest.mark.parametrize("said", ["عيّن 1002", "عين 1002"])
def test_a_sign_over_a_letter_parts_no_word(said: str) -> None:
    assert read(said, "ar").means(Intent.ASSIGN)


@pytest.mark.parametrize("said", ["call me", "call me back"])
def test_the_last_word_of_a_phrase_may_be_missing_where_it_says_so(said: str) -> None:
    assert read(said, "en").means(Intent.HUMAN)


@pytest.mark.parametrize("language", languages())
def test_a_picture_alone_is_thanks_and_beside_words_says_nothing(language: str) -> None:
    assert read("👍🏽👍", language).means(Intent.THANKS)
    assert not read("accident 🙏", language).intents


@pytest.mark.parametrize(
    ("language", "said", "meant"),
    [
        ("en", "he got a phone", Intent.DONE),
        ("en", "I dropped my keys", Intent.DONE),
        ("en", "I do not understand what you mean", Intent.ACCEPT),
        ("en", "can you do anything about the noise", Intent.ACCEPT),
        ("en", "I forgot my charger at yours", Intent.FORGET),
        ("fr", "elle a reçu un appel", Intent.DONE),
        ("fr", "le client a pris une photo", Intent.COLLECTED),
        ("es", "me llevo un susto", Intent.ACCEPT),
        ("es", "estoy agitando la mano", Intent.THANKS),
        ("pt", "não tenho troco", Intent.NOT_HOME),
        ("ar", "ضيعت مفاتيحي", Intent.WRONG_ADDRESS),
    ],
)
def test_free_talk_is_not_read_as_what_it_only_resembles(
    language: str, said: str, meant: Intent
) -> None:
    assert not read(said, language).means(meant)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "he got the parcel"), ("fr", "elle l'a bien reçu"), ("es", "el cliente lo recibió")],
)
def test_what_somebody_has_got_is_read_as_done(language: str, said: str) -> None:
    assert read(said, language).means(Intent.DONE)


def test_what_is_denied_is_what_stands_behind_the_negation() -> None:
    assert read("no worries, I have delivered it", "en").means(Intent.DONE)
    assert not read("Bola, not delivered", "en").means(Intent.DONE)


def test_a_long_word_may_have_two_slips_also_where_they_make_it_short() -> None:
    assert read("I have dlivred it", "en").means(Intent.DONE)


def test_ones_own_language_is_asked_before_english() -> None:
    assert read("show, pede pra ele vir devagar", "pt").means(Intent.TELL)


def test_greeting_and_thanks_are_nothing_that_somebody_has_to_read_besides() -> None:
    said = read("Good evening, it is delivered, thank you", "en")
    assert not said.says_more_than(Intent.DONE)


def test_a_letter_that_is_written_twice_stays_and_one_that_is_drawn_out_does_not() -> None:
    assert [plain(word) for word in ("call", "yesss", "100")] == ["call", "yes", "100"]
