"""`handover service export`: deliveries, riders or the audit log in a file."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from bot.base.private_files import being_replaced
from bot.cli.endings import fail, refuse, stopped_between_steps
from bot.cli.service.operating import ConfigFile, EnvironmentName, day_of, operate
from bot.cli.service.sheets import FORMATS
from bot.service.environment import Environment
from bot.service.operations.export import AUDIT, DELIVERIES, RIDERS, Export
from bot.service.store.slices import MadeOn

_EXPORTS: dict[str, Export[Any]] = {
    "deliveries": DELIVERIES,
    "riders": RIDERS,
    "audit-entries": AUDIT,
}


def export(
    environment: EnvironmentName,
    what: Annotated[
        Literal["deliveries", "riders", "audit-entries"],
        typer.Argument(
            metavar="deliveries|riders|audit-entries", help="What to write.", show_default=False
        ),
    ],
    out: Annotated[Path, typer.Option(help="The file that it is to be.", show_default=False)],
    form: Annotated[
        Literal["csv", "json"],
        typer.Option("--format", help="For a spreadsheet, or JSON: an object on each line."),
    ] = "csv",
    since: Annotated[str, typer.Option(help="Only those made on this day (UTC) or later.")] = "",
    until: Annotated[str, typer.Option(help="Only those made on this day (UTC) or before.")] = "",
    force: Annotated[bool, typer.Option("--force", help="Also where there is a file.")] = False,
    config: ConfigFile = None,
) -> None:
    """Write deliveries, riders or the audit log into a file that only you can read.

    The oldest come first. It holds names, phone numbers and addresses, but no codes and no keys;
    what is wiped after the time in \\[retention] is empty. Amounts have two places, times are UTC.
    Remove the file once it has served.

    Example: [bold]handover service export production deliveries --since 2026-03-01
    --out march.csv[/]
    """
    period = MadeOn(
        day_of(since, "since") if since else None, day_of(until, "until") if until else None
    )
    if out.is_dir():
        refuse(f"{out} is a folder: name a file in it.")
    if out.exists() and not force:
        refuse(f"{out} exists: name another file, or replace it with --force.")
    count = _write(config, environment, _EXPORTS[what], period, out, form)
    typer.echo(f"{out}: {count} {what}.")


def _write(
    config: Path | None,
    environment: str,
    exported: Export[Any],
    period: MadeOn,
    out: Path,
    form: str,
) -> int:
    try:
        with stopped_between_steps() as obey, being_replaced(out, on_disk=True) as file:

            async def work(env: Environment) -> int:
                return await _stream(exported, env, period, form, file.write, obey)

            return operate(config, environment, work)
    except OSError as error:
        fail(f"{out} cannot be written: {error.strerror}.")


async def _stream(
    exported: Export[Any],
    env: Environment,
    period: MadeOn,
    form: str,
    write: Callable[[bytes], object],
    obey: Callable[[], None],
) -> int:
    """Write slice after slice, and return how many rows there are."""
    count, lines = 0, FORMATS[form]
    write(lines(exported.columns, None))
    async for rows in exported.slices(env, period):
        obey()
        write(lines(exported.columns, rows))
        count += len(rows)
    return count
