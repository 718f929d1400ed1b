"""Somebody written of without labels: which piece is the name, the phone and the address."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from bot.store.drafts import DraftItem, Party
from bot.texts.written_orders.items import read_items
from bot.texts.written_orders.pieces import Kind, Piece, is_name
from bot.texts.written_orders.words_of import words_of

_OF_PLACES = (Kind.PLACE, Kind.AREA)


@dataclass(slots=True)
class Found:
    """What free text told: of one party, and of what is brought."""

    party: Party = Party()
    items: list[DraftItem] = field(default_factory=list)
    fee: Decimal | None = None
    is_fee_for_each: bool = False
    notes: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


def somebody(pieces: Sequence[Piece], *, is_told: bool) -> Found:
    """Read pieces of which at most one party is written; `is_told` if something says of whom.

    What fits no place or could fit several is left.
    """
    found, used = Found(), set[int]()
    _take_plain(found, pieces, used)
    if _are_two(pieces):
        found.left += [piece.text for at, piece in enumerate(pieces) if at not in used]
        return found
    phone = _phone(found, pieces, used)
    run = _run(pieces)
    name = _name(pieces, run, is_told=is_told)
    run = _with_beside(pieces, run, name, has_phone=bool(phone), is_told=is_told)
    used.update(run, () if name is None else (name,))
    found.party = Party(
        name="" if name is None else pieces[name].text,
        phone=phone,
        address=", ".join(pieces[at].text for at in run),
    )
    _take_counted(found, pieces, used)
    found.left += [piece.text for at, piece in enumerate(pieces) if at not in used]
    return found


def _take_plain(found: Found, pieces: Sequence[Piece], used: set[int]) -> None:
    for at, piece in enumerate(pieces):
        if piece.kind is Kind.NOTE:
            found.notes.append(piece.text)
        elif piece.kind is Kind.FEE and found.fee is None:
            found.fee, found.is_fee_for_each = piece.fee, piece.is_for_each
        elif piece.kind is Kind.THING and (items := read_items(piece.text)):
            found.items += items
        else:
            continue
        used.add(at)


def _are_two(pieces: Sequence[Piece]) -> bool:
    """Tell whether two parties are written of, and nothing says which is which."""
    phones = sum(piece.kind is Kind.PHONE for piece in pieces)
    return phones > 1 and len(_runs(pieces)) > 1


def _phone(found: Found, pieces: Sequence[Piece], used: set[int]) -> str:
    phones = [at for at, piece in enumerate(pieces) if piece.kind is Kind.PHONE]
    used.update(phones)
    found.notes += [
        pieces[at].text for at in phones[1:] if pieces[at].number != pieces[phones[0]].number
    ]
    return pieces[phones[0]].number if phones else ""


def _runs(pieces: Sequence[Piece]) -> list[list[int]]:
    """Return the pieces that name a place, those together that stand side by side."""
    runs: list[list[int]] = []
    for at, piece in enumerate(pieces):
        if piece.kind not in _OF_PLACES:
            continue
        if runs and runs[-1][-1] == at - 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    return runs


def _run(pieces: Sequence[Piece]) -> list[int]:
    """Return the pieces of the one address; none where two could be it."""
    runs = [run for run in _runs(pieces) if any(pieces[at].kind is Kind.PLACE for at in run)]
    if not runs:
        areas = _runs(pieces)
        return areas[0] if len(areas) == 1 else []
    return runs[0] if len(runs) == 1 else []


def _name(pieces: Sequence[Piece], run: Sequence[int], *, is_told: bool) -> int | None:
    """Return which piece is the name: one that begins, or has its own line, or a phone beside it."""
    names = [at for at, piece in enumerate(pieces) if piece.kind is Kind.NAME]
    if not names:
        return None
    first = names[0]
    if first == 0 or is_told or (not run and len(names) == 1):
        return first if first == 0 or not run or first < run[0] or len(names) == 1 else None
    after_run = first - 1 in run and pieces[first - 1].line == pieces[first].line
    several = len(words_of(pieces[first].text)) > 1
    beside = any(
        0 <= at < len(pieces) and pieces[at].kind is Kind.PHONE for at in (first - 1, first + 1)
    )
    return first if (several or beside) and not after_run else None


def _with_beside(
    pieces: Sequence[Piece], run: list[int], name: int | None, *, has_phone: bool, is_told: bool
) -> list[int]:
    """Let an address go on with what stands beside it in its line, once the name is known."""
    if name is None and not is_told:
        return run if any(pieces[at].kind is Kind.PLACE for at in run) else []
    if not run and (has_phone or is_told):
        likely = [at for at, piece in enumerate(pieces) if piece.kind is Kind.PLACE_LIKE]
        run = likely if len(likely) == 1 else []
    kinds = (Kind.NAME, Kind.AREA, Kind.PLACE, Kind.PLACE_LIKE)
    while run and run[-1] + 1 < len(pieces):
        following = pieces[run[-1] + 1]
        same_line = following.line == pieces[run[-1]].line or following.kind is not Kind.NAME
        if following.kind not in kinds or run[-1] + 1 == name or not same_line:
            break
        run = [*run, run[-1] + 1]
    return run


def _take_counted(found: Found, pieces: Sequence[Piece], used: set[int]) -> None:
    """Take “3 akara” for things where the address is known, and not for a house number."""
    for at, piece in enumerate(pieces):
        if piece.kind is not Kind.COUNTED or at in used or not found.party.address:
            continue
        counted = read_items(piece.text)
        if counted and all(item.description[:1].islower() for item in counted):
            found.items += counted
            used.add(at)


def names_somebody(text: str) -> bool:
    """Tell whether a text could be the name of a person or of a business."""
    return is_name(text, [word.text for word in words_of(text)], is_told=True)
