"""Whether an address goes on in the text with something that was not understood."""

from collections.abc import Iterator, Sequence

from bot.store.drafts import Party
from bot.texts.written_orders.pieces import Sort, pieces_of, tidy
from bot.texts.written_orders.places import is_phone_like

_MOST_BEFORE = 4
"""Words of a house or an estate that stands before its street."""
_PLACES = (Sort.PLACE, Sort.AREA, Sort.PLACE_LIKE)


def is_unfinished(party: Party, left: Sequence[str], lines: Sequence[str], country: str) -> bool:
    """Tell whether what stands right beside an address was left, so that it may be part of it."""
    first, last = (
        party.address.split(", ", maxsplit=1)[0],
        party.address.rsplit(", ", maxsplit=1)[-1],
    )
    for at, line in enumerate(lines):
        start, end = line.find(first), line.rfind(last)
        if end >= 0 and _begins_with_one(line[end + len(last) :], left):
            return True
        if start > 0 and _ends_with_one(line[:start], left):
            return True
        if end >= 0 and end + len(last) == len(line):
            below = next((tidy(each) for each in lines[at + 1 : at + 2]), "")
            pieces = [piece.text for piece in pieces_of([below], country)]
            is_left = below in left or (bool(pieces) and all(each in left for each in pieces))
            if is_left and _is_more_of_it(below, country, is_named=bool(party.name)):
                return True
    return False


def _begins_with_one(text: str, left: Sequence[str]) -> bool:
    rest = text.lstrip(" ,;-–—/|(.")
    return any(rest.startswith(piece) for piece in _told(left)) and not text.startswith("|")


def _ends_with_one(text: str, left: Sequence[str]) -> bool:
    if not text.rstrip().endswith(","):
        return False
    rest = text.rstrip(" ,")
    return any(rest.endswith(each) and len(each.split()) <= _MOST_BEFORE for each in _told(left))


def _told(left: Sequence[str]) -> Iterator[str]:
    return (piece for piece in left if piece and not is_phone_like(piece))


def _is_more_of_it(line: str, country: str, *, is_named: bool) -> bool:
    kinds = {piece.kind for piece in pieces_of([line], country)}
    return bool(kinds & {*_PLACES}) or (is_named and kinds == {Sort.NAME})
