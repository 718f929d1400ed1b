"""Change the modules on which most depends in every small way, and see which tests notice.

python -m tests.mutation
python -m tests.mutation bot.telegram.retry_after bot.telegram.rate_windows
python -m tests.mutation bot.telegram.retry_after --only "Holds.let_through"
python -m tests.mutation --listed

It ends with 1 where a change is noticed by no test and `explained.toml` does not say why. With
`--listed` it breaks the lines of `listed.toml` instead, and ends with 1 where the test that is
named next to a line does not fail.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.mutation.changes import Mutant, mutants
from tests.mutation.explained import reasons
from tests.mutation.listed import FILE, BrokenLine, broken_lines
from tests.mutation.modules import MODULES, Arguments
from tests.mutation.outcome import Outcome
from tests.mutation.trials import Verdict, ask, import_others

_ROOT = Path(__file__).parents[2]
_PATIENCE = "--timeout=120"
"""What a test fails by must be the line, and not how busy the machine is."""


class NotGreen(Exception):
    """The tests fail, or are none, where nothing was changed."""


def main(arguments: Sequence[str]) -> int:
    given = _parser().parse_args(arguments)
    listed = broken_lines(given.listed.absolute()) if given.listed else []
    os.nice(10)
    os.chdir(_ROOT)
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="compiled-") as compiled:
        import_others(Path(compiled))
        if given.listed:
            return _try_listed([line for line in listed if given.only in str(line)], given.at_once)
        for module in given.modules or MODULES:
            outcomes.append(_try(module, given.only, given.at_once))
            _say(outcomes[-1].told())
    _say("\n".join(["", Outcome.HEAD, *(outcome.row() for outcome in outcomes)]))
    return 0 if all(outcome.is_good for outcome in outcomes) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("modules", nargs="*", choices=[*MODULES, []], metavar="module")
    parser.add_argument("--only", default="", help="changes that hold this text")
    parser.add_argument(
        "--listed", type=Path, nargs="?", const=FILE, metavar="FILE", help="break listed lines"
    )
    parser.add_argument("--at-once", type=int, default=2, help="processes at a time")
    return parser


def _try(module: str, only: str, at_once: int) -> Outcome:
    began = time.monotonic()
    found = [mutant for mutant in _mutants_of(module) if only in mutant.what]
    left = found
    for tests in MODULES[module]:
        left = list(_survivors(left, tests, at_once)) if left and tests else left
    known = {mutant.what for mutant in _mutants_of(module)}
    return Outcome(module, found, left, reasons(module), known, time.monotonic() - began)


def _try_listed(lines: Sequence[BrokenLine], at_once: int) -> int:
    """Break each line and run its test alone, once all those tests have passed with none broken."""
    if not lines:
        raise SystemExit("no listed line holds this text")
    mutants = [(line.mutant(), (line.seen_by, _PATIENCE)) for line in lines]
    tests = (*sorted({line.seen_by for line in lines}), _PATIENCE)
    usual = _seconds_unchanged(mutants[0][0].module, tests)
    seen = 0
    for mutant, trial in ask(mutants, at_once=at_once, usual_seconds=usual):
        is_seen = trial.verdict is Verdict.FAILED
        seen += is_seen
        told = "seen" if is_seen else f"NOT SEEN ({trial.verdict.value})"
        _say(f"{told} {trial.seconds:.1f} s  {mutant.what}")
    _say(f"{seen} of {len(lines)} seen")
    return 0 if seen == len(lines) else 1


def _survivors(tried: Sequence[Mutant], tests: Arguments, at_once: int) -> Iterator[Mutant]:
    usual = _seconds_unchanged(tried[0].module, tests)
    for mutant, trial in ask(
        [(mutant, tests) for mutant in tried], at_once=at_once, usual_seconds=usual
    ):
        _say(f"{trial.verdict.value:9} {trial.seconds:5.1f} s  {mutant.module} {mutant.line}")
        if trial.verdict is Verdict.PASSED:
            _say(f"{'':18} {mutant.what}")
            yield mutant


def _seconds_unchanged(module: str, tests: Arguments) -> float:
    unchanged = Mutant(module, 0, "nothing", compile(_source(module), str(_path(module)), "exec"))
    ((_, trial),) = ask([(unchanged, tests)], at_once=1, usual_seconds=60)
    if trial.verdict is not Verdict.PASSED:
        raise NotGreen(f"{module}: {trial.verdict.value}\n{trial.said[-2000:]}")
    return trial.seconds


def _mutants_of(module: str) -> list[Mutant]:
    return list(mutants(module, _source(module), str(_path(module))))


def _path(module: str) -> Path:
    return _ROOT / f"{module.replace('.', '/')}.py"


def _source(module: str) -> str:
    return _path(module).read_text()


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
