"""What a 429 holds: its chat, or its method, and with several chats in a row everything."""

import pytest

from bot.telegram.retry_after import Holds

ADA, BOLA, CHIKA, DAYO = 1, 2, 3, 4
SHOPS, STAFF, DEPOT = -1, -2, -3
MENU = "setMyCommands"

# (what was refused: second, what, pause, where None is a success; and who is asked for; until when)
CASES = [
    ([], ADA, 0),
    ([(0, ADA, 10)], ADA, 10),
    ([(0, ADA, 10)], BOLA, 0),
    ([(0, ADA, 10), (5, ADA, 10)], ADA, 15),
    ([(0, ADA, 60), (5, ADA, 10)], ADA, 60),
    ([(0, ADA, 10), (5, BOLA, 20)], CHIKA, 0),
    ([(0, ADA, 10), (1, ADA, 10), (2, ADA, 10)], CHIKA, 0),
    ([(0, ADA, 10), (0, BOLA, 20), (1, CHIKA, 5)], DAYO, 6),
    ([(0, ADA, 10), (0, BOLA, 20), (1, CHIKA, 5)], BOLA, 20),
    ([(0, ADA, 10), (0, BOLA, 20), (1, CHIKA, 5)], SHOPS, 6),
    ([(0, ADA, 10), (0, BOLA, 20), (1, DAYO, None), (1, CHIKA, 5)], DAYO, 0),
    ([(0, SHOPS, 40), (0, STAFF, 30), (0, DEPOT, 20)], ADA, 0),
    ([(0, SHOPS, 40), (0, STAFF, 30)], STAFF, 30),
    ([(0, MENU, 40)], MENU, 40),
    ([(0, MENU, 40), (0, ADA, 5), (0, BOLA, 5)], CHIKA, 0),
    ([(0, MENU, 40)], ADA, 0),
]


@pytest.mark.parametrize(("refused", "asked", "until"), CASES)
def test_what_is_held_and_until_when(
    refused: list[tuple[int, int | str, int | None]], asked: int | str, until: int
):
    holds = Holds()
    for at, what, pause in refused:
        if pause is None:
            holds.let_through()
        else:
            holds.hold(what, at, pause)
    assert holds.until(asked) == until
