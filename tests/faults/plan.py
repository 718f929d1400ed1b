"""What is to become of every delivery of a trial: drawn beforehand, from a seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bot.fleet import State

RIDERS = (
    *("Musa Bello", "Sani Ali", "Ngozi Obi", "Emeka Eze", "Tunde Ojo"),
    *("Aisha Lawal", "Chidi Nwosu", "Bayo Ade", "Amina Sule", "Obinna Udo"),
)
CUSTOMERS = ("Bola", "Kemi", "Uche", "Zainab", "Femi", "Halima", "Ike", "Dayo", "Efe", "Hauwa")

_CANCELLED = 0.12
_GIVEN_AWAY = 0.15
_MISTYPED = 0.08
_LEFT = 0.15

_CANCELLED_WHEN = (State.PENDING, State.AWAITING_PICKUP, State.ACCEPTED, State.IN_TRANSIT)
_GIVEN_AWAY_WHEN = (State.AWAITING_PICKUP, State.ACCEPTED, State.IN_TRANSIT)


@dataclass(frozen=True, slots=True)
class Fate:
    """What people mean to do with one delivery; what the others do may come before.

    `mistyped` are the steps whose code is typed wrong at first. `second_rider` gets the delivery
    once it has come to `given_away_when`. A parcel that `is_left` with somebody is confirmed by its
    receiver, in a trial whose people do that.
    """

    customer: str
    rider: str
    second_rider: str | None = None
    given_away_when: State | None = None
    cancelled_when: State | None = None
    mistyped: frozenset[State] = frozenset()
    is_left: bool = False


def draw_fates(random: Random, count: int) -> list[Fate]:
    """Draw the fates of so many deliveries."""
    return [_draw_fate(random) for _ in range(count)]


def _draw_fate(random: Random) -> Fate:
    rider, other = random.sample(RIDERS, 2)
    given_away = random.random() < _GIVEN_AWAY
    return Fate(
        customer=random.choice(CUSTOMERS),
        rider=rider,
        second_rider=other if given_away else None,
        given_away_when=random.choice(_GIVEN_AWAY_WHEN) if given_away else None,
        cancelled_when=_perhaps(random, _CANCELLED, _CANCELLED_WHEN),
        mistyped=frozenset(
            step for step in (State.IN_TRANSIT, State.DELIVERED) if random.random() < _MISTYPED
        ),
        is_left=random.random() < _LEFT,
    )


def _perhaps(random: Random, probability: float, states: Sequence[State]) -> State | None:
    return random.choice(states) if random.random() < probability else None
