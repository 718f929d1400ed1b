"""What is measured, next to what, and how well it should do."""

from dataclasses import dataclass

OURS = "ours"

# How far a goal may be missed before the exit status says so, by what is measured. Counted figures
# come out the same every time. Where a machine has other work too, two runs of the same code differ
# by up to a fifth in a ratio of times. Memory moves by what the allocator keeps. What only keeps to
# a clock is late by the machine's pauses alone.
COUNTED = 0.0
TIMED = 0.25
MEMORY = 0.1
PACED = 0.05


@dataclass(frozen=True, slots=True)
class Goal:
    """How many times the reference a figure should be, at least or at most."""

    bound: float
    is_least: bool

    def is_met(self, ours: float, reference: float, tolerance: float = 0.0) -> bool:
        bound = self.bound * reference * (1 - tolerance if self.is_least else 1 + tolerance)
        return ours >= bound if self.is_least else ours <= bound

    def of(self, reference: float, unit: str) -> str:
        return f"{self._sign} {self.bound * reference:g} {unit}".strip()

    @property
    def _sign(self) -> str:
        return "≥" if self.is_least else "≤"

    def __str__(self) -> str:
        return f"{self._sign} {self.bound:.2f} ×"


def at_least(bound: float) -> Goal:
    return Goal(bound, is_least=True)


def at_most(bound: float) -> Goal:
    return Goal(bound, is_least=False)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: a figure of ours next to the same figure of a reference.

    `fixed` is the reference where it is not measured: what Telegram allows, or what we promise.
    `tolerance` is the share of the goal by which it may be missed before that counts.
    """

    what: str
    unit: str
    reference: str
    goal: Goal
    fixed: float | None = None
    tolerance: float = COUNTED

    @property
    def title(self) -> str:
        return f"{self.what}, {self.unit}" if self.unit else self.what

    @property
    def wish(self) -> str:
        """The goal in words: of the ratio, or of the figure itself where nothing is next to it."""
        return str(self.goal) if self.fixed is None else self.goal.of(self.fixed, self.unit)
