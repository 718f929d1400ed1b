"""Every figure in the pages, and where it comes from: the code, or what a command has printed.

What commands that take long have printed is kept in `tests/measured`, each file as its command
wrote it, so that a figure cannot be changed in a page alone:

    python -m tests.cluster > tests/measured/cluster.txt
    python -m tests.openapi.fuzz --examples 1000 --seed 1 > tests/measured/fuzz.txt
    python -m tests.benchmarks.simulation sizes --json > tests/measured/sizes.json
    python -m tests.benchmarks.simulation sizes --no-group --json \\
        > tests/measured/sizes-no-group.json
"""

import inspect
import json
import math
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.actions.dispatcher.drafts import pictures
from bot.base.queue.heartbeat import LASTS
from bot.base.reader_process import ReadingLimits
from bot.base.settings.loader import RetentionSettings
from bot.chat.dispatcher.written_orders import LARGEST_PICTURE
from bot.cli.demo import demo
from bot.config import TelegramSettings
from bot.domain.limits import GIVEN_UP_AFTER
from bot.parsing.orders.sheet_files import MOST_BYTES, MOST_COLUMNS
from bot.parsing.orders.sheets import MOST_ROWS
from tests.benchmarks.simulation.sizes import ANSWER_SECONDS, NEWS_SECONDS
from tests.cluster.configuration import LEAD_SECONDS
from tests.cluster.faults import PAUSE_SECONDS
from tests.cluster.scenarios import CLOCK_AHEAD
from tests.faults.storm.test_storm import FAULTS
from tests.listening.sentences import LANGUAGES, sentences
from tests.pages import ROOT
from tests.pastes.pastes import COUNTRIES, pastes

_MEASURED = ROOT / "tests" / "measured"
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SILENCE = re.compile(r"^(\S+) \(.*silent: bot ([\d.]+) s .*database ([\d.]+) s", re.MULTILINE)
_SHOWN_SIZES = (1_000, 10_000, 100_000, 1_000_000)


@dataclass(frozen=True, slots=True)
class Figure:
    """Words of a page with gaps, and the figures that fill these."""

    words: str
    values: Sequence[object]

    @property
    def told(self) -> str:
        return self.words.format(*self.values)


def figures() -> Iterator[Figure]:
    """Go through all that the pages tell, but the tables that commands make."""
    yield from _of_the_code()
    yield from _of_the_tests()
    yield from _of_growth()
    yield from _of_faults()


