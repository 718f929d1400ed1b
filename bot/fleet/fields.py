"""One JSON object from outside, read field by field: whatever stands there, nothing is raised."""

import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal

from pydantic_core import from_json

# An escaped backslash and a proper pair are matched first, so that only a lone half is left over.
_SURROGATES = re.compile(
    rb"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    rb"|(?P<lone>\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)
_LARGEST = 2**63 - 1  # what both databases keep as an integer
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_AMOUNT = re.compile(r"-?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?")
_MAX_AMOUNT_LENGTH = 30
_LINES = re.compile(r"[\t\n\r]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_FLAGS: Mapping[str, bool] = {"true": True, "1": True, "false": False, "0": False}


def parse_json(raw: bytes) -> object:
    """Parse a body; depth and length of numbers are bounded. Raises `ValueError` for no JSON.

    A byte order mark before it is passed over.

    Half a surrogate pair, as languages write it that cut texts in the middle of an emoji, is left
    out: one such name in a list must not make the whole list unreadable.
    """
    raw = raw.removeprefix(BOM_UTF8)
    try:
        return _parse(raw)
    except ValueError:
        return _parse(_SURROGATES.sub(lambda found: b"" if found["lone"] else found[0], raw))


def clean(text: str) -> str:
    """Return one line without control characters and lone surrogates."""
    if not text.isprintable():
        text = _CONTROL.sub("", _LINES.sub(" ", text))
    return text.strip()


def ids_in_capitals(value: object) -> bool | None:
    """Say whether the first `uuid` in an answer that has letters is in capitals; None without one.

    Other texts say nothing: people write them.
    """
    if isinstance(value, Mapping):
        own = text_of(value.get("uuid"))
        if is_uuid(own) and own.lower() != own.upper():
            return own == own.upper()
        value = [*value.values()]
    if not isinstance(value, list):
        return None
    answers = (ids_in_capitals(each) for each in value)
    return next((each for each in answers if each is not None), None)


def with_ids_in_capitals(value: object) -> object:
    """Return a request with every id in capitals."""
    match value:
        case str():
            return value.upper() if is_uuid(value) else value
        case list():
            return [with_ids_in_capitals(each) for each in value]
        case Mapping():
            return {name: with_ids_in_capitals(each) for name, each in value.items()}
    return value


def is_uuid(text: str) -> bool:
    return _UUID.fullmatch(text) is not None


def text_of(value: object) -> str:
    """Return the text of a string or a number, cleaned; "" for anything else."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    if not abs(value) <= _LARGEST:  # so do infinity and not-a-number
        return ""
    return str(int(value)) if value == int(value) else format(Decimal(repr(value)), "f")


def decimal_of(value: object) -> Decimal | None:
    """Return the number that a text or number holds, thousands separators allowed."""
    text = text_of(value)
    if len(text) > _MAX_AMOUNT_LENGTH or not _AMOUNT.fullmatch(text):
        return None
    return Decimal(text.replace(",", ""))


def array_of(value: object) -> object:
    """Return the array that an object stands for whose keys are its indices, or the value itself.

    Languages whose arrays are maps write one so that has lost its first elements.
    """
    if not isinstance(value, Mapping) or not value:
        return value
    return [*value.values()] if all(text_of(key).isdecimal() for key in value) else value


def moment_of(value: object) -> datetime | None:
    """Return an ISO 8601 time in UTC; one without a zone is UTC (contract: Resources)."""
    try:
        moment = datetime.fromisoformat(text_of(value))
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _parse(raw: bytes) -> object:
    parsed: object = from_json(raw, allow_inf_nan=False)
    return parsed


class Fields:
    """A mapping of unknown content; several names mean the first one that holds something."""

    def __init__(self, raw: object) -> None:
        self._raw: Mapping[object, object] = raw if isinstance(raw, Mapping) else {}

    def __bool__(self) -> bool:
        return bool(self._raw)

    def value(self, *names: str) -> object:
        """Return the first value that is neither missing nor empty, or None."""
        values = (self._raw.get(name) for name in names)
        return next((value for value in values if value not in (None, "", [], {})), None)

    def text(self, *names: str) -> str:
        """Return the first text or number as text; "" where there is none."""
        return next((text for text in map(text_of, self._values(names)) if text), "")

    def text_or_none(self, *names: str) -> str | None:
        return self.text(*names) or None

    def dialling_code(self, *names: str) -> str:
        """Return the digits of a country's dialling code; what has none, such as `NG`, as it is."""
        written = self.text(*names)
        return re.sub(r"[^0-9]", "", written) or written

    def uuid(self, *names: str) -> str | None:
        texts = (text.lower() for text in map(text_of, self._values(names)))
        return next((text for text in texts if is_uuid(text)), None)

    def whole(self, *names: str) -> int | None:
        """Return a whole number that a database can keep."""
        number = decimal_of(self.value(*names))
        if number is None or number != number.to_integral_value() or abs(number) > _LARGEST:
            return None
        return int(number)

    def decimal(self, *names: str) -> Decimal | None:
        """Return a number exactly as written."""
        return decimal_of(self.value(*names))

    def moment(self, *names: str) -> datetime | None:
        return moment_of(self.value(*names))

    def flag(self, *names: str) -> bool | None:
        """Return a boolean, also one written as a word or as 0 and 1."""
        value = self.value(*names)
        return value if isinstance(value, bool) else _FLAGS.get(text_of(value).lower())

    def record(self, *names: str) -> "Fields":
        """Return the object under a name, or the first of an array of objects."""
        return next(iter(self.records(*names)), Fields(None))

    def records(self, *names: str) -> tuple["Fields", ...]:
        """Return the objects of an array; a single object counts as an array of one."""
        value = array_of(self.value(*names))
        several = value if isinstance(value, list) else [value]
        return tuple(Fields(item) for item in several if isinstance(item, Mapping) and item)

    def names(self) -> tuple[str, ...]:
        return tuple(text_of(name) for name in self._raw)

    def _values(self, names: tuple[str, ...]) -> Iterator[object]:
        return (self._raw.get(name) for name in names)
