"""The pagination envelope, with links that work (contract: Pagination envelope)."""

from collections.abc import Sequence

from starlette.datastructures import URL

from bot.service.shapes.parts import Shape
from bot.service.store.searches import Slice

_NEIGHBOURS = 3
"""Page links to either side of the current one; a list of thousands of pages helps nobody."""


def envelope(url: URL, part: Slice, total: int, records: Sequence[Shape]) -> Shape:
    """Wrap one page. Links repeat every query parameter of `url`, with another `page`."""
    last = max(1, -(-total // part.size))
    previous = part.page - 1 if part.page > 1 else None
    following = part.page + 1 if part.page < last else None
    return {
        "current_page": part.page,
        "data": records,
        "first_page_url": _link(url, 1),
        "from": part.offset + 1 if records else 0,
        "last_page": last,
        "last_page_url": _link(url, last),
        "links": _links(url, part.page, last, previous, following),
        "next_page_url": _link(url, following),
        "path": str(url.replace(query="")),
        "per_page": part.size,
        "prev_page_url": _link(url, previous),
        "to": part.offset + len(records) if records else 0,
        "total": total,
    }


def _links(
    url: URL, current: int, last: int, previous: int | None, following: int | None
) -> list[Shape]:
    near = range(max(1, current - _NEIGHBOURS), min(last, current + _NEIGHBOURS) + 1)
    pages = [(str(page), page, page == current) for page in near]
    labelled = [("&laquo; Previous", previous, False), *pages, ("Next &raquo;", following, False)]
    return [
        {"url": _link(url, page), "label": label, "active": active}
        for label, page, active in labelled
    ]


def _link(url: URL, page: int | None) -> str | None:
    return None if page is None else str(url.include_query_params(page=page))
