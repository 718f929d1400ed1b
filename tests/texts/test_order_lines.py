"""A line tells which order it is, and what is read by many has no surname and no door in it."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from hypothesis import given

from bot.fleet import Delivery, Page, Receiver, RiderSummary, Sender, State
from bot.local_telegram.rich.message import read_rich_message
from bot.texts.dispatcher import assign_many, board, lists
from bot.texts.dispatcher.filters import Filters
from bot.texts.limits import MESSAGE_UNITS, units
from bot.texts.moments import age_words
from bot.texts.order_lines import for_everybody, order_label, order_line
from bot.texts.words import Words
from tests.texts.markup import ANY_TEXT, bare, seen

say = Words()
UUID_TEXT = str(UUID(int=1))
NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
CHIDI = Receiver(name="Chidi Eze", address="9 Creek Road, Apapa", phone_number="08030000009")
BOLA = Receiver(name="Bola Ahmed", address="5 Allen Avenue, Ikeja")


def delivery(*receivers: Receiver, state: State = State.ACCEPTED, rider: str = "") -> Delivery:
    return Delivery(
        uuid=UUID_TEXT,
        order_number="1043",
        state=state,
        created_at=NOW - timedelta(minutes=25),
        dropoff_at=NOW - timedelta(minutes=5) if state is State.DELIVERED else None,
        receivers=receivers,
        rider=RiderSummary(name=rider) if rider else None,
    )


def line(one: Delivery) -> str:
    return bare(order_line(say, one, NOW))


def test_a_line_has_what_is_known_and_nothing_for_what_is_not():
    assert line(delivery(CHIDI, rider="Musa Bello")) == (
        "1043 · Chidi E. · Creek Road · 25 min · 👍 Accepted by the rider · Musa Bello"
    )
    assert line(delivery()) == "1043 · 25 min · 👍 Accepted by the rider"
    assert line(Delivery(uuid=UUID_TEXT, order_number="7", label="on hold")) == "7 · ❔ on hold"


def test_what_is_over_has_a_time_and_no_age():
    over = delivery(CHIDI, state=State.DELIVERED)
    assert "25 min" not in line(over)
    assert "08:55" in line(over)


def test_several_receivers_are_counted_and_the_first_known_place_is_named():
    nowhere = CHIDI.model_copy(update={"address": "12"})
    assert order_label(delivery(nowhere, BOLA)) == "1043 · Chidi E. +1 · Allen Avenue"
    assert order_label(delivery()) == "1043"


def test_what_many_read_has_a_first_name_and_a_street():
    assert bare(for_everybody(say, delivery(CHIDI, BOLA))) == "🏁 Chidi · Creek Road"
    named = CHIDI.model_copy(update={"address": "Eze Villa, Apapa"})
    assert bare(for_everybody(say, delivery(named))) == "🏁 Chidi"
    assert for_everybody(say, delivery()) == ""


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (timedelta(seconds=-5), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=1), "1 min"),
        (timedelta(minutes=59, seconds=59), "59 min"),
        (timedelta(hours=23, minutes=59), "23 h"),
        (timedelta(days=3), "3 d"),
    ],
)
def test_an_age_is_told_in_its_largest_unit(age: timedelta, words: str):
    assert bare(age_words(say, NOW - age, NOW)) == words


def test_of_riders_who_were_found_the_work_that_waits_longest_is_listed():
    work = [delivery(CHIDI).model_copy(update={"uuid": str(UUID(int=n))}) for n in range(1, 14)]
    rider = lists.RiderWork(UUID_TEXT, "Musa Bello", work)
    page = Page(items=(work[0], delivery(BOLA).model_copy(update={"uuid": str(UUID(int=99))})))
    found = lists.found(say, "musa", page, NOW, [rider])
    shown = bare(found.html).splitlines()
    assert shown[1] == "🛵 Musa Bello · 13 open jobs"
    assert [one.startswith("1043 · Chidi") for one in shown[2:12]] == [True] * 10
    assert shown[12] == "and 3 more"
    assert shown[13].startswith("1043 · Bola A.")
    assert len(shown) == 14
    assert len(found.rows) == 12  # the rider, ten orders in hand, and one that was found beside


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_a_line_is_one_line_whatever_it_is_made_of(name: str, address: str, rider: str):
    made = line(delivery(Receiver(name=name, address=address), rider=rider))
    assert "\n" not in made
    assert made.startswith("1043")


@pytest.mark.parametrize("language", ["en", "fr", "es", "pt", "ar"])
def test_the_longest_lists_fit_into_a_message(language: str):
    long = Receiver(name="Ñ" * 300, address="Ñ" * 300 + " Street")
    words, many = Words(language), [delivery(long, BOLA, rider="Ñ" * 300)] * 20
    page = Page(items=tuple(many[:10]))
    for message in (
        assign_many.which_rider_for_many(words, many, Page(items=()), NOW),
        lists.delivery_list(words, page, Filters(), "Ñ" * 300, NOW),
        lists.found(words, "Ñ" * 250, page, NOW),
    ):
        assert units(seen(message.html).text) < MESSAGE_UNITS


@pytest.mark.parametrize("language", ["en", "fr", "es", "pt", "ar"])
@pytest.mark.parametrize("shops", [1, 2, 50, 200])
def test_the_longest_board_fits_into_a_rich_message(language: str, shops: int):
    """The local Telegram refuses a message of too many blocks, or of too many characters."""
    words, long = Words(language), Receiver(name="Ñ" * 300, address="Ñ" * 300 + " Street")
    many = [
        Delivery(
            uuid=str(UUID(int=number)),
            order_number="9" * 60,
            state=State.PENDING,
            created_at=NOW - timedelta(days=300),
            receivers=(long, BOLA),
            sender=Sender(name=f"{number % shops} {'Ñ' * 300}"),
            rider=RiderSummary(name="Ñ" * 300),
        )
        for number in range(200)
    ]
    late = [board.Overdue(each, NOW - timedelta(days=3)) for each in many[:60]]
    counts = board.Counts(*[200] * 6)
    shown = set()
    for number in (1, 2):
        message = board.board(words, counts, many, number, NOW, is_fresh=False, late=late)
        assert message.rich is not None
        rich = read_rich_message({"html": message.rich.html}, private=True)
        shown |= {button.data for button in rich.buttons}
    assert len(shown) == 2 * len(many)  # each with its card, and with what gives it
