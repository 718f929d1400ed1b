"""The parts of a written order: how they are put together, shared among orders, and kept."""

from collections.abc import Iterable

import pytest

from bot.parsing.orders.forms import read_form
from bot.parsing.orders.order_groups import PartsOfOrder, groups_of, numbers_of_list
from bot.parsing.orders.spans import Span
from bot.parsing.orders.tagger import Evidence, PartKind, tags_of
from bot.parsing.orders.tokens import tokens_of

_KINDS = {
    "n": PartKind.RECEIVER_NAME,
    "p": PartKind.RECEIVER_PHONE,
    "a": PartKind.RECEIVER_ADDRESS,
    "N": PartKind.SENDER_NAME,
    "P": PartKind.SENDER_PHONE,
    "A": PartKind.SENDER_ADDRESS,
    "i": PartKind.ITEM,
    "f": PartKind.FEE,
}
"""Letters for the parts: small ones of a receiver, large ones of a sender; a blank ends a line."""


def _spans(written: str) -> list[Span]:
    return [
        Span(_KINDS[letter], at, at, written[:at].count(" "), f"{letter}{at}", certainty=1)
        for at, letter in enumerate(written)
        if letter != " "
    ]


def _written(groups: Iterable[PartsOfOrder]) -> list[str]:
    """The parts of each order in letters, what it has and then what it has besides."""
    letters = {kind: letter for letter, kind in _KINDS.items()}
    return [
        "".join(letters[kind] for kind in sorted(group.parties, key=list(_KINDS.values()).index))
        + "".join(letters[span.kind] for span in group.others)
        + "".join(f"+{letters[span.kind]}" for span in group.more)
        for group in groups
    ]


@pytest.mark.parametrize(
    ("written", "orders"),
    [
        ("npaif", ["npaif"]),
        ("NAP npaif", ["npaNPAif"]),
        ("NA npai npai npaif", ["npaNAi", "npaNAi", "npaNAif"]),
        ("pna pna", ["npa", "npa"]),
        ("ap ap", ["pa", "pa"]),
        ("npa n", ["npa+n"]),
        ("na np i", ["npai+n"]),
        ("NAP NP na p", ["npaNPA+N+P"]),
        ("NAna NAna", ["naNA", "naNA"]),
        ("npa NAP npa", ["npaNPA", "npaNPA"]),
        ("a a a", ["a", "a", "a"]),
        ("NA inpa inpa", ["npaNAi", "npaNAi"]),
        ("", []),
    ],
)
def test_a_part_that_comes_again_with_others_begins_the_next_order(written: str, orders: list[str]):
    assert _written(groups_of(_spans(written))) == orders


def test_a_salutation_is_not_who_gets_it():
    (group,) = groups_of(_spans("n NA npa"))
    assert group.parties[PartKind.RECEIVER_NAME].text == "n5"


def test_a_form_is_read_by_its_labels_and_anything_else_is_not():
    (order,) = (
        read_form(
            ["Pickup", "Name: Ada", "Tel: 08035550001", "", "To: Efe", "Tel: 08035550002"],
            "NG",
            lambda _: [],
        )
        or ()
    )
    assert (order.sender.name, order.sender.phone) == ("Ada", "+2348035550001")
    assert (order.receiver.name, order.receiver.phone) == ("Efe", "+2348035550002")
    for lines in (
        ["To: Efe", "call before you come"],
        ["To: Efe Tel: 08035550002"],
    ):
        assert read_form(lines, "NG", lambda _: []) is None, lines


def test_what_a_label_promises_and_a_value_is_not_is_left_with_its_label():
    (order,) = (
        read_form(["To: Efe", "Phone: 0803 12", "Fee: soon", "SMS: perhaps"], "NG", lambda _: [])
        or ()
    )
    assert (order.receiver.phone, order.fee, order.send_sms) == ("", None, None)
    assert order.left == ("Phone: 0803 12", "Fee: soon", "SMS: perhaps")


def test_the_tagger_tells_every_token_and_how_sure_it_is():
    tokens = tokens_of(
        "Please deliver to Efe Obi at 4 Creek Road Apapa, his number is 08035550002", "NG"
    )
    tags = tags_of(tokens, Evidence.WORDS)
    assert len(tags) == len(tokens)
    assert all(0 <= tag.certainty <= 1 for tag in tags)
    told = {tag.kind: token.text for token, tag in zip(tokens, tags, strict=True) if tag.kind}
    assert told[PartKind.RECEIVER_NAME] == "Obi"
    assert told[PartKind.RECEIVER_PHONE] == "08035550002"
    assert tags_of([], Evidence.WORDS) == []


def test_a_number_ends_with_its_line():
    text = "Pickup: Ada, +2348040000001\n1. Efe Obi, 0803 555\n6666"
    phones = [token.phone for token in tokens_of(text, "NG") if token.phone]
    assert phones == ["+2348040000001"]
    assert "".join(token.text for token in tokens_of(text, "NG")) == "".join(text.split(" "))


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("1. Efe\n2. Ada", 2),
        ("Order 1\nEfe\nOrder 2\nAda", 2),
        ("2. Efe\n3. Ada", 0),
        ("1. Efe\n3. Ada", 0),
        ("1. Efe", 0),
    ],
)
def test_a_list_counts_its_orders_from_one_and_leaves_none_out(text: str, orders: int):
    assert len(numbers_of_list(tokens_of(text, "NG"))) == orders
