"""What follows a command is read in the reader's language, and in English always."""

from datetime import UTC, date, datetime
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.actions.rider.duty import read as read_duty
from bot.fleet import HistoryPeriod, Period
from bot.parsing import hours
from bot.parsing.arguments import MONTHS, in_english
from bot.texts.catalogues import languages
from bot.texts.days import DaySpan, days_of
from bot.texts.delivered import HistoryDays
from bot.texts.dispatcher import lists, report
from bot.texts.dispatcher.filters import Filters
from bot.texts.everyone import sound
from bot.texts.rider import duty, history
from bot.texts.words import Words
from tests.texts.markup import ANY_TEXT, seen

NOW = datetime(2026, 3, 15, 9, tzinfo=UTC)
every_language = pytest.mark.parametrize("language", languages())


@pytest.mark.parametrize(
    ("language", "text", "read"),
    [
        ("fr", "semaine", "week"),
        ("fr", "SEMAINE ", "week"),
        ("fr", "hier", "yesterday"),
        ("fr", "Aujourd’hui", "today"),
        ("fr", "oui", "on"),
        ("fr", "week", "week"),
        ("fr", "21 février 2026", "21 feb 2026"),
        ("fr", "fevr. 21", "feb 21"),
        ("es", "ayer", "yesterday"),
        ("es", "SÍ", "on"),
        ("es", "21 de noviembre de 2026", "21 from nov from 2026"),
        ("pt", "ligado", "on"),
        ("pt", "nao", "off"),
        ("pt", "1º de março", "1o from mar"),
        ("ar", "أمس", "yesterday"),
        ("ar", "امس", "yesterday"),
        ("ar", "\u200f٢١/١١/٢٠٢٦", "21/11/2026"),
        ("ar", "لا", "off"),
        ("en", "semaine", "semaine"),
        ("en", "Maybe", "maybe"),
    ],
)
def test_known_words_become_english_and_others_stay(language: str, text: str, read: str):
    assert in_english(text, language) == read


@every_language
def test_english_is_understood_in_every_language(language: str):
    for text in ("on", "off", "today", "yesterday", "week", "all", "until 18:00", "22-7", *MONTHS):
        assert in_english(text, language) == text


@given(ANY_TEXT, st.sampled_from(languages()))
def test_whatever_is_typed_is_read_once_and_for_all(text: str, language: str):
    read = in_english(text, language)
    assert read == " ".join(read.split())
    assert in_english(read, language) == read


def examples(language: str, command: str) -> list[str]:
    """What stands behind a command in the examples that its reader is shown."""
    say = Words(language)
    messages = [
        sound.how_to_mute(say),
        *map(
            say.message,
            (report.HOW_TO_ASK, history.HOW_TO_ASK, lists.HOW_TO_ASK, duty.HOW_TO_SWITCH),
        ),
    ]
    shown = chain.from_iterable(
        [(message, one) for one in seen(message.html).entities if one.type == "code"]
        for message in messages
    )
    written = [bytes_of(message.html, one.offset, one.length) for message, one in shown]
    return [line.removeprefix(f"/{command}").strip() for line in written if command in line]


def bytes_of(html: str, offset: int, length: int) -> str:
    text = seen(html).text.encode("utf-16-le")
    return text[2 * offset : 2 * (offset + length)].decode("utf-16-le")


@every_language
def test_what_a_reader_is_told_to_write_is_understood(language: str):
    for line in examples(language, "mute"):
        assert hours.read(line, language, NOW, UTC) is not None, line
    for line in examples(language, "report"):
        assert days_of(in_english(line, language), NOW.date()) is not None, line
    wishes = [read_duty(line, language, NOW, UTC) for line in examples(language, "duty")]
    assert {(each.is_on, each.is_break) for each in wishes if each} == {
        *((True, False), (False, False), (False, True)),
    }
    assert None not in wishes
    said = [
        HistoryDays.said(in_english(line, language), NOW.date())
        for line in examples(language, "history")
    ]
    days = DaySpan(date(2026, 2, 1), date(2026, 2, 7))
    assert said == [HistoryDays(HistoryPeriod.TODAY), HistoryDays(HistoryPeriod.ALL, days)]
    listed = [
        Filters.said(in_english(line, language), NOW.date())
        for line in examples(language, "deliveries")
    ]
    assert [one and one.day for one in listed] == [
        Period.ALL,
        Period.TODAY,
        Period.DROPOFF_AT,
        Period.SCHEDULE_DATE,
        Period.CREATED_AT,
    ]
    assert len(examples(language, "mute")) == 4
    assert len(examples(language, "report")) == 3


@every_language
def test_each_month_is_known_by_its_name(language: str):
    names = Words(language).locale.months["format"]["wide"]
    for month in range(1, 13):
        day = date(2025, month, 7)
        assert days_of(in_english(f"7 {names[month]} 2025", language), NOW.date()) == (day, day)
