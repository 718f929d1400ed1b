"""One order read from its lines: each label with what stands behind it and below it."""

from collections.abc import Callable, Mapping, Sequence

from bot.texts.written_orders.amounts import read_amount
from bot.texts.written_orders.chunks import Chunk, chunks_of
from bot.texts.written_orders.contents import (
    said,
    take_fee,
    take_items,
    take_kept,
    take_notes,
    take_quantity,
    take_rider,
    take_sms,
)
from bot.texts.written_orders.items import counts_things
from bot.texts.written_orders.labels import Label, Side
from bot.texts.written_orders.lexicon import Part
from bot.texts.written_orders.pieces import Piece, Sort, pieces_of, tidy
from bot.texts.written_orders.slip import Slip
from bot.texts.written_orders.somebody import FreeText, somebody
from bot.texts.written_orders.telephones import telephone, telephones_in

_PARTY_KINDS = (Sort.PHONE, Sort.PLACE, Sort.NAME, Sort.AREA)


class Filling:
    """Fills a slip in from chunks; `role` is whom the labels are about that name nobody."""

    def __init__(self, country: str) -> None:
        self.country = country
        self.slip = Slip()
        self.role: Side | None = None
        self._is_inline = False
        self._later: Sequence[Chunk] = ()
        self._labels: list[Label] = []

    def read(self, lines: Sequence[str]) -> Slip:
        return self.read_chunks(chunks_of(lines, self.country))

    def read_chunks(self, chunks: Sequence[Chunk]) -> Slip:
        self._labels = [
            chunk.label for chunk in chunks if chunk.label and "://" not in chunk.segment.text
        ]
        free = [chunk for chunk in chunks if chunk.label is None]
        for at, chunk in enumerate(chunks):
            self._later = chunks[at + 1 :]
            if chunk.label is not None:
                self._keep_lone(chunk, chunk.label)
                self._take(chunk, chunk.label)
        self.take_below([line for chunk in free for line in chunk.lines])
        return self.slip

    def _take(self, chunk: Chunk, label: Label) -> None:
        if chunk.begins and not self._is_heading(chunk):
            self.role = self.role if not self._is_inline else None
        _TAKERS[label.field](self, chunk, label)

    def _keep_lone(self, chunk: Chunk, label: Label) -> None:
        """Keep a label that nothing stands behind and that heads nothing."""
        heads = label.field in (None, Part.CONTACT, Part.DELIVERING) and self._later
        if not any(map(str.isalnum, "".join(chunk.lines))) and not heads:
            self.slip.left.append(tidy(chunk.segment.written))

    def _is_heading(self, chunk: Chunk) -> bool:
        return not chunk.lines

    def _take_party(self, chunk: Chunk, label: Label) -> None:
        role = label.role or self._role_for("name") or Side.RECEIVER
        self.role, self._is_inline = role, bool(chunk.lines)
        if chunk.lines:
            named = self.slip.has(role, "name") or self._is_named_later(role)
            pieces = pieces_of(chunk.lines, self.country, is_party=True)
            self.slip.take_found(role, somebody(pieces, is_told=True, is_named=named))

    def _somebody(self, lines: Sequence[str], *, is_party: bool) -> FreeText:
        named = self.slip.has(Side.RECEIVER, "name")
        pieces = pieces_of(lines, self.country, is_party=is_party)
        return somebody(pieces, is_told=is_party, is_named=named)

    def _take_delivering(self, chunk: Chunk, label: Label) -> None:
        """Read “Delivery:” by what follows: an amount, a time, or to whom."""
        if self._is_heading(chunk):
            self._take_party(chunk, label)
            return
        text = chunk.lines[0]
        if read_amount(text) is not None:
            take_fee(self, chunk, label)
            return
        pieces = pieces_of(chunk.lines, self.country, is_party=True)
        if pieces and all(piece.kind is Sort.NOTE for piece in pieces):
            take_kept(self, chunk, label)
        elif pieces and any(piece.kind in _PARTY_KINDS for piece in pieces):
            self._take_party(chunk, label)
        else:
            self.slip.left.append(chunk.segment.whole)
            self.take_below(chunk.more)

    def _take_kept(self, chunk: Chunk, label: Label) -> None:
        """Read “Collect:” by what follows: from whom, or how much."""
        kinds = {piece.kind for piece in pieces_of(chunk.lines, self.country, is_party=True)}
        if label.role is Side.SENDER and kinds & {Sort.PLACE, Sort.PHONE}:
            self._take_party(chunk, label)
        else:
            take_kept(self, chunk, label)

    def _role_for(self, place: str) -> Side | None:
        """Return whom a label is about that names nobody; `None` where it could be either."""
        if self.role is not Side.SENDER:
            return Side.RECEIVER
        if place == "phone" and self.slip.has(Side.SENDER, place) and self._receiver_follows():
            return Side.SENDER  # a second number of theirs
        if self.slip.has(Side.SENDER, place) or (self._is_inline and place == "name"):
            self.role = Side.RECEIVER
            return Side.RECEIVER
        if self._is_inline and not self._receiver_follows():
            return None
        return Side.SENDER

    def _receiver_follows(self) -> bool:
        for chunk in self._later:
            if chunk.label and chunk.label.role is Side.RECEIVER:
                return True
            if chunk.label and chunk.label.field is Part.NAME:
                return False
        return False

    def _about(self, label: Label, place: str) -> Side | None:
        if label.role is not None:
            if label.field is Part.NAME:
                self.role, self._is_inline = label.role, False
            return label.role
        return self._role_for(place)

    def _take_name(self, chunk: Chunk, label: Label) -> None:
        role, text = self._about(label, "name"), said(chunk.segment.text)
        pieces = pieces_of([text], self.country, is_party=True)
        told = len(pieces) > 1 and any(piece.kind in (Sort.PHONE, Sort.PLACE) for piece in pieces)
        if role and told and pieces[0].kind is Sort.NAME:
            self.slip.take_found(role, somebody(pieces, is_told=True))
        elif role and text and not told:
            self.slip.take(role, "name", text, chunk.segment.whole)
        elif text:
            self.slip.left.append(chunk.segment.whole)
        self.take_below(chunk.more, role)

    def _take_phone(self, chunk: Chunk, label: Label) -> None:
        role, text = self._about(label, "phone"), chunk.segment.text
        if not text and chunk.more:
            text = chunk.more.pop(0)
        numbers = telephones_in(text, self.country)
        number = numbers[0].number if numbers else telephone(text, self.country)
        if role is None or number is None:
            self.slip.left += [f"{chunk.segment.written} {text}".strip()] if text else []
        else:
            self.slip.take(role, "phone", number, f"{chunk.segment.written} {text}")
            if numbers:
                self._take_beside_phone(role, text)
        self.take_below(chunk.more, role)

    def _take_beside_phone(self, role: Side, text: str) -> None:
        """Read what else stands behind the label of a number: a second one, a name."""
        first, *rest = (
            piece for piece in pieces_of([text], self.country) if piece.kind is not Sort.NOTHING
        )
        others = [piece for piece in (first, *rest) if piece.kind is not Sort.PHONE]
        seconds = (
            [piece for piece in rest if piece.kind is Sort.PHONE]
            if first.kind is Sort.PHONE
            else []
        )
        self.slip.notes += [piece.text for piece in seconds]
        for piece in others:
            if piece.kind is Sort.NOTE:
                self.slip.notes.append(piece.text)
            elif piece.kind is Sort.NAME and not self.slip.has(role, "name"):
                self.slip.take(role, "name", piece.text)
            else:
                self.slip.left.append(piece.text)

    def _take_address(self, chunk: Chunk, label: Label) -> None:
        role, text = self._about(label, "address"), chunk.segment.text
        if not text and chunk.more:
            text = chunk.more.pop(0)
        if role is None or self._is_one_of_two(label):
            self.slip.left += [chunk.segment.whole, *chunk.more]
            return
        if not any(map(str.isalnum, chunk.segment.written)) and self._is_of_somebody(text):
            self.slip.take_found(role, self._somebody([text, *chunk.more], is_party=True))
            return
        self._add_place(
            role, text, chunk.segment.written if label.field is Part.ADDRESS_PART else ""
        )
        for at, line in enumerate(chunk.more):
            pieces = pieces_of([line], self.country)
            if not pieces or not self._goes_on(pieces, line, role):
                self.take_below(chunk.more[at:], role)
                return
            self._add_place(role, line, "")

    def _is_one_of_two(self, label: Label) -> bool:
        """Tell whether there are two addresses, and nothing says whose this one is."""
        bare = Label(Part.ADDRESS)
        return label == bare and self.role is None and self._labels.count(bare) > 1

    def _is_of_somebody(self, text: str) -> bool:
        """Tell whether a name stands before an address that only a picture calls so."""
        kinds = [piece.kind for piece in pieces_of([text], self.country, is_party=True)]
        return kinds[:1] == [Sort.NAME] and Sort.PLACE in kinds

    def _goes_on(self, pieces: Sequence[Piece], line: str, role: Side) -> bool:
        """Tell whether a line below an address belongs to it."""
        kinds = {piece.kind for piece in pieces}
        if kinds <= {Sort.PLACE, Sort.AREA, Sort.PLACE_LIKE}:
            return True
        named = self.slip.has(role, "name") or self._is_named_later(role)
        return (
            named
            and kinds <= {Sort.PLACE, Sort.AREA, Sort.PLACE_LIKE, Sort.NAME}
            and not counts_things(line)
        )

    def _is_named_later(self, role: Side) -> bool:
        return any(
            chunk.label and chunk.label.field is Part.NAME and chunk.label.role in (None, role)
            for chunk in self._later
        )

    def _add_place(self, role: Side, text: str, part: str) -> None:
        text = said(text)
        telephones = telephones_in(text, self.country)
        if telephones and not self.slip.has(role, "phone"):
            only = telephones[0]
            self.slip.take(role, "phone", only.number)
            text = tidy(f"{text[: only.start].rstrip()} {text[only.end :].lstrip()}")
        links = [piece.text for piece in pieces_of([text], self.country) if "://" in piece.text]
        for link in links:
            self.slip.notes.append(link)
            text = tidy(text.replace(link, ""))
        bare = tidy(part)
        value = f"{bare} {text}" if text.isdigit() and bare else text
        if value:
            self.slip.add_to_address(role, value)

    def take_below(self, lines: Sequence[str], role: Side | None = None) -> None:
        """Read lines below a label that are not its own."""
        if not lines:
            return
        found = self._somebody(lines, is_party=False)
        self.slip.take_found(role if role and not found.party.name else self._vacant(found), found)

    def _vacant(self, found: FreeText) -> Side | None:
        """Return the receiver where free text may tell of them."""
        receiver = self.slip.parties[Side.RECEIVER]
        if not (receiver.name or receiver.phone or receiver.address):
            return Side.RECEIVER
        fits = all(
            not getattr(receiver, place) or not getattr(found.party, place)
            for place in ("name", "phone", "address")
        )
        sender = self.slip.parties[Side.SENDER]
        is_only_one = not (sender.name or sender.phone or sender.address)
        return Side.RECEIVER if fits and is_only_one else None


_Taker = Callable[[Filling, Chunk, Label], None]
_TAKERS: Mapping[Part | None, _Taker] = {
    None: Filling._take_party,
    Part.CONTACT: Filling._take_party,
    Part.DELIVERING: Filling._take_delivering,
    Part.NAME: Filling._take_name,
    Part.PHONE: Filling._take_phone,
    Part.ADDRESS: Filling._take_address,
    Part.ADDRESS_PART: Filling._take_address,
    Part.ITEMS: take_items,
    Part.QUANTITY: take_quantity,
    Part.FEE: take_fee,
    Part.RIDER: take_rider,
    Part.NOTES: take_notes,
    Part.KEPT: Filling._take_kept,
    Part.SMS: take_sms,
}
