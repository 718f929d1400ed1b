"""Days that an order is moved to: which day, what of the time, and what is no such thing."""

from datetime import date

import pytest

from bot.parsing.arguments import in_english
from bot.parsing.orders.days_said import SaidDay, day_said
from bot.texts.days import Reach, span_of

MONDAY = date(2026, 3, 2)


def read(said: str, language: str) -> tuple[date, str] | None:
    """Return the day that is said, and the time behind it."""

    def day(words: str) -> date | None:
        english = in_english(words, language)
        span = None if english == "day" else span_of(english, MONDAY, Reach.AHEAD)
        return span.first if span and span.first == span.last else None

    found: SaidDay | None = day_said(said, lambda words: day(words) is not None)
    read_day = day(found.day) if found else None
    return (read_day, found.time) if found and read_day else None


@pytest.mark.parametrize(
    ("language", "said", "days", "time"),
    [
        ("en", "tomorrow 9", 1, "9"),
        ("en", "tomorrow morning", 1, "morning"),
        ("en", "make it friday by 4pm", 4, "by 4pm"),
        ("en", "deliver it on friday", 4, ""),
        ("en", "change the day to friday", 4, ""),
        ("en", "day after tomorrow please", 2, ""),
        ("en", "5th march at 10", 3, "at 10"),
        ("en", "monday", 7, ""),
        ("fr", "demain à 9h", 1, "à 9h"),
        ("fr", "plutôt vendredi matin", 4, "matin"),
        ("fr", "décale à après-demain", 2, ""),
        ("fr", "reporte la livraison à lundi", 7, ""),
        ("es", "mañana a las 9", 1, "a las 9"),
        ("es", "mejor el viernes por la mañana", 4, "por la mañana"),
        ("es", "pásalo para pasado mañana", 2, ""),
        ("es", "cámbialo al lunes", 7, ""),
        ("pt", "amanhã às 9h", 1, "às 9h"),
        ("pt", "passa pra sexta de manhã", 4, "de manhã"),
        ("pt", "muda pra depois de amanhã", 2, ""),
        ("pt", "adia pra segunda", 7, ""),
        ("ar", "بكرة الساعة 9", 1, "الساعة 9"),
        ("ar", "خليها يوم الجمعة الصبح", 4, "الصبح"),
        ("ar", "اجلها لبعد بكرة", 2, ""),
        ("en", "not today, tomorrow", 1, ""),
        ("fr", "pas aujourd'hui, demain", 1, ""),
        ("es", "hoy no, mañana", 1, ""),
        ("pt", "hoje não, amanhã", 1, ""),
        ("ar", "مو اليوم، بكرة", 1, ""),
    ],
)
def test_a_day_is_read_with_its_time(language: str, said: str, days: int, time: str):
    assert read(said, language) == (MONDAY.replace(day=2 + days), time)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "is it for tomorrow?"),
        ("en", "the customer is back tomorrow"),
        ("en", "give it to Musa tomorrow"),
        ("en", "I will pay 2000 tomorrow"),
        ("en", "tomorrow or friday"),
        ("en", "not tomorrow but friday"),
        ("en", "3 days"),
        ("fr", "le client rappelle demain"),
        ("es", "el cliente vuelve mañana"),
        ("pt", "dá pro Musa amanhã"),
        ("ar", "عطها لموسى بكرة"),
    ],
)
def test_what_says_something_else_of_a_day_moves_nothing(language: str, said: str):
    assert read(said, language) is None
