"""Print the contract as a table: endpoint × field × (service, client, chat), as Markdown.

    python -m tests.contract.table > table.md

Every cell is proven while it runs: by a real service that is asked everything, by the client's
requests and records, and by a day in a town whose fleet service tells a canary in every field. What
nothing is to be said of says why.
"""

import asyncio
import tempfile
from pathlib import Path

import typer

from bot import logs
from tests.contract.table.cells import as_markdown
from tests.contract.table.proof import prove

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main() -> None:
    """Exit with 0 if no cell is empty, with 1 if one is."""
    logs.configure("WARNING", as_json=False)
    with tempfile.TemporaryDirectory(prefix="handover-table-") as folder:
        table = asyncio.run(prove(Path(folder)))
    for line in as_markdown(table):
        typer.echo(line)
    missing = sum(bool(row.missing) for row in table)
    typer.echo(f"\n{len(table)} rows, {missing} with an empty cell")
    raise typer.Exit(1 if missing else 0)


if __name__ == "__main__":
    app()
