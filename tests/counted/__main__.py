"""Count what needs no clock, and tell what is not as it is written in tests/measured/counted.toml.

python -m tests.counted
python -m tests.counted --only size --write
"""

import asyncio
import sys
from typing import Annotated

import typer

from bot import logs
from tests.counted import kept
from tests.counted.parts import PARTS, count


def main(
    only: Annotated[list[str] | None, typer.Option(help="One part; can be repeated.")] = None,
    write: Annotated[bool, typer.Option(help="Write down what was counted.")] = False,
) -> None:
    """Count, and print what has changed; ends with 1 if something has, and is not written."""
    logs.configure("WARNING", as_json=False)
    parts = only or [*PARTS]
    if unknown := {*parts} - PARTS.keys():
        raise typer.BadParameter(f"{', '.join(unknown)}: there are {', '.join(PARTS)}")
    counted: kept.Figures = {}
    for part in parts:
        counted |= asyncio.run(count(part))
    written = {section: each for section, each in kept.read().items() if section[0] in parts}
    changes = kept.changes(written, counted)
    sys.stdout.writelines(f"{change}\n" for change in changes)
    if write:
        kept.write(counted)
    elif changes:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
