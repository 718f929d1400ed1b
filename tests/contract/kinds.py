"""What a field can hold, in the contract's words: looked for in answers, made up for examples."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count


@dataclass
class Maker:
    """Makes up one document: `choice` says which of several kinds is taken, where there are more.

    Every value is another one, so that a reader who takes the wrong field is found out.
    """

    choice: int = 0
    numbers: Iterator[int] = field(default_factory=lambda: count(1))


class Kind(ABC):
    """What a value may be. `a | b` may be either."""

    @abstractmethod
    def problems(self, value: object, where: str) -> Iterator[str]:
        """Yield what is wrong with a value, each with the place that it stands at."""

    @abstractmethod
    def make(self, name: str, maker: Maker) -> object:
        """Make up a value for the field of this name."""

    def __or__(self, other: "Kind") -> "Kind":
        return Either((self, other))


@dataclass(frozen=True)
class Plain(Kind):
    """A value without parts."""

    words: str
    holds: Callable[[object], object]
    made: Callable[[str, int], object]

    def problems(self, value: object, where: str) -> Iterator[str]:
        if not self.holds(value):
            yield f"{where} is not {self.words}: {value!r}"

    def make(self, name: str, maker: Maker) -> object:
        return self.made(name, next(maker.numbers))


@dataclass(frozen=True)
class Either(Kind):
    """One kind or another."""

    kinds: tuple[Kind, ...]

    def __or__(self, other: Kind) -> Kind:
        return Either((*self.kinds, other))

    def problems(self, value: object, where: str) -> Iterator[str]:
        found = [list(kind.problems(value, where)) for kind in self.kinds]
        if all(found):
            yield from min(found, key=len)

    def make(self, name: str, maker: Maker) -> object:
        return self.kinds[min(maker.choice, len(self.kinds) - 1)].make(name, maker)


@dataclass(frozen=True)
class Array(Kind):
    """Any number of one kind; two are made up by the first choice, then one, then none."""

    of: Kind

    def problems(self, value: object, where: str) -> Iterator[str]:
        if not isinstance(value, list):
            yield f"{where} is not an array: {value!r}"
            return
        for index, each in enumerate(value):
            yield from self.of.problems(each, f"{where}[{index}]")

    def make(self, name: str, maker: Maker) -> object:
        return [self.of.make(name, maker) for _ in range(2 - min(maker.choice, 2))]


@dataclass(frozen=True)
class Mapped(Kind):
    """An object with any names, of which there is at least one."""

    of: Kind

    def problems(self, value: object, where: str) -> Iterator[str]:
        if not isinstance(value, dict) or not value:
            yield f"{where} is not an object with fields: {value!r}"
            return
        for name, inner in value.items():
            yield from self.of.problems(inner, f"{where}.{name}")

    def make(self, name: str, maker: Maker) -> object:
        return {name: self.of.make(name, maker)}


@dataclass(frozen=True)
class Record(Kind):
    """An object with exactly these fields; `perhaps` names those that may be left out."""

    name: str
    fields: Mapping[str, Kind]
    perhaps: frozenset[str] = frozenset()

    def only(self, *names: str) -> "Record":
        return replace(self, fields={name: self.fields[name] for name in names})

    def without(self, *names: str) -> "Record":
        assert set(names) <= self.fields.keys(), names
        kept = {name: kind for name, kind in self.fields.items() if name not in names}
        return replace(self, fields=kept, perhaps=self.perhaps - set(names))

    def but(self, **fields: Kind) -> "Record":
        return replace(self, fields={**self.fields, **fields})

    def maybe(self, *names: str) -> "Record":
        assert set(names) <= self.fields.keys(), names
        return replace(self, perhaps=self.perhaps | set(names))

    def problems(self, value: object, where: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{where} is not an object: {value!r}"
            return
        for missing in sorted(self.fields.keys() - value.keys() - self.perhaps):
            yield f"{where}.{missing} is missing"
        for name, inner in value.items():
            if name in self.fields:
                yield from self.fields[name].problems(inner, f"{where}.{name}")
            else:
                yield f"{where}.{name} is not a field of this shape"

    def make(self, _name: str, maker: Maker) -> object:
        left_out = self.perhaps if maker.choice else frozenset()
        return {
            name: kind.make(name, maker)
            for name, kind in self.fields.items()
            if name not in left_out
        }


def _like(pattern: str) -> Callable[[object], object]:
    compiled = re.compile(pattern)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value)


def _timestamp(_name: str, number: int) -> str:
    moment = datetime(2026, 3, 2, 9, tzinfo=UTC) + timedelta(seconds=number, microseconds=number)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def exactly(value: object) -> Kind:
    return Plain(repr(value), lambda given: given == value, lambda _name, _number: value)


TEXT = Plain("a string", lambda v: isinstance(v, str), lambda name, n: f"{name} {n}")
UUID = Plain(
    "a UUID string",
    _like(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    lambda _, n: f"00000000-0000-4000-8000-{n:012}",
)
DIGITS = Plain("a string of digits", _like(r"[0-9]+"), lambda _, n: f"{n + 100}")
# Where somebody without a phone number stands, there are no digits.
DIALLING_CODE = Plain("a dialling code", _like(r"[0-9]*"), lambda _, n: f"{n + 100}")
# Where the contract has a URL that cannot be null, no picture is an empty string.
URL = Plain("a URL", _like(r"(https?://\S+)?"), lambda _, n: f"https://pictures.example/{n}.jpg")
TIMESTAMP = Plain(
    "a UTC timestamp with microseconds",
    _like(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(Z|\+00:00)"),
    _timestamp,
)
DECIMAL = Plain("a decimal with 2 places", _like(r"-?[0-9]+\.[0-9]{2}"), lambda _, n: f"{n}.25")
MONEY = Plain(
    "an amount with currency and separators",
    _like(r"[A-Z]{3} [0-9]{1,3}(,[0-9]{3})*(\.[0-9]{2})?"),
    lambda _, n: f"NGN {n * 1000:,}.00",
)
CURRENCY = Plain("a currency code", _like("[A-Z]{3}"), lambda _, __: "NGN")
INTEGER = Plain(
    "an integer", lambda v: isinstance(v, int) and not isinstance(v, bool), lambda _, n: n
)
NUMBER = Plain(
    "a number",
    lambda v: isinstance(v, int | float) and not isinstance(v, bool),
    lambda _, n: n,
)
BOOLEAN = Plain("a boolean", lambda v: isinstance(v, bool), lambda _, n: n % 2 == 0)
NULL = exactly(None)
EMPTY_ARRAY = Plain("an empty array", lambda v: v == [], lambda _, __: [])
ANYTHING = Plain("anything", lambda _: True, lambda _, __: None)
_DEGREES = Plain("a coordinate", _like(r"-?[0-9]+(\.[0-9]+)?"), lambda _, n: f"{n % 90}.5")
PLACE = _DEGREES | Plain("a number", NUMBER.holds, lambda _, n: n % 90 + 0.5) | NULL
