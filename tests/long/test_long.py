"""What runs long has one command: it goes on after a failure, and its page is true at any time."""

import fcntl
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from typer.testing import CliRunner

from tests.long.__main__ import app
from tests.long.long_run import ROOT, LongRun
from tests.long.parts import Part, parts

PASSES = Part("passes", 1, ("-c", "print('a line'); print('3 passed, 1 skipped in 2 s')"))
FAILS = Part("fails", 1, ("-c", "print('lost 2'); raise SystemExit(1)"))
LACKS = Part("lacks", 1, ("-c", "print('SKIPPED, there is no chromium here')"))
_STANDS = "print({}, flush=True); import time; time.sleep(600)"
STANDS = Part("stands", 0.03, ("-c", _STANDS.format("'begun'")))


def long_run(folder: Path, *table: Part, hours: float = 1, needs_programs: bool = False) -> LongRun:
    return LongRun(table, hours, "Today.", folder, folder / "long.md", needs_programs)


def results(run: LongRun) -> dict[str, str]:
    return {outcome.part.name: str(outcome) for outcome in run.outcomes}


def test_it_goes_on_after_a_failure_and_tells_what_became_of_each_part(tmp_path: Path):
    run = long_run(tmp_path, FAILS, STANDS, LACKS, PASSES)
    assert run.run() == 1
    assert results(run) == {
        "fails": "failed: exit status 1",
        "stands": "stopped: it took longer than 0.03 minutes",
        "lacks": "skipped: SKIPPED, there is no chromium here",
        "passes": "passed",
    }
    page = (tmp_path / "long.md").read_text()
    assert "1 passed, 1 failed, 1 skipped, 1 stopped." in page
    assert "lost 2" in page
    assert "begun" in page
    assert "3 passed, 1 skipped in 2 s" in page
    assert "a line" not in page.replace("print('a line')", "")
    assert "a line" in (tmp_path / "passes.log").read_text()


def test_parts_that_wait_are_run_beside_each_other(tmp_path: Path):
    """The first one ends only when the others have begun."""
    folder = tmp_path / "begun"
    folder.mkdir()
    program = (
        "import sys, time; from pathlib import Path; folder = Path(sys.argv[1]);"
        "(folder / sys.argv[2]).touch()\nwhile len(list(folder.iterdir())) < 3: time.sleep(0.01)"
    )
    table = [
        Part(name, 1, ("-c", program, str(folder), name), waits=True) for name in ("a", "b", "c")
    ]
    run = long_run(tmp_path, *table, PASSES)
    assert run.run() == 0
    assert list(results(run))[-1] == "passes"
    page = (tmp_path / "long.md").read_text()
    assert page.index("| a |") < page.index("| b |") < page.index("| c |") < page.index("| passes")


def test_what_is_skipped_has_failed_where_no_program_may_be_missing(tmp_path: Path):
    assert long_run(tmp_path, LACKS, PASSES).run() == 0
    assert long_run(tmp_path, LACKS, PASSES, needs_programs=True).run() == 1


def test_what_no_longer_fits_into_the_hours_is_named_and_a_shorter_part_is_run(tmp_path: Path):
    longer = Part("longer", 90, ("-c", "raise SystemExit(1)"))
    run = long_run(tmp_path, longer, PASSES)
    assert run.run() == 0
    page = (tmp_path / "long.md").read_text()
    assert "| longer | not run: it may take 90 minutes, and 60 are left | 0.0 |" in page


def test_no_path_of_this_machine_is_in_the_page(tmp_path: Path):
    told = f"print({str(ROOT / 'bot')!r}, {str(tmp_path)!r}, __import__('sys').executable)"
    assert long_run(tmp_path, Part("tells", 1, ("-c", f"{told}; raise SystemExit(1)"))).run() == 1
    section = (tmp_path / "long.md").read_text().split("```")[1]
    assert "<project>/bot <temporary>/" in section
    assert not {str(ROOT), str(tmp_path), sys.prefix} & set(section.split())


def test_a_run_that_is_stopped_leaves_a_true_page_and_no_process(tmp_path: Path):
    held = tmp_path / "held"
    holds = f"import fcntl; file = open({str(held)!r}, 'w'); fcntl.flock(file, fcntl.LOCK_EX);"
    child = [sys.executable, "-c", holds + _STANDS.format("'held'")]
    stands = Part("stands", 10, ("-c", f"import subprocess; subprocess.run({child})"))
    program = (
        "import signal; from pathlib import Path; from tests.long.parts import Part;"
        "from tests.long.test_long import long_run;"
        "signal.signal(signal.SIGTERM, signal.default_int_handler);"
        f"raise SystemExit(long_run(Path({str(tmp_path)!r}), {stands!r}, {PASSES!r}).run())"
    )
    log = tmp_path / "stands.log"
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT) as run:
        while not (log.exists() and log.read_text() == "held\n"):
            assert run.poll() is None
        run.send_signal(signal.SIGTERM)
        assert run.wait(60) == 1
    page = (tmp_path / "long.md").read_text()
    assert "`: stopped: the run was stopped" in page
    assert "| passes | not run | 0.0 |" in page
    with held.open() as file:  # what the part's own child has held until it was ended
        fcntl.flock(file, fcntl.LOCK_EX)


def test_every_part_is_a_command_that_there_is():
    table = parts(seed=7)
    assert len({part.name for part in table}) == len(table)
    for part in table:
        assert part.arguments[0] == "-m"
        assert find_spec(part.arguments[1]) is not None
        assert all((ROOT / each).exists() for each in part.arguments if each.startswith("tests/"))


def test_parts_are_listed_by_how_their_names_begin():
    listed = CliRunner().invoke(app, ["--list", "--only", "storm-", "--seed", "7"]).output
    assert len(listed.splitlines()) == 15
    assert "python -m tests.faults --kills 80 --seed 16, 30 minutes at most" in listed
    assert CliRunner().invoke(app, ["--only", "strom"]).exit_code == 2
