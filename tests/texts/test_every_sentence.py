"""Every sentence in every language, with the worst values that a stranger could think of."""

import random
import re
from itertools import cycle
from string import Formatter

import pytest

from bot.texts.catalogues import catalogue, languages
from bot.texts.html import SHORT_VALUE
from bot.texts.limits import CAPTION_UNITS, MESSAGE_UNITS, units
from bot.texts.words import Words
from tests.texts.markup import entities, seen
from tests.texts.sentences import collected

NAMES = 50_000
MENU_LINE = 256
"""Characters of a command's description (Bot API, BotCommand)."""

PIECES = [
    "Ada", "Bola Ahmed", "O'Neil", "Ñandú", "محمد", "李小龙", "דוד", "👩‍👩‍👧‍👦", "🛵", "é",
    "e\u0301\u0301", "<b>", "</b>", "<a href='https://evil.example'>", "</a>",
    "<tg-spoiler>", "<!--", "<", ">", "&", "&lt;", "&amp;lt;", "&#60;", '"', "'", "`", "*",
    "_", "[x](tg://user?id=1)", "{name}", "{}", "%s", "$CASH", "@evil_bot", "/start",
    "#tag", "https://evil.example/x", "evil.example", "mailto:a@b.example", "a@b.example",
    "tg://resolve", "+2348030000001", "1.1.1.1", "\u202e", "\u202a", "\u2066", "\u2067",
    "\u2068", "\u2069", "\u200b", "\u200f", "\u200e", "\u2060", "\ufeff", "\x00",
    "\x1b[31m", "\n", "\r\n", "\u2028", "\t", " ", "\ud83d", "\U000e0041", "\ue000",
]  # fmt: skip


def hostile_names(count: int) -> list[str]:
    chance = random.Random(20_26)
    return ["".join(chance.choices(PIECES, k=chance.randint(1, 8))) for _ in range(count)]


def places(sentence: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(sentence) if name is not None]


def is_html(sentence: str) -> bool:
    """What stands in angle brackets in the help, such as `<order>`, is no HTML."""
    opened, closed = (re.findall(tag, sentence) for tag in (r"<([^</>]*)>", r"</([^</>]*)>"))
    return sorted(opened) == sorted(closed) and set(opened) <= {"b", "i", "code", "s", "u"}


@pytest.fixture(scope="module")
def sentences() -> list[str]:
    forms: set[str] = set()
    for entry in collected():
        forms.update(entry.id if isinstance(entry.id, tuple) else [entry.id])
    return sorted(form for form in forms if form and is_html(form))


def kinds(html: str) -> list[str]:
    return [entity.type for entity in entities(html)]


def test_the_entities_are_the_templates_whoever_is_named_in_it(sentences: list[str]):
    """Fifty thousand names, through every sentence that has a place, in turn in each language."""
    speakers = [Words(language) for language in languages()]
    with_places = [sentence for sentence in sentences if places(sentence)]
    rounds = cycle((say, sentence) for say in speakers for sentence in with_places)
    for name, (say, sentence) in zip(hostile_names(NAMES), rounds, strict=False):
        harmless = say(sentence, **dict.fromkeys(places(sentence), "x"))
        filled = say(sentence, **dict.fromkeys(places(sentence), name))
        assert kinds(filled) == kinds(harmless), (sentence, name)
        assert filled.count("\n") == harmless.count("\n"), (sentence, name)


@pytest.mark.parametrize("language", languages())
def test_a_sentence_fits_under_a_picture_even_with_the_longest_names(
    language: str, sentences: list[str]
):
    say = Words(language)
    longest = "𝔄" * (SHORT_VALUE * 2)
    for sentence in sentences:
        filled = seen(say(sentence, **dict.fromkeys(places(sentence), longest))).text
        room = MESSAGE_UNITS if places(sentence)[1:] else CAPTION_UNITS
        assert units(filled) <= room, sentence


@pytest.mark.parametrize("language", languages())
def test_a_line_of_the_menu_fits(language: str):
    from bot.chat.registry import COMMANDS  # noqa: PLC0415 - the only look at the chat from here

    for command in COMMANDS:
        assert 1 <= len(catalogue(language).gettext(command.what)) <= MENU_LINE