def _of_the_code() -> Iterator[Figure]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    yield Figure("Python {} or newer", [project["requires-python"].removeprefix(">=")])
    yield Figure("{} unless said otherwise", [inspect.signature(demo).parameters["port"].default])
    yield Figure("are read in {} languages", [_WORDS[len(LANGUAGES)]])
    hours = GIVEN_UP_AFTER.total_seconds() / 3600
    yield Figure("for up to {} an hour", [{0.5: "half"}[hours]])
    list_mb, picture_mb = MOST_BYTES // 2**20, LARGEST_PICTURE // 2**20
    memory_mb, memory_gb = ReadingLimits().memory // 2**20, pictures.LIMITS.memory // 2**30
    yield Figure(
        "have up to {} orders, {} columns and {} MB, pictures {} MB and {} million pixels",
        [MOST_ROWS, MOST_COLUMNS, list_mb, picture_mb, pictures.MOST_PIXELS // 10**6],
    )
    yield Figure("some seconds and {} MB, for a picture {} GB", [memory_mb, memory_gb])
    kept = RetentionSettings()
    yield Figure("is deleted {} days after its end", [kept.days])
    yield Figure("it goes after {} times as long", [_WORDS[kept.unended // kept.ended]])


def _of_the_tests() -> Iterator[Figure]:
    said = sum(len(sentences(language)) for language in LANGUAGES)
    assert 1_000 <= said < 2_000
    yield Figure("a thousand plain sentences in {} languages", [_WORDS[len(LANGUAGES)]])
    hundreds = sum(len(pastes(country)) for country in COUNTRIES) // 100
    yield Figure(
        "{} hundred orders as shops of {} countries", [_WORDS[hundreds], _WORDS[len(COUNTRIES)]]
    )
    yield Figure("A storm of {} faults", [FAULTS])


def _of_growth() -> Iterator[Figure]:
    alone = {each["deliveries"]: each for each in measured("sizes")["one"]}
    yield Figure("may have about {:,} deliveries a day", [_largest("sizes")])
    yield Figure("and {:,} if none does", [_largest("sizes-no-group")])
    assert (ANSWER_SECONDS, NEWS_SECONDS) == (1, 5)
    yield Figure("of a hundred answers 99 are there within a second", [])
    yield Figure("of a hundred news within five", [])
    sizes = (2_000, 3_000, 4_000)
    late = [round(_worst(alone[size], "refresh") / 60) for size in sizes]
    for size, minutes in zip(sizes, late, strict=True):
        yield Figure("{} minutes late with {:,}", [minutes, size])


def _of_faults() -> Iterator[Figure]:
    silences = {
        name: (math.ceil(float(bot)), math.ceil(float(database)))
        for name, bot, database in _SILENCE.findall((_MEASURED / "cluster.txt").read_text())
    }
    yield Figure("at {} s; nothing that was acknowledged was lost", [LEAD_SECONDS])
    bot = [silences["sender-killed"][0], LASTS.seconds]
    yield Figure("is killed | after {} s | its lease ends after {} s", bot)
    paused = [round(PAUSE_SECONDS), silences["sender-paused"][0]]
    yield Figure("goes on after {} s | after {} s", paused)
    yield Figure("clock is {} s ahead", [CLOCK_AHEAD.seconds])
    yield Figure(
        "with its Patroni | after {} s; the database after {} s", silences["primary-killed"]
    )
    yield Figure("the lead ends after {} s", [LEAD_SECONDS])
    yield Figure(
        "primary stands still | after {} s; the database after {} s", silences["primary-frozen"]
    )


def sizes_table() -> str:
    """Return the table of what carries how many deliveries a day, in Markdown."""
    found = measured("sizes")
    alone = next(each for each in found["one"] if each["deliveries"] == _SHOWN_SIZES[0])
    rows = [alone, *(each for each in found["many"] if each["deliveries"] in _SHOWN_SIZES[1:])]
    head = (
        "| deliveries a day | businesses, each a token and a process | cores in the busiest hour"
        " | servers of PostgreSQL, if they share some | how much the group of the largest has of"
        " its {:.0f} messages a minute |"
    ).format(TelegramSettings.model_fields["group_per_minute"].default)
    return "\n".join([head, "|---|---|---|---|---|", *map(_row, rows)]) + "\n"


def _row(found: Mapping[str, Any]) -> str:
    """A row; nothing that needs less than a hundredth of a core is worth a figure."""
    cores, databases = found["cores"], found["databases"]
    (group,) = (load for name, load in found["loads"].items() if name.startswith("the group"))
    cells = [
        f"{found['deliveries']:,}",
        f"{found['tokens']:,}" + ("" if databases else ", on SQLite"),
        f"{cores:.1g}" if cores >= 0.01 else "less than 0.01",
        str(databases or "none"),
        f"{group:.0%}",
    ]
    return f"| {' | '.join(cells)} |"


def measured(name: str) -> Any:
    """Return what a command has printed as JSON."""
    return json.loads((_MEASURED / f"{name}.json").read_text())


def _largest(name: str) -> int:
    """Return how many deliveries the largest business has that is served well."""
    return max(each["deliveries"] for each in measured(name)["one"] if each["is_well"])


def _worst(found: Mapping[str, Any], what: str) -> float:
    return max(each["p99"] for each in found["delays"] if each["waits"] == what)
