"""Somebody written of without labels: which piece is the name, the phone and the address."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from bot.store.drafts import DraftItem, Party
from bot.texts.written_orders.items import read_items
from bot.texts.written_orders.lexicon import lexicon
from bot.texts.written_orders.pieces import Piece, Sort
from bot.texts.written_orders.places import is_phone_like, names_street
from bot.texts.written_orders.words_of import words_of
from bot.texts.written_orders.written_order import NOBODY

_SURE_PLACES = (Sort.PLACE, Sort.AREA)
_OF_PLACES = (Sort.PLACE, Sort.AREA, Sort.PLACE_LIKE)

_BETWEEN = (Sort.OTHER, Sort.NAME, Sort.COUNTED, Sort.NOTE)
"""What may stand within an address: a flat, a quarter, “opposite the bank”."""
_FEW_WORDS = 4
_QUARTER_AND_TOWN = 2


@dataclass(slots=True)
class FreeText:
    """What free text told: of one party, and of what is brought."""

    party: Party = NOBODY
    phone_as_written: str = ""
    items: list[DraftItem] = field(default_factory=list)
    fee: Decimal | None = None
    is_fee_for_each: bool = False
    notes: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


def somebody(pieces: Sequence[Piece], *, is_told: bool, is_named: bool = False) -> FreeText:
    """Read pieces of which at most one party is written; `is_told` if something says of whom.

    `is_named` says that the name stands elsewhere.

    What fits no place or could fit several is left.
    """
    found, used = FreeText(), set[int]()
    _take_plain(found, pieces, used)
    inside = {at for run in _runs(pieces) for at in run if pieces[at].kind is Sort.NOTE}
    found.notes = [note for note in found.notes if note not in {pieces[at].text for at in inside}]
    if _are_two(pieces):
        found.left += [piece.text for at, piece in enumerate(pieces) if at not in used]
        return found
    phone = _phone(found, pieces, used)
    run = _run(pieces)
    name = None if is_named and _begins_place(pieces, run) else _name(pieces, run, is_told=is_told)
    run = [at for at in run if at != name]
    run = _with_beside(pieces, run, name, has_phone=bool(phone), is_told=is_told, is_named=is_named)
    if name is None and not is_named and _may_go_on(pieces, run):
        run = []  # what follows is either its town or somebody's name
    run = [*run, *_town_below(pieces, run, name)]
    used.update(run, () if name is None else (name,))
    spots = [pieces[at].text for at in run if pieces[at].kind is Sort.NOTE]
    found.notes = [note for note in found.notes if note not in spots]
    found.party = Party(
        name="" if name is None else pieces[name].text,
        phone=phone,
        address=", ".join(pieces[at].text for at in run),
    )
    _take_counted(found, pieces, used)
    found.left += [piece.text for at, piece in enumerate(pieces) if at not in used]
    return found


def _take_plain(found: FreeText, pieces: Sequence[Piece], used: set[int]) -> None:
    for at, piece in enumerate(pieces):
        if piece.kind is Sort.NOTE:
            found.notes.append(piece.text)
        elif piece.kind is Sort.FEE and found.fee is None:
            found.fee, found.is_fee_for_each = piece.fee, piece.is_for_each
        elif piece.kind is Sort.THING and (items := read_items(piece.text)):
            found.items += items
        else:
            continue
        used.add(at)


def _are_two(pieces: Sequence[Piece]) -> bool:
    """Tell whether two parties are written of, and nothing says which is which."""
    phones = sum(piece.kind is Sort.PHONE for piece in pieces)
    return phones > 1 and len(_runs(pieces)) > 1


def _phone(found: FreeText, pieces: Sequence[Piece], used: set[int]) -> str:
    phones = [at for at, piece in enumerate(pieces) if piece.kind is Sort.PHONE]
    used.update(phones)
    found.phone_as_written = pieces[phones[0]].text if phones else ""
    found.notes += [
        pieces[at].text for at in phones[1:] if pieces[at].number != pieces[phones[0]].number
    ]
    return pieces[phones[0]].number if phones else ""


def _runs(pieces: Sequence[Piece]) -> list[list[int]]:
    """Return the pieces that name places, those together that stand side by side."""
    runs: list[list[int]] = []
    for at, piece in enumerate(pieces):
        if piece.kind not in _OF_PLACES and not _leads_to_area(pieces, at):
            continue
        if runs and _goes_on(pieces, runs[-1], at):
            runs[-1] = list(range(runs[-1][0], at + 1))
        else:
            runs.append([at])
    return [run for run in runs if any(pieces[at].kind in _SURE_PLACES for at in run)]


def _leads_to_area(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether “21 Adetokunbo Ademola” stands before a quarter in its line."""
    piece, following = pieces[at], pieces[at + 1 : at + 2]
    return (
        piece.kind is Sort.COUNTED
        and not piece.text.islower()
        and any(each.kind is Sort.AREA and each.line == piece.line for each in following)
    )


def _goes_on(pieces: Sequence[Piece], run: Sequence[int], at: int) -> bool:
    """Tell whether two places are one address: side by side, or with a flat between them."""
    before, other = pieces[run[-1]], pieces[at]
    between = pieces[run[-1] + 1 : at]
    if before.line != other.line:
        behind = all(piece.kind is Sort.OTHER and piece.line == before.line for piece in between)
        return behind and not _are_two_streets(pieces, run, at)
    return all(piece.kind in _BETWEEN for piece in between)


def _are_two_streets(pieces: Sequence[Piece], run: Sequence[int], at: int) -> bool:
    named = any(names_street(pieces[each].text) for each in run)
    return named and names_street(pieces[at].text)


