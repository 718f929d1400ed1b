"""A short way through several places: nearest first, then no two stretches that cross."""

from collections.abc import Sequence
from math import cos, hypot, radians

Place = tuple[float, float]
"""Latitude and longitude, in degrees."""

_A_STEP = 1e-6
"""Degrees by which a way must get shorter to count: rounding alone changes nothing."""

_METRES_A_DEGREE = 111_195


def shortest_way(start: Place | None, places: Sequence[Place]) -> list[int]:
    """Return the numbers of places in the order of a short way that begins at a start.

    It is the nearest neighbour each time, improved by 2-opt: a stretch is turned round while that
    makes the way shorter. It is as good as a person would draw it, and need not be the shortest.
    Without a start it begins at the first place.
    """
    if not places:
        return []
    left, way, here = list(range(len(places))), list[int](), start or places[0]
    while left:
        nearest = min(left, key=lambda each: _apart(here, places[each]))
        left.remove(nearest)
        way.append(nearest)
        here = places[nearest]
    begin = start or places[way[0]]
    is_better = True
    while is_better:
        is_better = False
        for first in range(len(way) - 1):
            for last in range(first + 2, len(way) + 1):
                if _saved(begin, places, way, first, last) > _A_STEP:
                    way[first:last] = reversed(way[first:last])
                    is_better = True
    return way


def _saved(
    start: Place, places: Sequence[Place], way: Sequence[int], first: int, last: int
) -> float:
    """Return by how much a way gets shorter when a stretch of it is turned: only its ends count."""
    before = places[way[first - 1]] if first else start
    head, tail = places[way[first]], places[way[last - 1]]
    saved = _apart(before, head) - _apart(before, tail)
    if last < len(way):
        after = places[way[last]]
        saved += _apart(tail, after) - _apart(head, after)
    return saved


def metres(a: Place, b: Place) -> float:
    """Return how far two places of one town are apart, in metres."""
    return _apart(a, b) * _METRES_A_DEGREE


def _apart(a: Place, b: Place) -> float:
    """Return how far two places of one town are apart, in degrees of latitude."""
    east = (b[1] - a[1] + 180) % 360 - 180
    return hypot(b[0] - a[0], east * cos(radians((a[0] + b[0]) / 2)))
