"""A call's arguments, read with the types that the Bot API gives them."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import from_json

from bot.demo.telegram.refusals import Refusal

_TRUE = frozenset({"true", "yes", "1"})
_ATTACHED = "attach://"


@dataclass(frozen=True, slots=True)
class Upload:
    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Arguments:
    """Everything that was sent with one call, from query string and body alike."""

    fields: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, Upload] = field(default_factory=dict)

    def __contains__(self, name: str) -> bool:
        return name in self.fields or name in self.files

    def text(self, name: str) -> str:
        return self.fields.get(name, "")

    def integer(self, name: str, default: int = 0) -> int:
        """Return a whole number, or the default where it is missing or not a number."""
        try:
            return int(self.text(name))
        except ValueError:
            return default

    def bounded(self, name: str, default: int, low: int, high: int) -> int:
        """Return a whole number, moved to the nearest allowed one."""
        return min(max(self.integer(name, default), low), high)

    def decimal(self, name: str) -> float | None:
        """Return a number, or None where it is missing or not a number."""
        try:
            number = float(self.text(name))
        except ValueError:
            return None
        return number if math.isfinite(number) else None

    def flag(self, name: str) -> bool:
        """Return whether the argument says yes, in any of the spellings that Telegram takes."""
        return self.text(name).strip().lower() in _TRUE

    def json(self, name: str) -> Any:  # noqa: ANN401 - whatever the JSON text holds
        """Return the parsed value, None where it is missing; raise `ValueError` if unreadable."""
        text = self.text(name)
        return from_json(text, allow_inf_nan=False) if text else None

    def objects(self, name: str) -> list[dict[str, Any]]:
        """Return an array of objects, empty where it is missing; refuse anything else."""
        try:
            values = self.json(name)
        except ValueError as error:
            raise Refusal.UNREADABLE_LIST.error(name) from error
        items: list[Any] = [] if values is None else values
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise Refusal.UNREADABLE_LIST.error(name)
        return items

    def object(self, name: str) -> dict[str, Any]:
        """Return an object, empty where it is missing; refuse anything else."""
        try:
            value = self.json(name)
        except ValueError as error:
            raise Refusal.UNREADABLE_LIST.error(name) from error
        if value is not None and not isinstance(value, dict):
            raise Refusal.UNREADABLE_LIST.error(name)
        return value or {}

    def upload(self, name: str) -> Upload | None:
        """Return the file sent under this name, directly or by `attach://`."""
        return self.files.get(name) or self.attached(self.text(name))

    def attached(self, reference: str) -> Upload | None:
        """Return the file that an `attach://` reference means."""
        if not reference.startswith(_ATTACHED):
            return None
        return self.files.get(reference.removeprefix(_ATTACHED))
