"""One order while it is read: its places, filled only once each."""

from dataclasses import dataclass, field
from decimal import Decimal

from bot.store.drafts import DraftItem, Party
from bot.texts.promises import LONGEST_LINE
from bot.texts.written_orders.labels import Side
from bot.texts.written_orders.somebody import FreeText
from bot.texts.written_orders.written_order import WrittenOrder


@dataclass(slots=True)
class Slip:
    """What is known of an order so far; what comes for a place that is taken is kept beside."""

    parties: dict[Side, Party] = field(
        default_factory=lambda: {Side.SENDER: Party(), Side.RECEIVER: Party()}
    )
    items: list[DraftItem] = field(default_factory=list)
    fee: Decimal | None = None
    is_fee_for_each: bool = False
    rider: str = ""
    notes: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    send_sms: bool | None = None

    def has(self, role: Side, place: str) -> bool:
        return bool(getattr(self.parties[role], place))

    def take(self, role: Side, place: str, value: str, written: str = "") -> None:
        """Fill a place of a party; a second phone is a note, anything else too much is left."""
        known = getattr(self.parties[role], place)
        if not value or known == value:
            return
        if known or len(value) > LONGEST_LINE:
            (self.notes if place == "phone" else self.left).append(written or value)
            return
        self.parties[role] = self.parties[role].model_copy(update={place: value})

    def add_to_address(self, role: Side, value: str) -> None:
        """Let an address go on."""
        known = self.parties[role].address
        whole = ", ".join(part for part in (known, value) if part)
        if len(whole) > LONGEST_LINE:
            self.left.append(value)
        else:
            self.parties[role] = self.parties[role].model_copy(update={"address": whole})

    def take_sender(self, sender: Party) -> None:
        """Take who sends all the orders of a text, where this one names nobody."""
        if self.parties[Side.SENDER] == Party():
            self.parties[Side.SENDER] = sender

    def take_fee(self, fee: Decimal, written: str, *, is_for_each: bool = False) -> None:
        if self.fee is not None and self.fee != fee:
            self.left.append(written)
            return
        self.fee, self.is_fee_for_each = fee, is_for_each

    def take_found(self, role: Side | None, found: FreeText) -> None:
        """Take what free text told of somebody; without a role only what is no party's."""
        self.items += found.items
        self.notes += found.notes
        if found.fee is not None:
            self.take_fee(found.fee, str(found.fee), is_for_each=found.is_fee_for_each)
        for place in ("name", "phone", "address"):
            value = getattr(found.party, place)
            written = found.phone_as_written if place == "phone" else value
            if role is not None:
                self.take(role, place, value, written)
            elif value:
                self.left.append(written)
        self.left += found.left

    def order(self) -> WrittenOrder:
        return WrittenOrder(
            sender=self.parties[Side.SENDER],
            receiver=self.parties[Side.RECEIVER],
            items=tuple(self.items),
            fee=self.fee,
            rider=self.rider,
            notes=tuple(note for note in self.notes if note),
            left=tuple(piece for piece in self.left if piece),
            send_sms=self.send_sms,
        )
