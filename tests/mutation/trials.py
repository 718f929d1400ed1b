"""Asking the tests about a mutant: each in a process of its own, in which the module is the mutant.

The process is a fork of this one, which has imported all that is not ours; so it begins at once.
"""

import gc
import importlib
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import NamedTuple

from tests.mutation.changes import Mutant

_OTHERS = (
    "aiosqlite", "alembic.command", "babel", "cryptography.fernet", "fastapi", "httpx",
    "hypothesis", "openpyxl", "phonenumbers", "PIL.Image", "prometheus_client", "psycopg",
    "pydantic_settings", "pytest", "sqlalchemy.ext.asyncio",
    "stamina", "telegram.ext", "uvicorn",
)  # fmt: skip
# Those that are found by themselves are more, and take longer to import than most tests.
_PLUGINS = ("pytest_asyncio.plugin", "pytest_timeout", "_hypothesis_pytestplugin")
_PASSED, _FAILED, _BROKEN = 0, 1, 3
_OPTIONS = (
    "-x", "-q", "--tb=short", "--timeout=30",
    "-p", "no:cacheprovider", "--hypothesis-profile=mutants",
    # pytest's own parts are imported before the fork, too.
    "-W", "ignore::pytest.PytestAssertRewriteWarning",
    *(f"-p{plugin}" for plugin in _PLUGINS),
)  # fmt: skip
# A test that stands still fails by its own time-out, and leaves no server behind; this is for more.
_SHORTEST_SECONDS = 120.0
_TIMES_AS_LONG = 10


class Verdict(Enum):
    PASSED = "passed"
    FAILED = "failed"
    BROKEN = "broken"
    """It cannot even be imported, or pytest itself cannot go on."""
    TOO_LONG = "too long"


class Trial(NamedTuple):
    verdict: Verdict
    seconds: float
    said: str


class _Running(NamedTuple):
    mutant: Mutant
    began: float
    folder: tempfile.TemporaryDirectory[str]


class _Changed(SourceFileLoader):
    """Loads a module as something else than its file says."""

    code: CodeType

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - it is for one module
        return self.code


class _Finder(PathFinder):
    """Finds one module as its mutant."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def find_spec(self, fullname, path=None, target=None) -> ModuleSpec | None:  # type: ignore[no-untyped-def, override]
        if fullname != self._mutant.module:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            loader = _Changed(fullname, spec.origin)
            loader.code = self._mutant.code
            spec.loader = loader
        return spec


def import_others(compiled: Path) -> None:
    """Import what no mutant changes, before the first fork; what is ours is compiled only once."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(compiled)
    for name in (*_OTHERS, *_PLUGINS):
        importlib.import_module(name)
    gc.collect()
    gc.freeze()


def ask(
    mutants: Iterable[tuple[Mutant, Sequence[str]]], *, at_once: int, usual_seconds: float
) -> Iterator[tuple[Mutant, Trial]]:
    """Ask each mutant's tests, several mutants at once; tell of each as soon as it is known."""
    limit = max(_SHORTEST_SECONDS, _TIMES_AS_LONG * usual_seconds)
    running: dict[int, _Running] = {}
    try:
        for mutant, tests in mutants:
            if len(running) >= at_once:
                yield _ended(running, limit)
            running.update([_begun(mutant, tests)])
        while running:
            yield _ended(running, limit)
    finally:  # it was stopped: each is a session of its own, and would go on
        for child in running:
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)


def _begun(mutant: Mutant, tests: Sequence[str]) -> tuple[int, _Running]:
    folder = tempfile.TemporaryDirectory(prefix="mutant-")
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        code = _BROKEN
        try:
            code = _child(mutant, tests, Path(folder.name))
        except BaseException:  # noqa: BLE001 - nothing of this copy may go on behind it
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    return child, _Running(mutant, time.monotonic(), folder)


def _child(mutant: Mutant, tests: Sequence[str], folder: Path) -> int:
    os.setsid()
    with (folder / "said").open("wb") as said:
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
    sys.meta_path.insert(0, _Finder(mutant))
    import pytest  # noqa: PLC0415 - here it is imported already
    from hypothesis import Phase, settings  # noqa: PLC0415

    # What fails is known by then; the smallest example of it is of no use.
    phases = [Phase.explicit, Phase.generate]
    settings.register_profile(
        "mutants", deadline=None, database=None, phases=phases, derandomize=True
    )
    return int(pytest.main([*_OPTIONS, f"--basetemp={folder / 'tests'}", *tests]))


def _ended(running: dict[int, _Running], limit: float) -> tuple[Mutant, Trial]:
    """Wait for the next that ends, or has had its time."""
    while True:
        for child, trial in running.items():
            pid, status = os.waitpid(child, os.WNOHANG)
            seconds = time.monotonic() - trial.began
            if pid:
                return _told(running.pop(child), _verdict(status), seconds)
            if seconds > limit:
                with suppress(ProcessLookupError):
                    os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return _told(running.pop(child), Verdict.TOO_LONG, seconds)
        time.sleep(0.02)


def _verdict(status: int) -> Verdict:
    code = os.waitstatus_to_exitcode(status)
    return {_PASSED: Verdict.PASSED, _FAILED: Verdict.FAILED}.get(code, Verdict.BROKEN)


def _told(ended: _Running, verdict: Verdict, seconds: float) -> tuple[Mutant, Trial]:
    said = (Path(ended.folder.name) / "said").read_text(errors="replace")
    ended.folder.cleanup()
    return ended.mutant, Trial(verdict, seconds, said)
