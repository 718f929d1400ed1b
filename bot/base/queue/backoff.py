"""How long to wait before the next attempt: longer each time, and never all at once."""

import random
from collections.abc import Sequence
from datetime import timedelta

STEPS = tuple(timedelta(seconds=seconds) for seconds in (2, 5, 10, 30, 60))
"""What is waited after the first attempt, the second, and so on; the last step repeats."""

_JITTER = 0.2


def pause(attempts: int, steps: Sequence[timedelta] = STEPS) -> timedelta:
    """Return how long to wait after so many attempts, up to a fifth longer or shorter."""
    step = steps[min(attempts, len(steps)) - 1]
    return step * random.uniform(1 - _JITTER, 1 + _JITTER)  # noqa: S311 - spreads load, hides nothing
