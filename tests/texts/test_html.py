"""Strangers' values stay in their place: plain, visible, and in their own writing direction."""

import html as stdlib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.base.plain_text import clean
from bot.local_telegram.formatting.html import parse_html
from bot.texts.html import SHORT_VALUE, Html, dotted, escaped, joined, plain
from bot.texts.html import shown as visible
from bot.texts.words import Words
from tests.texts.markup import ANY_TEXT, bare, entities, seen

TEMPLATE = "📦 <b>Order {order}</b>, <i>{state}</i>: <code>/accept 1042</code> {name}"
say = Words()


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_the_entities_are_the_templates_whatever_the_values_are(order: str, state: str, name: str):
    html = say(TEMPLATE, order=order, state=state, name=name)
    assert [entity.type for entity in entities(html)] == ["bold", "italic", "code"]


@given(ANY_TEXT)
def test_what_is_seen_of_a_value_is_its_cleaned_text(value: str):
    expected = visible(value)
    if len(expected) > SHORT_VALUE:
        expected = expected[: SHORT_VALUE - 1] + "…"
    assert bare(say("[{value}]", value=value)) == f"[{expected}]"


@pytest.mark.parametrize("blank", ["\u3164", "\u2800\u2800", "\u115f\u1160", "\u200b", "\uffa0 "])
def test_a_name_that_nobody_could_see_has_a_sign_in_its_place(blank: str):
    assert bare(say("[{name}]", name=blank)) == "[?]"
    assert say.label("{name} · 0 open", name=blank) == "? · 0 open"
    assert bare(say("[{name}]", name=f"{blank}Ada{blank}")) == "[Ada]"


@pytest.mark.parametrize("nothing", ["", " ", "\n"])
def test_where_nothing_is_there_nothing_stands(nothing: str):
    assert bare(say("[{name}]", name=nothing)) == "[]"


@given(ANY_TEXT)
def test_a_value_never_starts_a_line_of_its_own(value: str):
    assert len(bare(say("a {value} b", value=value)).splitlines()) == 1


@given(ANY_TEXT)
def test_a_value_is_isolated_from_the_text_around_it(value: str):
    text = parse_html(escaped(value)).text
    assert text.startswith("\u2068")
    assert text.endswith("\u2069")
    inside = text[1:-1]
    assert not set(inside) & set(
        "\u2066\u2067\u2068\u2069\u202a\u202b\u202c\u202d\u202e\u200e\u200f"
    )


@given(ANY_TEXT)
def test_nothing_invisible_is_left_but_what_joins_characters(value: str):
    joiners = {"\u200c", "\u200d"}
    left = {char for char in clean(value) if unicodedata.category(char) in {"Cc", "Cf", "Cs"}}
    assert left <= joiners


@given(ANY_TEXT)
def test_cleaning_twice_changes_nothing(value: str):
    assert clean(clean(value)) == clean(value)


@given(ANY_TEXT)
def test_a_label_is_what_is_seen_and_no_html(value: str):
    assert say.label("{value}", value=value) == visible(value)


@pytest.mark.parametrize(
    ("value", "cleaned"),
    [
        ("  Ada  ", "Ada"),
        ("Ada\nBola", "Ada Bola"),
        ("Ada\r\n\tBola", "Ada Bola"),
        ("Ada\u2028Bola\x85", "Ada Bola"),
        ("\u202eadA", "adA"),
        ("a\u2066b\u2069c\u200e\u200f", "abc"),
        ("a\x00b\x1b[31m", "ab[31m"),
        ("\ud800x", "x"),
        ("zero\u200bwidth", "zerowidth"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("", ""),
    ],
)
def test_what_is_invisible_goes_and_what_words_need_stays(value: str, cleaned: str):
    assert clean(value) == cleaned


@pytest.mark.parametrize(
    "value",
    [
        "@somebody",
        "-@somebody",
        "“@somebody”",
        "/start",
        ":/start",
        "(/start)",
        "#tag",
        "https://evil.example/login",
        "www.evil.example",
        "www.1evil.example",
        "t.me/evil",
        "a@evil.example",
    ],
)
def test_telegram_makes_no_link_of_a_value(value: str):
    assert entities(escaped(value)) == []
    assert bare(escaped(value)) == value


@pytest.mark.parametrize("value", ["1042", "12.50", "12/3 Marina Road", "A-17", "+2348012345678"])
def test_numbers_can_be_copied_as_they_are(value: str):
    assert seen(escaped(value)).text == f"\u2068{value}\u2069"


def test_html_of_ours_is_not_escaped_again():
    assert escaped(Html("<b>x</b>")) == "<b>x</b>"


@pytest.mark.parametrize("value", [42, None, True])
def test_a_value_that_is_no_text_is_written_as_one(value: object):
    assert bare(escaped(value)) == str(value)


@given(ANY_TEXT)
def test_without_its_tags_a_message_reads_the_same(value: str):
    html = say("<b>{value}</b> &amp; <i>more</i>", value=value)
    assert plain(html) == parse_html(html).text


@given(st.text())
def test_the_escaping_is_the_standards(value: str):
    assert (
        stdlib.unescape(escaped(value)).translate({0x2060: None}) == f"\u2068{shown(value)}\u2069"
    )


def test_a_value_that_is_empty_leaves_no_dot_in_a_line():
    pieces = [escaped(value) for value in ("1001", "", " ", "Allen Avenue")]
    assert bare(dotted(*pieces)) == "1001 · Allen Avenue"


def shown(value: str) -> str:
    cleaned = visible(value)
    return cleaned if len(cleaned) <= SHORT_VALUE else cleaned[: SHORT_VALUE - 1] + "…"


def test_empty_pieces_are_left_out():
    assert joined([Html("a"), Html(), Html("b")]) == "a\nb"
    assert joined([Html("a"), Html("b")], ", ") == "a, b"
