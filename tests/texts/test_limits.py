"""A message fits into what Telegram takes, and is still well formed."""

from hypothesis import given
from hypothesis import strategies as st

from bot.local_telegram.formatting.html import parse_html
from bot.texts.html import Html, folding
from bot.texts.limits import MESSAGE_UNITS, fit, units
from bot.texts.message import Message
from bot.texts.words import Words
from tests.texts.markup import ANY_TEXT

say = Words()
LINES = st.lists(ANY_TEXT, max_size=8).map(lambda values: (values * 60)[:300])


def message(values: list[str]) -> Html:
    lines = [say("• <b>{value}</b> 🛵 &amp;", value=value) for value in values]
    return Message.of(folding(lines)).html


@given(LINES)
def test_it_fits_and_can_be_read(values: list[str]):
    read = parse_html(fit(message(values)))
    assert units(read.text) <= MESSAGE_UNITS


@given(LINES)
def test_what_fits_is_left_alone_and_the_rest_loses_its_last_lines(values: list[str]):
    whole = message(values)
    fitted = fit(whole)
    if units(parse_html(whole).text) <= MESSAGE_UNITS:
        assert fitted == whole
    else:
        *kept, more = fitted.split("\n")
        assert more == "…</blockquote>"
        assert whole.split("\n")[: len(kept)] == kept


def test_as_much_is_kept_as_fits():
    line = Html("x" * 99)
    fitted = fit(Html("\n".join([line] * 60)))
    assert MESSAGE_UNITS - 200 < units(fitted) <= MESSAGE_UNITS


def test_exactly_the_limit_fits():
    assert fit(Html("x" * MESSAGE_UNITS)) == "x" * MESSAGE_UNITS


def test_characters_beyond_the_basic_plane_count_twice():
    assert units("🛵é") == 3
    assert fit(Html("🛵" * (MESSAGE_UNITS // 2))).count("🛵") == MESSAGE_UNITS // 2


def test_tags_do_not_count():
    html = Html("<b>x</b>" * MESSAGE_UNITS)
    assert fit(html) == html
