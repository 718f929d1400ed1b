"""Markup into text and entities, and back."""

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.local_telegram.formatting.detect import detected
from bot.local_telegram.formatting.entities import Entity, FormattedText, ParseError
from bot.local_telegram.formatting.html import parse_html
from bot.local_telegram.formatting.markdown import parse_markdown
from bot.local_telegram.formatting.markdown_v2 import parse_markdown_v2
from bot.local_telegram.formatting.render import render_html

WORDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
STYLES = [
    "bold", "italic", "underline", "strikethrough", "spoiler", "code", "blockquote",
    "expandable_blockquote",
]  # fmt: skip


@st.composite
def marked_texts(draw: st.DrawFn) -> FormattedText:
    """Words, some of them marked, some marked twice."""
    text, entities = "", []
    for word in draw(st.lists(WORDS, max_size=5)):
        offset, length = len(text.encode("utf-16-le")) // 2, len(word.encode("utf-16-le")) // 2
        text += word + "."
        outer, inner = draw(st.permutations([*STYLES, None]))[:2]
        if outer:
            entities.append(Entity(outer, offset, length))
        if outer and inner and "code" not in {outer, inner}:
            entities.append(Entity(inner, offset, length))
    return FormattedText(text, tuple(entities))


@given(marked_texts())
def test_rendered_html_reads_back_as_the_same_text_and_entities(formatted: FormattedText):
    assert parse_html(render_html(formatted)) == formatted


@given(WORDS)
def test_escaped_text_reads_back_without_any_entity(text: str):
    assert parse_html(html.escape(text, quote=False)) == FormattedText(text)


@given(WORDS)
def test_every_ascii_character_can_be_escaped_in_markdown_v2(text: str):
    escaped = "".join(f"\\{c}" if c.isascii() and 0 < ord(c) < 127 else c for c in text)
    if "\x00" not in text and "\x7f" not in text:
        assert parse_markdown_v2(escaped).text == text


@given(WORDS, WORDS)
def test_offsets_count_utf16_units(before: str, marked: str):
    source = f"{html.escape(before)}<b>{html.escape(marked)}</b>"
    (entity,) = parse_html(source).entities
    units = (before + marked).encode("utf-16-le")
    assert units[2 * entity.offset :].decode("utf-16-le") == marked
    assert 2 * entity.end == len(units)


@given(st.text(st.sampled_from("<>/abi&;=\"' tg-span!\\"), max_size=30))
def test_broken_html_is_refused_and_never_crashes(source: str):
    try:
        formatted = parse_html(source)
    except ParseError:
        return
    assert all(entity.end <= len(formatted.text) for entity in formatted.entities)


@given(st.text(st.sampled_from("*_~|`[]()>!\\\n ab."), max_size=30))
def test_broken_markdown_is_refused_and_never_crashes(source: str):
    for parse in (parse_markdown, parse_markdown_v2):
        try:
            formatted = parse(source)
        except ParseError:
            continue
        assert all(entity.end <= len(formatted.text) for entity in formatted.entities)


@given(marked_texts())
def test_trimming_leaves_no_blank_edges_and_no_entity_outside(formatted: FormattedText):
    trimmed = formatted.trimmed()
    length = len(trimmed.text.encode("utf-16-le")) // 2
    assert trimmed.text == formatted.text.strip(" \t\r\n\v\f")
    assert all(0 <= e.offset < e.end <= length for e in trimmed.entities)


