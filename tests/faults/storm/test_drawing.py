"""What a storm draws is the same each time, and another thing's draws change nothing of it."""

from collections import Counter
from itertools import chain
from random import Random

from tests.faults.storm.drawing import Draw, Volley, draw_volleys, stream
from tests.faults.storm.private_data import PrivateData

TARGETS = {"bot killed": 1, "bot paused": 1, "fleet killed": 2, "fleet cut": 3, "Telegram cut": 3}


def volleys(seed: int, faults: int) -> list[Volley]:
    return draw_volleys(stream(seed, "volleys"), TARGETS, faults)


def kinds(drawn: list[Volley]) -> list[str]:
    return list(chain.from_iterable(volley.kinds for volley in drawn))


def test_a_seed_draws_the_same_faults_each_time_and_another_one_others():
    assert volleys(7, 40) == volleys(7, 40)
    assert volleys(7, 40) != volleys(8, 40)


def test_fewer_faults_are_the_beginning_of_more():
    assert kinds(volleys(7, 40))[:13] == kinds(volleys(7, 13))
    assert [len(kinds(volleys(7, count))) for count in (1, 13, 40)] == [1, 13, 40]


def test_each_kind_strikes_as_often_as_the_others_and_each_target_once_at_a_time():
    drawn = volleys(7, 40)
    assert set(Counter(kinds(drawn)).values()) == {8}
    for volley in drawn:
        assert len({TARGETS[kind] for kind in volley.kinds}) == len(volley.kinds)


def test_a_fault_draws_by_its_number_and_tells_what():
    first, again, other = (Draw(stream(7, f"fault {number}")) for number in (1, 1, 2))
    for draw in (first, again, other):
        draw.choice(range(1000))
        draw.between(0, 1)
        draw.count(0, 1000)
        draw.happens(0.5)
    assert first.drawn == again.drawn != other.drawn
    assert len(first.drawn) == 4


def test_orders_have_the_same_names_whatever_was_said_between_them():
    silent, talked_of = PrivateData(Random(1)), PrivateData(Random(1))
    made = [silent.make("Bola") for _ in range(3)]
    again = []
    for _ in range(3):
        talked_of.word()
        again.append(talked_of.make("Bola"))
    assert made == again


def test_no_word_is_said_twice():
    class Few(Random):
        """Draws each word twice."""

        def __init__(self) -> None:
            super().__init__(1)
            self._again: list[str] = []

        def choices(self, *args, **options):
            if self._again:
                return self._again.pop()
            self._again.append(super().choices(*args, **options))
            return self._again[0]

    data = PrivateData(Few())
    assert len({data.make("Bola").surname for _ in range(20)}) == 20
