"""Forms, shop mails and till slips, read line by line.

A line has a label and a value, is a heading for the lines below it, counts a thing, or is a sum.
Lines below a party's heading are its name, its address and its number. The sender may stand above
all labels. Lines that remain unclear are left over, or the text is not a form.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.domain.draft import Blank
from bot.parsing.orders.above import OrdersOf, with_above
from bot.parsing.orders.amounts import price_at, read_amount
from bot.parsing.orders.fees import read_fee
from bot.parsing.orders.items import counted_line, counts_things, read_items
from bot.parsing.orders.labelled import Labelled, labelled, order_of, summed
from bot.parsing.orders.labels import Label, Side, label_of
from bot.parsing.orders.lexicon import Part, lexicon
from bot.parsing.orders.parties import is_place, names_place, party_told
from bot.parsing.orders.telephones import telephone, telephones_in
from bot.parsing.orders.words_of import folded_words
from bot.parsing.orders.written_order import WrittenOrder, with_left

_NUMBER = re.compile(r"\W*(?P<words>[^\W\d_]*)\W*(?:\d{1,2}|[A-Da-d])\W*")
_NUMBER_BEFORE = re.compile(r"[#(]?\d{1,2}\s?[.):-]+\s*(?=[^\W\d_])")
_COUNTED = re.compile(r"^\d|(?:[xX×]|\s)\d{1,3}$|\)$")
_MAIL = re.compile(r"\S+@\S+")
_OF_PARTY = frozenset({None, Part.NAME, Part.PHONE, Part.ADDRESS, Part.ADDRESS_PART})
_REPEATED = frozenset({Part.ITEMS, Part.NOTES, Part.KEPT, Part.QUANTITY, Part.ADDRESS_PART})
_PLACES = frozenset({Part.ADDRESS, Part.ADDRESS_PART, Part.DELIVERING})
_PENDING = frozenset({Part.NAME, Part.PHONE, Part.ADDRESS, Part.ITEMS, Part.FEE})
_LONGEST_HEADING = 6
_TO_PHONE = Label(Part.PHONE, Side.RECEIVER)
_CELL_END = re.compile(r"\||\s/\s|\s{3,}")
_TIMES_PRICE = re.compile(r"(?P<n>\d{1,4})\s*[xX×]\s*(?P<price>\S*\d\S*)(?:\s+(?P<all>\S*\d\S*))?")
"""“2 x 650.00   1,300.00”: the quantity and the price of the thing in the line above."""


def read_form(lines: Sequence[str], country: str, orders_of: OrdersOf) -> list[WrittenOrder] | None:
    """Read the orders of a form; return `None` if the text is not one.

    `orders_of` reads the free text above the first label.
    """
    form = _Form(country)
    for line in lines:
        form.read(line)
        if not form.is_one:
            return None
    return form.orders(orders_of)


@dataclass(slots=True)
class _Slip:
    """The labelled values of one order, and its lines that are left over."""

    entries: list[Labelled] = field(default_factory=list)
    left: list[str] = field(default_factory=list)

    def add(self, label: Label, value: str, head: str = "") -> None:
        self.entries.append(Labelled(label, value, head))

    def has(self, label: Label) -> bool:
        return any(each.label == label for each in self.entries)

    def side(self, side: Side) -> list[Labelled]:
        return [
            each
            for each in self.entries
            if each.label.role is side and each.label.field in _OF_PARTY
        ]


class _Form:
    """A reader of a form, which takes one line after the other.

    `is_one` is whether the lines so far may be a form.
    """

    def __init__(self, country: str) -> None:
        self.is_one = True
        self._country = country
        self._slips = [_Slip()]
        self._above: list[str] = []
        self._counts_orders: list[str] = []
        self._about: Side | None = None
        self._block: Side | Part | None = None
        self._is_skipped = self._is_headed = self._tells_where = False
        self._pending: Label | None = None
        self._line_above = ""

    def read(self, line: str) -> None:
        """Read the next line; an empty line ends a block, except right below its heading."""
        if not any(map(str.isalnum, line)):
            if not self._is_headed:
                self._is_skipped = self._is_skipped and bool(line)
                self._block = Part.ITEMS if self._block is Part.ITEMS else None
            return
        numbered = _NUMBER.fullmatch(line)
        words = folded_words(numbered["words"]) if numbered else []
        self._is_headed = False
        if numbered and lexicon().only("words.numbering", words) and read_fee(line) is None:
            self._counts_orders.append(line)
            self._next()
        elif self._heads(line):
            self._is_headed = True
        elif not self._labels(line):
            self._reads_plain(line)
        self._line_above = line

    def orders(self, orders_of: OrdersOf) -> list[WrittenOrder] | None:
        """Return the orders of all lines, or `None` if the labels do not say enough."""
        slips = [slip for slip in self._slips if slip.entries]
        for slip in slips:
            slip.entries = [self._whose(each, slip) for each in slip.entries]
        if not slips or not all(map(self._is_enough, slips)):
            return None
        sent = slips[0].side(Side.SENDER) or slips[-1].side(Side.SENDER)
        for slip in slips:
            slip.entries = slip.entries if slip.side(Side.SENDER) else [*sent, *slip.entries]
        numbers = (
            {str(number + 1) for number in range(len(slips))} if len(slips) > 1 else set[str]()
        )
        # “Order 7” above the only order is the shop's own number, so keep the line.
        slips[0].left += [
            line for line in self._counts_orders if numbers.isdisjoint(re.findall(r"\d+", line))
        ]
        orders = [self._order(slip) for slip in slips]
        return with_above(orders, self._above, self._country, orders_of)

    def _order(self, slip: _Slip) -> WrittenOrder:
        """Return the order of a slip; an unknown label may stand before the items it lacks."""
        skipped = [line for line in slip.left if self._phones(line)]
        if len(skipped) == 1 and not slip.has(_TO_PHONE):  # the billed person is the receiver
            slip.left.remove(skipped[0])
            slip.add(_TO_PHONE, skipped[0])
        order = with_left(order_of(slip.entries, self._country), slip.left)
        heads = [line for line in slip.left if ":" in line and not line.startswith("http")]
        if order.items or len(heads) != 1:
            return order
        items = read_items(heads[0].partition(":")[2].strip())
        if not items or names_place(heads[0]):
            return order
        left = tuple(line for line in order.left if line != heads[0])
        return replace(order, items=items, left=left, guessed=order.guessed | {Blank.ITEMS})

    def _next(self) -> None:
        if self._slips[-1].entries:
            self._slips.append(_Slip())
        self._about, self._block, self._is_skipped = None, None, False

    def _heads(self, line: str) -> bool:
        """Read a heading for the lines below it; return `False` if the line is not one."""
        words = folded_words(line)
        entry = labelled(line, self._country)
        has_value = entry is not None and bool(entry.value)
        if len(words) > _LONGEST_HEADING or any(map(str.isdigit, line)) or has_value:
            return False
        if lexicon().has("words.billing", words):
            self._is_skipped, self._block = True, None
            self._slips[-1].left.append(line)
            return True
        titles = [label_of(folded_words(cell)) for cell in _CELL_END.split(line)]
        is_table = titles[1:] and all(titles) and titles[0] and titles[0].field is Part.ITEMS
        label = titles[0] if is_table else label_of(words)
        if label is None:
            return False
        self._is_skipped = False
        if label.role and label.field in {None, Part.DELIVERING, Part.ADDRESS}:
            self._about = self._block = label.role
            self._tells_where = label.field is Part.ADDRESS
        elif label.field is Part.ITEMS:
            self._block = Part.ITEMS
        elif label.field in _PENDING:
            self._pending = label
        else:
            return False
        return True

    def _labels(self, line: str) -> bool:
        """Read a line with a label and a value; return `False` if it is not one."""
        listed = _NUMBER_BEFORE.match(line)
        bare = line[listed.end() :] if listed else line
        entry = labelled(bare, self._country) or summed(bare) if not self._is_skipped else None
        if entry is None or not entry.value:
            return False
        # “2. Name: Bola” begins the next order, as a number on a line of its own does.
        if listed:
            self._next()
        self._take(entry)
        return True

    def _take(self, entry: Labelled) -> None:
        """Take a labelled value; a second name or address of a party begins the next order."""
        slip, label = self._slips[-1], entry.label
        if label.field in _OF_PARTY and label.role is None:
            label = Label(label.field, self._about)
        if label.field is None and slip.has(label):
            label = self._second(entry, slip)
        # A quantity may stand below a thing without a label.
        unplaced = slip.left or self._above
        is_above = unplaced[-1:] == [self._line_above]
        if label.field is Part.QUANTITY and is_above and not self._has_thing():
            slip.add(Label(Part.ITEMS), unplaced.pop())
        if slip.has(label) and label.field in _OF_PARTY and label.field not in _REPEATED:
            if label.field is Part.PHONE:
                label = Label(Part.KEPT if entry.is_guess else Part.NOTES)
            else:
                self._next()
        self._pending = None
        if label.role and not read_amount(entry.value):
            self._about = label.role
        self._block = self._block if label.role in {None, self._block} else None
        self._slips[-1].entries.append(replace(entry, label=label))

    def _second(self, entry: Labelled, slip: _Slip) -> Label:
        """Tell name and address apart if a party comes twice: as “Deliver to” and “Customer”."""
        role = entry.label.role
        label = Label(None, role or self._about)
        first = next(each for each in slip.entries if each.label == label)
        named = [party_told(each.value, self._country) for each in (first, entry)]
        if named[1].phone or slip.has(Label(Part.ADDRESS, role)):
            return entry.label
        if named[0].phone:
            return entry.label if named[0].address else Label(Part.ADDRESS, role)
        if is_place(entry.value) and (named[0].name or not named[1].name):
            return Label(Part.ADDRESS, role)
        return Label(Part.NAME, role) if not named[0].name else entry.label

    def _has_thing(self) -> bool:
        """Tell whether the last value is a thing, so that the next line may count or price it."""
        return any(each.label.field is Part.ITEMS for each in self._slips[-1].entries[-1:])

    def _reads_plain(self, line: str) -> None:
        """Read a line without a label: more of its block, a thing, or a leftover."""
        slip, block = self._slips[-1], self._block
        if self._is_skipped or _MAIL.fullmatch(line):
            slip.left.append(line)
        elif self._pending is not None:
            slip.add(self._pending, line)
            self._pending = None
        elif isinstance(block, Side) and not (self._has_where(block) and self._counts(line)):
            self._fill(block, line)
        elif self._reads_thing(line):
            return
        elif not slip.entries and len(self._slips) == 1:
            self._above.append(line)
        elif self._lacks(Part.PHONE) and telephone(line, self._country):
            slip.add(Label(Part.PHONE, self._about), line)
        elif self._phones(line):
            # A number behind an unknown label is a note, if the receiver has a number already.
            head, colon, value = line.rpartition(":")
            party = party_told(value, self._country)
            is_alone = bool(colon) and not party.name and not party.address
            self.is_one = is_alone and slip.has(_TO_PHONE)
            slip.add(Label(Part.KEPT), value, head)
        elif ":" not in line and self._lacks(Part.ADDRESS) and is_place(line):
            slip.add(Label(Part.ADDRESS, self._about), line)
        elif self._goes_on(line):
            slip.add(slip.entries[-1].label, line)
        else:
            slip.left.append(line)

    def _counts(self, line: str) -> bool:
        """Tell whether a line begins or ends with a number that counts things."""
        counts = _COUNTED.search(line) is not None and counts_things(line)
        return counts and not names_place(line) and not self._phones(line)

    def _counts_above(self, line: str) -> bool:
        """Read the quantity and price of the thing in the line above, as tills print them."""
        slip, found = self._slips[-1], _TIMES_PRICE.fullmatch(line)
        goes_on = self._has_thing() and not slip.entries[-1].head
        named = slip.left or ([] if slip.entries else self._above)
        if not found or not (named or goes_on) or read_amount(found["price"]) is None:
            if not self._has_thing() or read_amount(line) is None:
                return False
            # An amount alone on its line may be the price of one or of all, so it is a note.
            note = f"{slip.entries[-1].value}: {line}"
            slip.add(Label(Part.NOTES), note)
            return True
        above = slip.entries.pop().value if goes_on else named.pop()
        cut = price_at(above) or len(above)
        thing, total = above[:cut].strip(), found["all"] or above[cut:].strip()
        if total and found["n"] != "1":
            slip.add(Label(Part.NOTES), f"{thing}: {total}")
        label = label_of(folded_words(thing))
        if label and label.field in {Part.FEE, Part.DELIVERING}:
            slip.add(Label(Part.FEE), found["price"])
        else:
            item = f"{found['n']} x {thing} @ {found['price']}"
            slip.add(Label(Part.ITEMS), item, thing)
        return True

    def _reads_thing(self, line: str) -> bool:
        if self._counts_above(line):
            return True
        slip = self._slips[-1]
        thing = counted_line(line, is_listed=self._block is Part.ITEMS)
        if thing:
            slip.add(Label(Part.ITEMS), thing[0])
            if thing[1]:
                slip.add(Label(Part.NOTES), thing[1])
        elif slip.entries and self._counts(line):
            slip.add(Label(Part.ITEMS), line, line)
        else:
            return False
        return True

    def _has_where(self, side: Side) -> bool:
        slip = self._slips[-1]
        return any(slip.has(Label(part, side)) for part in (Part.ADDRESS, Part.ADDRESS_PART, None))

    def _lacks(self, part: Part) -> bool:
        """Tell whether the last value is of the current party, which lacks this part."""
        slip = self._slips[-1]
        own = slip.side(self._about) if self._about else []
        is_last = own[-1:] == slip.entries[-1:] != []
        if part is Part.PHONE:
            return is_last and not any(self._phones(each.value) for each in own)
        wholes = [party_told(each.value, self._country) for each in own if not each.label.field]
        has_place = any(each.label.field in _PLACES for each in own)
        return is_last and not has_place and not any(each.address for each in wholes)

    def _goes_on(self, line: str) -> bool:
        """Tell whether a line continues the one above: with a town, or a thing and its price."""
        entries = self._slips[-1].entries
        words = folded_words(line)
        if not entries or not words:
            return False
        if entries[-1].label.field is Part.ITEMS:
            items = read_items(line)
            return bool(items) and all(item.value or item.quantity > 1 for item in items)
        return entries[-1].label.field is Part.ADDRESS and lexicon().only("words.areas", words)

    def _fill(self, side: Side, line: str) -> None:
        """Take a line below the heading of a party as its name, its address or its number."""
        slip, name = self._slips[-1], Label(Part.NAME, side)
        phones = telephones_in(line, self._country)
        has_phone = any(telephones_in(each.value, self._country) for each in slip.side(side))
        if phones:
            label = Label(None if party_told(line, self._country).name else Part.PHONE, side)
            self.is_one = self.is_one and not has_phone
        elif has_phone and self._has_where(side) and not self._tells_where:
            slip.left.append(line)
            return
        elif slip.has(name) or slip.has(Label(None, side)) or any(map(str.isdigit, line)):
            label = Label(Part.ADDRESS_PART, side)
        else:
            label = name
        slip.add(label, line)

    def _phones(self, text: str) -> bool:
        return bool(telephones_in(text, self._country))

    def _whose(self, entry: Labelled, slip: _Slip) -> Labelled:
        """Give a value without a party to the receiver, or to the sender if the receiver has it."""
        if entry.label.field not in _OF_PARTY or entry.label.role:
            return entry
        of_receiver = slip.has(Label(entry.label.field, Side.RECEIVER)) or (
            entry.label.field is Part.PHONE
            and any(self._phones(each.value) for each in slip.side(Side.RECEIVER))
        )
        return replace(
            entry, label=Label(entry.label.field, Side.SENDER if of_receiver else Side.RECEIVER)
        )

    def _is_enough(self, slip: _Slip) -> bool:
        """Tell whether labels describe the receiver; one is enough if every line has a label."""
        entries = slip.side(Side.RECEIVER)
        wholes = [party_told(each.value, self._country) for each in entries if not each.label.field]
        if not all(each.is_certain for each in wholes):
            return False
        fields = {
            each.label.field
            for each in entries
            if each.label.field and not each.value.startswith("http")
        }
        for each in wholes:
            fields.update(each.values)
        is_plain = bool(slip.left or self._above)
        if slip.left and fields.isdisjoint({Part.ADDRESS, Part.ADDRESS_PART}):
            return False
        return len(fields) > is_plain and len(self._slips[-1].entries) > bool(wholes)
