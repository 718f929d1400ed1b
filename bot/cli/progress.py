"""The progress of long work, shown at a terminal and nowhere else."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from bot.base.backup.manifest import Report

_WIDE_ENOUGH = 60
_WHAT = TextColumn("{task.description}")


@contextmanager
def shown_progress() -> Iterator[Report]:
    """Yield a report that shows the step, its share done and the time left, on standard error.

    Without a terminal it shows nothing; a narrow one gets no bar and no time.
    """
    console = Console(stderr=True)
    if not console.is_terminal or console.is_dumb_terminal:
        yield lambda _what, _done, _of: None
        return
    columns: tuple[ProgressColumn, ...] = (SpinnerColumn(), _WHAT, TaskProgressColumn())
    if console.width >= _WIDE_ENOUGH:
        columns = (SpinnerColumn(), _WHAT, BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=None)
        doing = ""

        def report(what: str, done: int, of: int) -> None:
            nonlocal doing
            if what != doing:
                doing = what
                progress.reset(task, description=what, total=of or None)
            progress.update(task, completed=done, total=of or None)

        yield report
