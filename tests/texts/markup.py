"""Reading HTML as Telegram does: the local Telegram's own parser, and what it finds by itself."""

from hypothesis import strategies as st

from bot.local_telegram.formatting.detect import detected
from bot.local_telegram.formatting.entities import Entity, FormattedText
from bot.local_telegram.formatting.html import parse_html

INVISIBLE = dict.fromkeys(map(ord, "\u2060\u2068\u2069"))
PHONE_NUMBERS = "phone_number"  # to be tapped is what they are for


def seen(html: str) -> FormattedText:
    """Return what a reader sees, with what Telegram makes of it of its own accord."""
    return detected(parse_html(html))


def bare(html: str) -> str:
    """Return the words that a reader sees, without the invisible marks around values."""
    return seen(html).text.translate(INVISIBLE)


def entities(html: str) -> list[Entity]:
    return [entity for entity in seen(html).entities if entity.type != PHONE_NUMBERS]


NASTY = st.sampled_from(
    [
        "<b>",
        "</b>",
        "<a href='https://evil.example'>",
        "</code>",
        "&lt;",
        "&amp;amp;",
        "&#60;",
        "<",
        ">",
        '"',
        "\u202e",
        "\u2067",
        "\u2069",
        "\u200b",
        "\x00",
        "\x1b[31m",
        "\ud800",
        "\n",
        "\r",
        "\u2028",
        "@somebody",
        "-@somebody",
        "/start",
        "(/start)",
        ":/start",
        "#tag",
        "$USD",
        "https://evil.example/x?y=1",
        "www.evil.example",
        "www.1evil.example",
        "evil.example",
        "t.me/evil",
        "tg://user?id=1",
        "a@evil.example",
        "مرحبا",
        "👨‍👩‍👧",
        " ",
        "x",
    ]
)
ANY_TEXT = st.one_of(
    st.text(st.characters(categories=None), max_size=40),
    st.lists(NASTY, max_size=6).map("".join),
    st.lists(st.one_of(NASTY, st.text(max_size=5)), max_size=6).map("".join),
)
"""Whatever strangers may write into a name, an address or a note."""
