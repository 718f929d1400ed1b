"""Lists: one page of them, and those that are longer than a page."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Generic, TypeVar

from bot.fleet.errors import Unreadable
from bot.fleet.fields import Fields
from bot.fleet.values import Frozen

T = TypeVar("T")

SWEEP_PAGE = 50
"""Records per page where all pages are wanted; the contract names no largest size."""

MAX_PAGES = 1000
"""Pages after which a list that does not end is given up."""


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


def read_several(raw: object, read: Callable[[object], T | None]) -> tuple[T, ...]:
    """Read one record or an array of them, leaving out what is none."""
    return _items(raw if isinstance(raw, list) else [raw], read)


def listed_under(name: str, raw: object) -> object:
    """Return the list or envelope under a name, or `raw` where there is no such name."""
    fields = Fields(raw)
    if name not in fields.names():
        return raw
    return fields.value(name) or []


async def all_pages(fetch: Callable[[int], Awaitable[Page[T]]]) -> AsyncIterator[T]:
    """Yield the records of page 1 and all that follow it.

    Raises `Unreadable` for a list without an end.
    """
    for number in range(1, MAX_PAGES + 1):
        page = await fetch(number)
        for item in page.items:
            yield item
        if not page.items or number >= page.last_page:
            return
    raise Unreadable("The list of the fleet service does not end.")


def check_number(page: Page[T], asked: int) -> None:
    """Raise `Unreadable` where another page came than was asked for.

    A service that does not know how to turn pages would otherwise look like a short list.
    """
    if page.number != asked:
        raise Unreadable(f"The fleet service was asked for page {asked} and gave {page.number}.")


def _items(raw: list[object], read: Callable[[object], T | None]) -> tuple[T, ...]:
    return tuple(item for item in map(read, raw) if item is not None)


def _last_page(fields: Fields, number: int) -> int:
    """Say how far it goes; of the links only their presence counts, they are never followed."""
    last_page = fields.whole("last_page")
    if last_page is not None:
        return last_page
    return number + 1 if fields.text("next_page_url") else number
