"""Canaries: secrets that must be nowhere in what the bot leaves behind."""

from collections.abc import Iterable
from pathlib import Path

_LEFT_BEHIND = "handover.db*"


def found_in(folder: Path, output: Iterable[str], secrets: Iterable[str]) -> list[str]:
    """Name the places in which a secret stands: database files of the bot, and what it wrote."""
    wanted = [secret.encode() for secret in secrets]
    places = {path.name: path.read_bytes() for path in sorted(folder.glob(_LEFT_BEHIND))}
    places["output"] = "".join(output).encode()
    return [
        f"{name} ({sum(content.count(secret) for secret in wanted)})"
        for name, content in places.items()
        if any(secret in content for secret in wanted)
    ]
