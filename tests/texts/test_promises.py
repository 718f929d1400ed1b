"""What sentences promise in figures is filled in from what is done, and not written out."""

import re
from datetime import timedelta

import pytest

from bot.texts import moments
from bot.texts.html import plain
from bot.texts.words import Words
from tests.texts.sentences import collected

ISOLATES = re.compile("[\u200f\u2068\u2069]")

WITH_FIGURES = {
    # Examples of what can be typed.
    "<2h, until 18:00, 22-7 or off>",
    "[on|off|break|until 22:00]",
    "⚠️ “{line}” is not an amount. Write a whole number, such as 1500.",
    "What is the <b>delivery fee</b>? Write a whole number, such as 1500.",
    "⚠️ “{line}” has cents. The delivery system takes whole amounts only, such as 1500.",
    "<code>/mute 2h</code> – no sound for 2 hours, at most {most}",
    "Please write a time in the coming hours, such as 19:20.",
    "Such as 19:20",
    # Each stands in one row with the token that its button sends.
    "30 minutes",
    "2 hours",
    "8 hours",
    "🌙 Each night, 22–7",
    # A week has as many.
    "7 days",
    (
        "Write <code>/report</code> for today, <code>/report week</code> for the last 7 days,"
        " or a date: <code>/report 2026-03-14</code>"
    ),
}
"""Sentences that tell a figure of their own, next to the examples that they mark as code."""


def test_no_other_sentence_tells_a_figure_of_its_own():
    said = {form for e in collected() for form in (e.id if isinstance(e.id, tuple) else [e.id])}
    told = {form for form in said if re.search(r"\d", re.sub(r"<code>.*?</code>", "", form))}
    assert told == WITH_FIGURES


@pytest.mark.parametrize(
    ("language", "minutes", "written"),
    [
        ("en", 1, "1 minute"),
        ("en", 15, "15 minutes"),
        ("pt", 2, "2 minutos"),
        ("ar", 2, "دقيقتين"),
        ("ar", 5, "5 دقائق"),
        ("ar", 30, "30 دقيقة"),
    ],
)
def test_a_length_is_bent_as_the_language_does(language: str, minutes: int, written: str):
    length = moments.minutes(Words(language), timedelta(minutes=minutes))
    assert ISOLATES.sub("", plain(length)) == written
