"""One page of a list."""

from collections.abc import Callable
from typing import Generic, TypeVar

from bot.fleet.shapes.fields import Fields
from bot.fleet.shapes.frozen import Frozen

T = TypeVar("T")


class Page(Frozen, Generic[T]):
    """Records of page `number`, counted from 1, of `last_page`; `total` counts all pages."""

    items: tuple[T, ...]
    number: int = 1
    last_page: int = 1
    total: int = 0


def read_page(raw: object, read: Callable[[object], T | None], asked: int) -> Page[T] | None:
    """Read a pagination envelope, or a bare array, which is all there is.

    Records that `read` makes nothing of are left out. None where `raw` is neither.
    """
    if isinstance(raw, list):
        items = _items(raw, read)
        return Page(items=items, total=len(items))
    fields = Fields(raw)
    records = fields.value("data")
    if "data" not in fields.names() or not isinstance(records, list | None):
        return None
    items = _items(records or [], read)
    number = fields.whole("current_page") or asked
    total = fields.whole("total")
    return Page(
        items=items,
        number=number,
        last_page=_last_page(fields, number),
        total=len(items) if total is None else total,
    )


def listed_under(name: str, raw: object) -> object:
    """Return the list or envelope under a name, or `raw` where there is no such name."""
    fields = Fields(raw)
    if name not in fields.names():
        return raw
    return fields.value(name) or []


def _items(raw: list[object], read: Callable[[object], T | None]) -> tuple[T, ...]:
    return tuple(item for item in map(read, raw) if item is not None)


def _last_page(fields: Fields, number: int) -> int:
    """Say how far it goes; of the links only their presence counts, they are never followed."""
    last_page = fields.whole("last_page")
    if last_page is not None:
        return last_page
    return number + 1 if fields.text("next_page_url") else number
