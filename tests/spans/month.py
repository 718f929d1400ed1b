"""A month of a delivery business, made by rules that the model of the spans knows nothing of.

Traffic has hours and weekdays, some afternoons are wet, riders differ, streets are of different
lengths, and what is quick mostly is slow at times. Each evening of a weekend has more orders.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

ZONE = ZoneInfo("Africa/Lagos")
_BEGINS = datetime(2026, 9, 1, tzinfo=ZONE)
_DAYS = 30
_PACE = {"Musa": 0.85, "Sani": 1.0, "Grace": 1.1, "Ife": 1.25}
_TRAFFIC = {8: 1.3, 9: 1.2, 12: 1.15, 13: 1.15, 17: 1.4, 18: 1.5, 19: 1.35}
_FIRST_HOUR, _LAST_HOUR = 9, 21
_ROUNDS_A_DAY = 7
_STOPS = (1, 1, 2, 2, 3, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class Round:
    """When a rider has left with parcels, and when each has reached its door."""

    left: datetime
    arrived: tuple[datetime, ...]


def rounds(seed: int) -> Iterator[Round]:
    """Yield the rounds of the month, by the time at which they began."""
    chance = random.Random(seed)
    for day in range(_DAYS):
        date = _BEGINS + timedelta(days=day)
        is_weekend = date.weekday() in {4, 5}
        wet = chance.randrange(11, 20) if chance.random() < 0.3 else None
        times = [
            date + timedelta(minutes=chance.randrange(_FIRST_HOUR * 60, _LAST_HOUR * 60))
            for _ in range(len(_PACE) * (_ROUNDS_A_DAY + 3 * is_weekend))
        ]
        for left in sorted(times):
            yield _round(chance, left, wet, is_weekend=is_weekend)


def _round(chance: random.Random, left: datetime, wet: int | None, *, is_weekend: bool) -> Round:
    pace, now, arrived = _PACE[chance.choice(list(_PACE))], left, []
    for stop in range(chance.choice(_STOPS)):
        ride = chance.triangular(6, 26, 14) if stop == 0 else chance.triangular(3, 15, 6)
        traffic = _TRAFFIC.get(now.hour, 1.0) * (0.9 if is_weekend else 1.0)
        rain = 1.35 if wet is not None and wet <= now.hour < wet + 3 else 1.0
        door = chance.choice((1, 2, 2, 3, 9))
        trouble = chance.uniform(10, 30) if chance.random() < 0.03 else 0
        now += timedelta(minutes=ride * pace * traffic * rain + door + trouble)
        arrived.append(now)
    return Round(left, tuple(arrived))
