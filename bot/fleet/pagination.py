"""Pages of lists: reading one page, and lists that are longer than a page."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from heapq import merge
from itertools import chain, pairwise
from typing import Any, Generic, Protocol, Self, TypeVar
from urllib.parse import parse_qsl

from bot.fleet.errors import Unreadable
from bot.fleet.fields import Fields, array_of
from bot.fleet.values import Frozen

T = TypeVar("T")

SWEEP_PAGE = 50
"""Records per page where all pages are wanted; the contract names no largest size."""

_ENVELOPE = {"current_page", "last_page", "next_page_url", "total"}
"""The fields of an envelope that tell how many pages there are (contract: Resources)."""

MAX_PAGES = 1000
"""The most pages of a list: one that has still not ended is given up."""


class Page(Frozen, Generic[T]):
    """Records of page `number`, counted from 1, of `last_page`; `total` counts all pages.

    `tells_end` is unset if the service does not say how many pages there are. `turned_by` is the
    parameter with the page number in the link to the next page.
    """

    items: tuple[T, ...]
    number: int = 1
    last_page: int = 1
    total: int = 0
    tells_end: bool = True
    turned_by: str = ""


class _Listed(Protocol):
    @property
    def page(self) -> Page[Any]: ...

    def model_copy(self, *, update: Mapping[str, Any]) -> Self: ...


Listed = TypeVar("Listed", bound=_Listed)
"""An answer that holds a page."""


def read_page(raw: object, read: Callable[[object], T | None], asked: int) -> Page[T] | None:
    """Read a pagination envelope, or a bare array, which is the whole list.

    Records that `read` cannot read are left out. Return None if `raw` is neither.
    """
    raw = array_of(raw)
    if isinstance(raw, list):
        items = _items(raw, read)
        return Page(items=items, total=len(items))
    fields = Fields(raw)
    records = array_of(fields.value("data"))
    if "data" not in fields.names() or not isinstance(records, list | None):
        return None
    items = _items(records or [], read)
    envelope = fields if _ENVELOPE & {*fields.names()} else fields.record("meta")
    number = envelope.whole("current_page") or asked
    # The links are never followed, for they could lead the key to another host. Only their presence
    # counts.
    next_page = envelope.text("next_page_url")
    last_page, total = envelope.whole("last_page"), envelope.whole("total")
    if last_page is None:
        last_page = number + 1 if next_page else number
    return Page(
        items=items,
        number=number,
        last_page=last_page,
        total=len(items) if total is None else total,
        tells_end=bool(_ENVELOPE & {*envelope.names()}),
        turned_by=_turned_by(next_page, number + 1),
    )


def read_several(raw: object, read: Callable[[object], T | None]) -> tuple[T, ...]:
    """Read one record or an array of them; leave out values that are no records."""
    raw = array_of(raw)
    return _items(raw if isinstance(raw, list) else [raw], read)


def join_pages(pages: Sequence[Page[T]], name: Callable[[T], str]) -> Page[T]:
    """Join the same page of several lists; of records with the same name keep the last."""
    items = {name(item): item for page in pages for item in page.items}
    return Page[T](
        items=tuple(items.values()),
        number=pages[0].number,
        last_page=max(page.last_page for page in pages),
        total=sum(page.total for page in pages),
    )


async def page_of_smaller(
    fetch: Callable[[int], Awaitable[Listed]], number: int, size: int, given: int
) -> Listed:
    """Make a page of `size` records out of smaller pages with `given` records."""
    before = (number - 1) * size
    first, last = before // given + 1, -(-(before + size) // given)
    parts = [await fetch(first)]
    while len(parts) <= last - first and first + len(parts) <= parts[-1].page.last_page:
        parts.append(await fetch(first + len(parts)))
    items = [item for part in parts for item in part.page.items]
    start = before - (first - 1) * given
    ends = parts[-1].page.last_page
    page = parts[0].page.model_copy(
        update={
            "items": tuple(items[start : start + size]),
            "number": number,
            "last_page": max(1, -(-ends * given // size)),
        }
    )
    return parts[0].model_copy(update={"page": page})


async def pages_up_to(fetch: Callable[[int], Awaitable[Listed]], number: int) -> list[Listed]:
    """Fetch the pages of a list from the first up to a number, or to the last one."""
    fetched = [await fetch(1)]
    while len(fetched) < min(number, fetched[-1].page.last_page):
        fetched.append(await fetch(len(fetched) + 1))
    return fetched


def page_of_joined(
    lists: Sequence[Sequence[Page[T]]],
    number: int,
    size: int,
    *,
    name: Callable[[T], str],
    born: Callable[[T], datetime | None],
) -> Page[T]:
    """Return a page of several lists joined to one, each given by `pages_up_to` that number.

    The youngest of the first records of the lists comes next. So every record is on exactly one
    page, and the order is that of age if it is so in the lists.
    """
    records = merge(
        *(chain.from_iterable(page.items for page in pages) for pages in lists),
        key=lambda item: born(item) or _LONG_AGO,
        reverse=True,
    )
    once = tuple({name(item): item for item in records}.values())
    is_whole = all(pages[-1].number >= pages[-1].last_page for pages in lists)
    # A service that ignores the wishes by which the lists differ returns the same records again.
    total = len(once) if is_whole else sum(pages[0].total for pages in lists)
    return Page[T](
        items=once[(number - 1) * size : number * size],
        number=number,
        last_page=max(1, -(-total // size)),
        total=total,
    )


def listed_under(name: str, raw: object) -> object:
    """Return the list or envelope under a name, or `raw` if there is no such name."""
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


async def pages_since(
    fetch: Callable[[int], Awaitable[Page[T]]],
    born: Callable[[T], datetime | None],
    since: datetime,
    at_most: int,
) -> AsyncIterator[T]:
    """Yield the records of a list born at a time or later, or at an unknown time.

    If the list is in order of age, from either end, this asks only for the pages with such records
    and one more; otherwise for all pages. It yields from no more than `at_most` pages.
    """
    first = await fetch(1)
    moments = [born(item) or _LONG_AGO for item in first.items]
    # One record, or several of the same moment, count as in the usual order.
    is_newest_first = all(one >= other for one, other in pairwise(moments))
    is_oldest_first = not is_newest_first and moments == sorted(moments)
    rest = range(2, first.last_page + 1)
    numbers = [*reversed(rest), 1] if is_oldest_first else [1, *rest]
    for number in numbers[:at_most]:
        page = first if number == 1 else await fetch(number)
        young = [item for item in page.items if (born(item) or since) >= since]
        for item in young:
            yield item
        if not young and (is_newest_first or is_oldest_first):
            return


_LONG_AGO = datetime.min.replace(tzinfo=UTC)


def check_page(page: Page[T], asked: int, size: object) -> None:
    """Make sure that a page is the one that was asked for by its number and size.

    Raises:
        Unreadable: it is another page, because the service did not turn pages; or it is full, and
            nothing says whether more follow. Each would look like a short list.
    """
    if page.number != asked:
        raise Unreadable(f"The fleet service was asked for page {asked} and gave {page.number}.")
    if not page.tells_end and str(len(page.items)) == str(size):
        raise Unreadable(
            "The fleet service gives a full page and does not say whether more follow."
        )


def _items(raw: list[object], read: Callable[[object], T | None]) -> tuple[T, ...]:
    return tuple(item for item in map(read, raw) if item is not None)


def _turned_by(link: str, number: int) -> str:
    """Return the parameter of a link that holds a page number, or nothing if it has none.

    The contract shows the link, and no parameter (Resources).
    """
    query = link.partition("?")[2].partition("#")[0]
    names = [name for name, value in parse_qsl(query) if value == str(number)]
    return "page" if "page" in names else next((one for one in names if one != "per_page"), "")