def _run(pieces: Sequence[Piece]) -> list[int]:
    """Return the pieces of the one address; none where two could be it."""
    runs = [run for run in _runs(pieces) if any(pieces[at].kind is Sort.PLACE for at in run)]
    runs = runs or _runs(pieces)
    return runs[0] if len(runs) == 1 else []


def _name(pieces: Sequence[Piece], run: Sequence[int], *, is_told: bool) -> int | None:
    """Return which piece is the name: one that begins, has its own line, or a phone beside."""
    names = [at for at, piece in enumerate(pieces) if piece.kind is Sort.NAME]
    if is_told and 0 not in names and _begins_as_name(pieces):
        return 0
    if not names:
        return None
    first = names[0]
    if first == 0 or is_told or (not run and len(names) == 1):
        return first if first == 0 or not run or first < run[0] or len(names) == 1 else None
    after_run = first - 1 in run and pieces[first - 1].line == pieces[first].line
    words = [word.text for word in words_of(pieces[first].text)]
    if len(names) == 1 and lexicon().length_at("words.titles", words, 0):
        return first
    several = len(words) > 1
    beside = any(
        0 <= at < len(pieces) and pieces[at].kind is Sort.PHONE for at in (first - 1, first + 1)
    )
    return first if (several or beside) and not after_run else None


def _begins_as_name(pieces: Sequence[Piece]) -> bool:
    """Tell whether what stands before a place is a business, though it is called like a thing."""
    kinds = (Sort.PLACE_LIKE, Sort.COUNTED, Sort.OTHER, Sort.THING)
    before_place = [piece.kind for piece in pieces[1:2]] == [Sort.PLACE]
    return before_place and pieces[0].kind in kinds and pieces[0].line == pieces[1].line


def _with_beside(
    pieces: Sequence[Piece],
    run: list[int],
    name: int | None,
    *,
    has_phone: bool,
    is_told: bool,
    is_named: bool,
) -> list[int]:
    """Let an address go on with what stands beside it in its line, once the name is known."""
    if name is None and not (is_told or is_named):
        return run if any(pieces[at].kind is Sort.PLACE for at in run) else []
    if not run and (has_phone or is_told or is_named):
        likely = [at for at, piece in enumerate(pieces) if piece.kind is Sort.PLACE_LIKE]
        run = likely if len(likely) == 1 else []
    while run and run[0] - 1 >= 0 and _leads(pieces, run[0] - 1, name):
        run = [run[0] - 1, *run]
    while run and run[-1] + 1 < len(pieces) and run[-1] + 1 != name:
        if not _belongs(pieces, run, name_is_known=name is not None or is_named):
            break
        run = [*run, run[-1] + 1]
    return run


def _town_below(pieces: Sequence[Piece], run: Sequence[int], name: int | None) -> list[int]:
    """Return a quarter and its town that fill the line below a street, whose name is known."""
    if not run or name is None or name > run[0] or pieces[run[-1]].line == pieces[name].line:
        return []
    last = pieces[run[-1]].line
    if any(piece.line == last for piece in pieces[run[-1] + 1 :]):
        return []
    below = [at for at, piece in enumerate(pieces) if piece.line == last + 1]
    towns = all(pieces[at].kind in (Sort.NAME, Sort.AREA) for at in below)
    return below if len(below) == _QUARTER_AND_TOWN and towns else []


def _begins_place(pieces: Sequence[Piece], run: Sequence[int]) -> bool:
    return bool(run) and not any(piece.kind is Sort.NAME for piece in pieces[: run[0]])


def _may_go_on(pieces: Sequence[Piece], run: Sequence[int]) -> bool:
    """Tell whether a name stands right behind an address, in its line."""
    following = pieces[run[-1] + 1 : run[-1] + 2] if run else ()
    return any(
        piece.kind is Sort.NAME and piece.line == pieces[run[-1]].line for piece in following
    )


def _leads(pieces: Sequence[Piece], at: int, name: int | None) -> bool:
    """Tell whether what stands before a street in its line belongs to it, as a house does."""
    piece, following = pieces[at], pieces[at + 1]
    alone = piece.line == following.line and at != name and (name is None or name < at)
    kinds = (
        Sort.OTHER,
        Sort.PLACE_LIKE,
        *((Sort.NAME,) if name is not None else ()),
    )
    return alone and piece.kind in kinds and len(words_of(piece.text)) < _FEW_WORDS


def _belongs(pieces: Sequence[Piece], run: Sequence[int], *, name_is_known: bool) -> bool:
    """Tell whether what follows an address in its line goes on with it, as a flat or a town."""
    last = run[-1]
    following, same_line = pieces[last + 1], pieces[last + 1].line == pieces[last].line
    if following.kind in _OF_PLACES:
        return same_line or not _are_two_streets(pieces, run, run[-1] + 1)
    if following.kind is Sort.NOTE:
        return same_line and _is_spot(following.text)
    few = len(words_of(following.text)) <= _FEW_WORDS
    if following.kind is Sort.NAME:
        return same_line and name_is_known
    long = is_phone_like(following.text)
    return following.kind is Sort.OTHER and same_line and few and not long


def _is_spot(text: str) -> bool:
    """Tell whether a word such as “Gate” is written as the name of a quarter is."""
    words = [word.text for word in words_of(text)]
    return text[:1].isupper() and lexicon().only("words.spots", words)


def _take_counted(found: FreeText, pieces: Sequence[Piece], used: set[int]) -> None:
    """Take “3 akara” for things where the address is known, and not for a house number."""
    for at, piece in enumerate(pieces):
        if piece.kind is not Sort.COUNTED or at in used or not found.party.address:
            continue
        counted = read_items(piece.text)
        if counted and all(item.description[:1].islower() for item in counted):
            found.items += counted
            used.add(at)
