"""The pages that people read, which are the README and `docs/`, and the tables in them."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
README = ROOT / "README.md"
COMMANDS_PAGE = DOCS / "commands.md"
PAGES = [README, *sorted(DOCS.glob("*.md"))]


def table_in(page: Path, name: str) -> str:
    """Return the table of a name that stands in a page, in Markdown."""
    begin, end = _marks(name)
    return page.read_text().split(begin)[1].split(end)[0]


def put_table(page: Path, name: str, table: str) -> None:
    """Put a table into a page, in the place of the former one of that name."""
    begin, end = _marks(name)
    before, rest = page.read_text().split(begin)
    page.write_text(before + begin + table + end + rest.split(end)[1])


def _marks(name: str) -> tuple[str, str]:
    return f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
