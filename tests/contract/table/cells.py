"""The table: endpoint × field × (service, client, chat), and how it is written."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tests.contract.table.fields import Field, answered, asked, open_fields, told
from tests.contract.table.reasons import CHAT, CLIENT, SERVICE_OPEN, reason

Column = Mapping[Field, str]
_MOST_STEPS = 3


@dataclass(frozen=True)
class Row:
    """A field in its place, and what is proven of it; an empty cell is something missing."""

    field: Field
    service: str
    client: str
    chat: str

    @property
    def what(self) -> tuple[str, str]:
        """The table of the contract's that the field is in, or else its request, and its name."""
        return self.field.owner or self.field.place, self.field.last

    @property
    def missing(self) -> list[str]:
        return [name for name in ("service", "client", "chat") if not getattr(self, name)]


def rows(service: Column, client: Column, chat: Column) -> list[Row]:
    """Fill the table from what was proven, and where that is nothing, from the reasons."""
    shown = dict(_shown_anywhere(chat))
    left_open = open_fields()
    return [
        Row(
            field,
            service.get(field) or (f"– {SERVICE_OPEN}" if field in left_open else ""),
            read := client.get(field) or reason(field, CLIENT),
            _steps(chat[field]) if field in chat else _elsewhere(field, shown, read),
        )
        for field in (*asked(), *answered(), *told())
    ]


def _shown_anywhere(chat: Column) -> Iterator[tuple[tuple[str, str], str]]:
    for field in chat:
        if field.owner and not field.place.startswith("webhook"):
            yield field.same, field.place.partition(":")[0]


def _elsewhere(field: Field, shown: Mapping[tuple[str, str], str], read: str) -> str:
    """Say where a field of the same table is shown from, or why it need not be shown."""
    if field.owner and field.same in shown:
        return f"as from {shown[field.same]}"
    return reason(field, CHAT) or (read if read.startswith("–") else "")


def _steps(steps: str) -> str:
    first, others = steps.split(", ")[:_MOST_STEPS], steps.split(", ")[_MOST_STEPS:]
    return ", ".join(first) + (" …" if others else "")


def as_markdown(table: Iterable[Row]) -> Iterator[str]:
    yield "| place | field | service | client | chat |"
    yield "|---|---|---|---|---|"
    for row in table:
        yield (
            f"| {row.field.place} | `{row.field.name}` | {row.service} | {row.client} "
            f"| {row.chat or '**missing**'} |"
        )
