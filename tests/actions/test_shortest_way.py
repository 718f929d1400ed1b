"""A short way through several places."""

from collections.abc import Sequence
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.shortest_way import Place, _apart, shortest_way

PLACES = st.tuples(st.floats(6.3, 6.7), st.floats(3.2, 3.6))
HERE = (6.45, 3.39)


def _length(start: Place, places: Sequence[Place], way: Sequence[int]) -> float:
    return sum(_apart(a, b) for a, b in pairwise([start, *(places[each] for each in way)]))


@given(st.none() | PLACES, st.lists(PLACES, max_size=12))
def test_every_place_is_visited_once(start: Place | None, places: list[Place]):
    assert sorted(shortest_way(start, places)) == list(range(len(places)))


@given(st.lists(PLACES, min_size=2, max_size=6))
def test_it_is_seldom_much_longer_than_the_shortest(places: list[Place]):
    found = _length(HERE, places, shortest_way(HERE, places))
    best = min(_length(HERE, places, way) for way in permutations(range(len(places))))
    assert found <= best * 1.5 + 1e-9


@pytest.mark.parametrize("turned", [False, True])
def test_places_along_a_road_come_one_after_the_other(turned: bool):
    road = [(6.45 + step / 100, 3.39) for step in (3, 1, 4, 2)]
    assert shortest_way(HERE, road[::-1] if turned else road) == (
        [2, 0, 3, 1] if turned else [1, 3, 0, 2]
    )


def test_a_way_across_the_date_line_is_short():
    fiji = [(-17.0, 179.9), (-17.0, -179.8), (-17.0, 179.7)]
    assert shortest_way((-17.0, 179.6), fiji) == [2, 0, 1]


def test_without_a_start_it_begins_at_the_first():
    assert shortest_way(None, [(6.5, 3.4), (6.7, 3.4), (6.6, 3.4)]) == [0, 2, 1]
