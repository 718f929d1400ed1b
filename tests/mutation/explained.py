"""The survivors of which it is known why nothing can notice them: `explained.toml`."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

_FILE = Path(__file__).with_name("explained.toml")

Reasons = Mapping[str, str]
"""Why nothing can notice a mutant, by what it is."""


def reasons(module: str) -> Reasons:
    """The explained survivors of a module; several that have one reason stand in one entry."""
    entries = tomllib.loads(_FILE.read_text()).get("survivor", [])
    ours = [entry for entry in entries if entry["module"] == module]
    return {what: entry["why"] for entry in ours for what in entry["what"]}