@pytest.mark.parametrize(
    ("source", "text", "entity"),
    [
        ("<strong>x</strong>", "x", Entity("bold", 0, 1)),
        ("<em>x</em>", "x", Entity("italic", 0, 1)),
        ("<ins>x</ins>", "x", Entity("underline", 0, 1)),
        ("<strike>x</strike>", "x", Entity("strikethrough", 0, 1)),
        ("<del>x</del>", "x", Entity("strikethrough", 0, 1)),
        ('<span class="tg-spoiler">x</span>', "x", Entity("spoiler", 0, 1)),
        ("<tg-spoiler>x</tg-spoiler>", "x", Entity("spoiler", 0, 1)),
        ('<a href="https://a.io/?q=1&amp;r=2">x</a>', "x",
         Entity("text_link", 0, 1, url="https://a.io/?q=1&r=2")),
        ('<a href="tg://user?id=42">x</a>', "x", Entity("text_mention", 0, 1, user={"id": 42})),
        ("<pre>x</pre>", "x", Entity("pre", 0, 1)),
        ('<pre><code class="language-py">x</code></pre>', "x",
         Entity("pre", 0, 1, language="py")),
        ("<blockquote expandable>x</blockquote>", "x", Entity("expandable_blockquote", 0, 1)),
        ('<tg-emoji emoji-id="5368324170671202286">👍</tg-emoji>', "👍",
         Entity("custom_emoji", 0, 2, custom_emoji_id="5368324170671202286")),
        ('<tg-time unix="1647531900" format="wDT">x</tg-time>', "x",
         Entity("date_time", 0, 1, unix_time=1647531900, date_time_format="wDT")),
        ('<tg-time unix="1647531900">x</tg-time>', "x",
         Entity("date_time", 0, 1, unix_time=1647531900)),
        ("<B>x</b>", "x", Entity("bold", 0, 1)),
        ("&lt;&#128522;&#x41;&nbsp;<b>x</b>", "<😊A&nbsp;x", Entity("bold", 10, 1)),
    ],
)  # fmt: skip
def test_html_tags_become_entities(source: str, text: str, entity: Entity):
    assert parse_html(source) == FormattedText(text, (entity,))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("é<b>x</i>",
         'Unmatched end tag at byte offset 6, expected "</b>", found "</i>"'),
        ("<p>x</p>", 'Unsupported start tag "p" at byte offset 0'),
        ("1 < 2", 'Unsupported start tag "" at byte offset 2'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("x<b", "Unclosed start tag at byte offset 1"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("<a =x>y</a>", 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<a href=a_b>y</a>", "Unexpected end of name token at byte offset 8"),
        ('<tg-emoji emoji-id="x">y</tg-emoji>', "Invalid custom emoji identifier specified"),
        ('<tg-time unix="soon">y</tg-time>', "Invalid Unix time specified"),
    ],
)  # fmt: skip
def test_html_is_refused_in_telegrams_words(source: str, message: str):
    with pytest.raises(ParseError) as refused:
        parse_html(source)
    assert str(refused.value) == message


# Rows of tdlib's own tests of its MarkdownV2 parser (test/message_entities.cpp).
@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("🏟 🏟_abacaba", "Can't find end of Italic entity at byte offset 9"),
        ("🏟 🏟_abac * asd ", "Can't find end of Bold entity at byte offset 15"),
        ("🏟 🏟_abac * asd _", "Can't find end of Italic entity at byte offset 21"),
        ("🏟 🏟`", "Can't find end of Code entity at byte offset 9"),
        ("🏟 🏟```", "Can't find end of Pre entity at byte offset 9"),
        ("🏟 🏟```a ", "Can't find end of PreCode entity at byte offset 9"),
        ("🏟 🏟__🏟 🏟_", "Can't find end of Italic entity at byte offset 20"),
        ("🏟 🏟_🏟 🏟__", "Can't find end of Underline entity at byte offset 19"),
        ("🏟 🏟```🏟 🏟`", "Can't find end of Code entity at byte offset 21"),
        ("a.b", "Character '.' is reserved and must be escaped with the preceding '\\'"),
        ("[x](https://a.io", "Can't find end of a URL at byte offset 4"),
    ],
)
def test_markdown_v2_is_refused_in_telegrams_words(source: str, message: str):
    with pytest.raises(ParseError) as refused:
        parse_markdown_v2(source)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("source", "rendered"),
    [
        ("*b _i __u__ ~s~ ||p||_*",
         "<b>b <i>i <u>u</u> <s>s</s> <tg-spoiler>p</tg-spoiler></i></b>"),
        ("`a_b*c`", "<code>a_b*c</code>"),
        ("```py\nx = 1```", '<pre><code class="language-py">x = 1</code></pre>'),
        ("[l\\]](https://a.io/\\))", '<a href="https://a.io/)">l]</a>'),
        (">one\n>two\nthree", "<blockquote>one\ntwo</blockquote>\nthree"),
        ("**>one\n>two||", "<blockquote expandable>one\ntwo</blockquote>"),
        ("![22:45](tg://time?unix=1647531900&format=t)",
         '<tg-time unix="1647531900" format="t">22:45</tg-time>'),
        ("![👍](tg://emoji?id=5368324170671202286)",
         '<tg-emoji emoji-id="5368324170671202286">👍</tg-emoji>'),
    ],
)  # fmt: skip
def test_markdown_v2_means_the_same_as_html(source: str, rendered: str):
    assert render_html(parse_markdown_v2(source)) == rendered


@pytest.mark.parametrize(
    ("source", "rendered"),
    [
        ("*b* _i_ `c`", "<b>b</b> <i>i</i> <code>c</code>"),
        ("[l](https://a.io/)", '<a href="https://a.io/">l</a>'),
        ("```py\nx```", '<pre><code class="language-py">x</code></pre>'),
        ("snake\\_case", "snake_case"),
    ],
)
def test_older_markdown_means_the_same_as_html(source: str, rendered: str):
    assert render_html(parse_markdown(source)) == rendered


def test_older_markdown_names_the_byte_of_an_open_entity():
    with pytest.raises(ParseError, match="the entity starting at byte offset 2"):
        parse_markdown("é_x")


def test_crossing_entities_are_closed_and_opened_again():
    crossing = FormattedText("abc", (Entity("bold", 0, 2), Entity("italic", 1, 2)))
    assert render_html(crossing) == "<b>a<i>b</i></b><i>c</i>"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("/start@demo_bot now", ["bot_command"]),
        ("see https://a.io/x?y, and t.me/demo", ["url", "url"]),
        ("@someone #tag a@b.co", ["mention", "hashtag", "email"]),
        ("+31 6 1234 5678", ["phone_number"]),
        ("5/10 a/b #1 @me", []),
    ],
)
def test_telegram_finds_entities_by_itself(text: str, kinds: list[str]):
    assert [entity.type for entity in detected(FormattedText(text)).entities] == kinds


def test_nothing_is_found_inside_code():
    assert [e.type for e in detected(parse_html("<code>/start @someone</code>")).entities] == [
        "code"
    ]
