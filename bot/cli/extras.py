"""What only some commands need, and what to install for them."""

from collections.abc import Mapping
from typing import Final

EXTRAS: Final[Mapping[str, frozenset[str]]] = {
    "service": frozenset(
        {"aiosmtplib", "argon2", "fastapi", "fastapi_offline", "pyotp", "trustme"}
    ),
    "postgres": frozenset({"psycopg"}),
}
"""The modules that an extra of the installation brings, and nothing else does."""

_BY_COMMAND = {"demo": "demo", "telegram": "telegram"}
"""Which extra brings all that a command needs, where it is another one."""


def advice(module: str, command: str) -> str | None:
    """Say what to install for a command that lacks a module; None where no extra brings it."""
    extra = next((name for name, modules in EXTRAS.items() if module in modules), None)
    if extra is None:
        return None
    if extra != "postgres":
        extra = _BY_COMMAND.get(command, extra)
    return (
        f"{module} is not installed, which this needs. Install it with the extra {extra!r}:"
        f" pip install 'handover-bot[{extra}]', or '.[{extra}]' in a clone of the repository."
    )
