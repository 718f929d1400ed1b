"""What the service takes and answers, proven by asking a real one everything."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.contract.asking import ask, problems
from tests.contract.causing import caused
from tests.contract.contract import PAYLOADS
from tests.contract.events import CAUSES
from tests.contract.scene import House, Scene, opened
from tests.contract.table.fields import Field, answer_kinds, asked_by, told, values
from tests.contract.variants import READ_VARIANTS, WRITE_VARIANTS, Variant

ANSWERED, TAKEN, NULL = "answered", "taken", "null"
_ONE_ENCODING_EACH = {str(variant.row): variant for variant in reversed(WRITE_VARIANTS)}


class Seen:
    """What has come by; a field that has only ever been null is told as such."""

    def __init__(self) -> None:
        self._values: defaultdict[Field, list[Any]] = defaultdict(list)
        self._taken: set[Field] = set()

    def taken(self, fields: Iterable[Field]) -> None:
        self._taken.update(fields)

    def answered(self, fields: Iterable[Field], document: Any) -> None:
        """Note a document; where an object or array is null or empty, so is all that it has."""
        found = defaultdict(list)
        for path, value in values(document):
            found[path].append(value)
        for field in fields:
            steps = field.name.split(".")
            for end in range(1, len(steps) + 1):
                self._values[field] += found.get(".".join(steps[:end]), ())

    @property
    def cells(self) -> Mapping[Field, str]:
        answered = {
            field: ANSWERED if any(value not in (None, []) for value in found) else NULL
            for field, found in self._values.items()
            if found
        }
        return answered | dict.fromkeys(self._taken, TAKEN)


async def service_column(scene: Scene, folder: Path, certificates: Path) -> Mapping[Field, str]:
    """Ask everything that the contract has, and have every webhook sent in both shapes."""
    seen = Seen()
    async with opened(scene, folder / "museum", certificates) as museum:
        for variant in READ_VARIANTS:
            await _ask(museum, variant, seen)
    for number, variant in enumerate(_ONE_ENCODING_EACH.values()):
        async with opened(scene, folder / f"house-{number}", certificates) as house:
            await _ask(house, variant, seen)
    for shape in PAYLOADS:
        for cause in CAUSES:
            there = folder / f"{cause.kind}-{shape}"
            call, *_ = await caused(cause, shape, scene, there, certificates)
            places = [field for field in told() if field.place == f"webhook, {shape}"]
            seen.answered(places, call.payload)
    return seen.cells


async def _ask(house: House, variant: Variant, seen: Seen) -> None:
    answer = await ask(house.http, variant, house.names)
    assert problems(variant.row, answer) == []
    seen.taken(asked_by(variant.row))
    seen.answered(answer_kinds(variant.row), answer.json()["data"])
