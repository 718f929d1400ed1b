"""What a 429 holds: its chat, and with a second private chat's at the same time everything."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.workers.holds import Holds

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
ADA, BOLA, CHIKA = 1, 2, 3
SHOPS, STAFF = -1, -2

# (what was held: seconds after NOW, chat, pause; and when is asked: seconds, chat; until when)
CASES = [
    ([], (0, ADA), None),
    ([(0, ADA, 10)], (0, ADA), 10),
    ([(0, ADA, 10)], (9, ADA), 10),
    ([(0, ADA, 10)], (10, ADA), None),
    ([(0, ADA, 10)], (0, BOLA), None),
    ([(0, ADA, 10), (5, ADA, 10)], (6, ADA), 15),
    ([(0, ADA, 10), (5, ADA, 10)], (6, BOLA), None),
    ([(0, ADA, 10), (5, BOLA, 20)], (6, CHIKA), 25),
    ([(0, ADA, 10), (5, BOLA, 20)], (6, ADA), 25),
    ([(0, ADA, 10), (5, BOLA, 20)], (25, CHIKA), None),
    ([(0, ADA, 10), (10, BOLA, 20)], (11, CHIKA), None),
    ([(0, ADA, 30), (0, BOLA, 20), (1, CHIKA, 5)], (10, CHIKA), 20),
    ([(0, ADA, 60), (0, BOLA, 5)], (6, ADA), 60),
    ([(0, ADA, 60), (0, BOLA, 5)], (6, BOLA), None),
    ([(0, SHOPS, 40), (0, STAFF, 30)], (1, ADA), None),
    ([(0, SHOPS, 40), (0, STAFF, 30)], (1, STAFF), 30),
    ([(0, SHOPS, 40), (0, ADA, 5)], (1, BOLA), None),
    ([(0, SHOPS, 40), (0, ADA, 5), (1, BOLA, 5)], (2, STAFF), 6),
]


@pytest.mark.parametrize(("held", "asked", "until"), CASES)
def test_what_is_held_and_until_when(
    held: list[tuple[int, int, int]], asked: tuple[int, int], until: int | None
):
    holds = Holds()
    for at, chat, pause in held:
        told = holds.hold(chat, after(at), timedelta(seconds=pause))
        assert told == after(at + pause)
    at, chat = asked
    assert holds.until(chat, after(at)) == (None if until is None else after(until))


def after(seconds: int) -> datetime:
    return NOW + timedelta(seconds=seconds)
