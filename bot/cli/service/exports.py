"""`handover service export`: deliveries, riders or the audit log in a file.

The file is CSV for a spreadsheet, or JSON with one object on each line for a program.
"""

import csv
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from bot.base.private_files import being_replaced
from bot.cli.endings import fail, refuse, stopped_between_steps
from bot.cli.service.operation import ConfigFile, EnvironmentName, day_of, operate
from bot.service.environment import Environment
from bot.service.operations.export import AUDIT, DELIVERIES, RIDERS, Export, Row
from bot.service.store.slices import MadeOn

_EXPORTS: dict[str, Export[Any]] = {
    "deliveries": DELIVERIES,
    "riders": RIDERS,
    "audit-entries": AUDIT,
}

_COMPUTED = re.compile(
    r"^(?=[\t\r\n])|(?:^|(?<=[;\t\r\n]))(?=[^\S\t\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20])"
)
"""The start of a text that a spreadsheet would take for a formula, also in full-width signs.

In many locales a spreadsheet splits cells at semicolons and ignores our quotes. A new cell then
begins after each semicolon and on each line, so a formula can begin there, too.
"""

_PHONE = re.compile(r"\+[0-9]+")
_MARK = "\ufeff"
"""The byte order mark: without it a spreadsheet misreads names with accents."""


def export(
    environment: EnvironmentName,
    what: Annotated[
        Literal["deliveries", "riders", "audit-entries"],
        typer.Argument(
            metavar="deliveries|riders|audit-entries", help="What to write.", show_default=False
        ),
    ],
    out: Annotated[Path, typer.Option(help="The file to write.", show_default=False)],
    form: Annotated[
        Literal["csv", "json"],
        typer.Option("--format", help="For a spreadsheet, or JSON: an object on each line."),
    ] = "csv",
    since: Annotated[str, typer.Option(help="Only those made on this day (UTC) or later.")] = "",
    until: Annotated[str, typer.Option(help="Only those made on this day (UTC) or before.")] = "",
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    config: ConfigFile = None,
) -> None:
    """Write deliveries, riders or the audit log into a file that only you can read.

    The oldest come first. It holds names, phone numbers and addresses, but no codes and no keys;
    what is wiped after the time in [retention] is empty. Amounts have two places, times are UTC.
    Remove the file once it has served.

    Example: handover service export production deliveries --since 2026-03-01
    --out march.csv
    """
    period = MadeOn(
        day_of(since, "since") if since else None, day_of(until, "until") if until else None
    )
    if out.is_dir():
        refuse(f"{out} is a folder: name a file in it.")
    if out.exists() and not force:
        refuse(f"{out} exists: name another file, or replace it with --force.")
    exported, written = _EXPORTS[what], _FORMATS[form]
    try:
        with stopped_between_steps() as obey, being_replaced(out, on_disk=True) as file:

            async def write(env: Environment) -> int:
                """Write slice after slice, and return the number of rows."""
                count = 0
                file.write(written(exported.columns, None))
                async for rows in exported.slices(env, period):
                    # A signal stops the export between two slices.
                    obey()
                    file.write(written(exported.columns, rows))
                    count += len(rows)
                return count

            count = operate(config, environment, write)
    except OSError as error:
        fail(f"{out} cannot be written: {error.strerror}.")
    typer.echo(f"{out}: {count} {what}.")


def _as_csv(columns: Iterable[str], rows: Sequence[Row] | None) -> bytes:
    """Return rows as CSV without formulas; for `None`, the heading with the columns' names."""
    text = StringIO()
    writer = csv.writer(text)
    if rows is None:
        text.write(_MARK)
        writer.writerow(columns)
        return text.getvalue().encode()
    for row in rows:
        cells = []
        for name in columns:
            value = row[name]
            if isinstance(value, bool):
                cells.append("yes" if value else "no")
                continue
            cell = "" if value is None else str(value)
            # A phone number begins with a plus, but is no formula.
            cells.append(cell if _PHONE.fullmatch(cell) else _COMPUTED.sub("'", cell))
        writer.writerow(cells)
    return text.getvalue().encode()


def _as_json(_columns: Iterable[str], rows: Sequence[Row] | None) -> bytes:
    """Return rows as one JSON object a line; there is no heading."""
    lines = (json.dumps(row, ensure_ascii=False) for row in rows or ())
    return "".join(f"{line}\n" for line in lines).encode()


_Write = Callable[[Iterable[str], Sequence[Row] | None], bytes]
_FORMATS: Mapping[str, _Write] = {"csv": _as_csv, "json": _as_json}
