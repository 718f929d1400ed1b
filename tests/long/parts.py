"""What runs long, part by part: each is a command of its own with its own time limit."""

from collections.abc import Iterator
from typing import NamedTuple

from tests.mutation.modules import MODULES
from tests.support.fleet_readings import FLEET_READINGS

_JOURNEYS = ("tests/journeys",)
_STORM_ON_POSTGRESQL = ("--kills", "40", "--postgres", "3")


class Part(NamedTuple):
    """A part may take so many `minutes`: about three times what it takes on two quiet cores.

    Of what it prints, the last `lines` are its summary. One that `waits` most of its time is run
    next to others that do.
    """

    name: str
    minutes: float
    arguments: tuple[str, ...]
    lines: int = 1
    waits: bool = False

    @property
    def command(self) -> str:
        return " ".join(("python", *(each or "''" for each in self.arguments)))


def parts(seed: int) -> list[Part]:
    """Return the table; what is drawn begins with this seed, and each storm has its own."""
    return [
        *_storms(seed),
        _module("visible", 45, "tests.visible", "--examples", "50"),
        _module("stateful", 30, "tests.stateful", "--runs", "200", "--steps", "50", lines=30),
        _module("listed-mutants", 30, "tests.mutation", "--listed"),
        _module("fuzz", 90, "tests.openapi.fuzz", "--examples", "1000", lines=30),
        *(
            _tests(f"reading-{name}", 45, *_JOURNEYS, "--fleet-reading", name)
            for name in FLEET_READINGS
        ),
        _tests("polling", 45, *_JOURNEYS, "--bot-mode", "polling"),
        _tests("restarts", 60, *_JOURNEYS, "--restarts"),
        _tests("telegram-limits", 60, *_JOURNEYS, "--telegram-limits"),
        _tests("listening", 30, "tests/listening"),
        _module("cluster", 45, "tests.cluster", lines=8),
        _module("rush", 15, "tests.benchmarks.rush", lines=15),
        _module("rush-in-group", 15, "tests.benchmarks.rush", "--in-group", lines=15),
        _module("large-database", 60, "tests.benchmarks", "--only", "large-database", lines=20),
        *(_module(f"mutants-{name}", 120, "tests.mutation", name, lines=2) for name in MODULES),
    ]


def _storms(seed: int) -> Iterator[Part]:
    for at in range(10):
        yield _storm(f"sqlite-{at + 1}", "--kills", "80", "--seed", str(seed + at))
    for at in range(5):
        yield _storm(f"postgresql-{at + 1}", *_STORM_ON_POSTGRESQL, "--seed", str(seed + at))


def _storm(name: str, *drawn: str) -> Part:
    return Part(f"storm-{name}", 30, ("-m", "tests.faults", *drawn), lines=12, waits=True)


def _module(name: str, minutes: float, *arguments: str, lines: int = 1) -> Part:
    return Part(name, minutes, ("-m", *arguments), lines)


def _tests(name: str, minutes: float, *arguments: str) -> Part:
    """Return a run of pytest with whatever the suite itself leaves out."""
    run = ("-m", "pytest", "-q", "-n", "auto", "--dist", "loadfile", "-m", "")
    return Part(name, minutes, (*run, *arguments))
