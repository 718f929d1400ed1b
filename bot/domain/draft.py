"""Drafts: a delivery that somebody is about to make."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from bot.identifiers import RiderUuid

DIGEST_CHARACTERS = 12


class DraftPart(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Blank(StrEnum):
    """A place in the form."""

    FROM_NAME = "from_name"
    FROM_PHONE = "from_phone"
    FROM_ADDRESS = "from_address"
    TO_NAME = "to_name"
    TO_PHONE = "to_phone"
    TO_ADDRESS = "to_address"
    ITEMS = "items"
    FEE = "fee"
    RIDER = "rider"
    SMS = "sms"
    NOTE = "note"
    GOODS = "goods"
    PAYS_WITH = "pays_with"
    DAY = "day"
    OWN = "own"
    TO_EMAIL = "to_email"
    FROM_EMAIL = "from_email"


@dataclass(frozen=True, slots=True)
class Spot:
    """A blank, and which receiver it belongs to where it is one of theirs."""

    blank: Blank
    receiver: int = 0


class Party(DraftPart):
    """A sender or a receiver; an unknown field is empty. The phone number is in E.164."""

    name: str = ""
    phone: str = ""
    address: str = ""


class DraftItem(DraftPart):
    """One line of a parcel's content; `value` in whole units of the account's currency."""

    description: str
    quantity: int = 1
    value: int = 0


class DraftReceiver(Party):
    """A receiver with what is in the parcel; `items` is `None` until somebody was asked.

    `note` is for the rider and stays with us, as do the price of the `goods` that is to be
    collected at the door and what the receiver `pays_with`, both exact to the hundredth. `left` are
    other words of the order that were not understood, as they came.
    """

    items: tuple[DraftItem, ...] | None = None
    note: str = ""
    goods: Decimal | None = None
    pays_with: Decimal | None = None
    left: tuple[str, ...] = ()


class ChosenRider(DraftPart):
    """The rider chosen for a draft; without a `uuid` the dispatcher has left it open."""

    uuid: RiderUuid | None = None
    name: str = ""


class DraftPicture(DraftPart):
    """The picture that an order came in, by Telegram's id, and the message that it is.

    `is_file` if it was sent as a file, not as a photo.
    """

    file_id: str
    message_id: int
    is_file: bool = False


class Draft(DraftPart):
    """A delivery for each receiver, from one sender. `fee` in whole units of the currency.

    `guessed` are the blanks filled by the position of words in a text, because the text does not
    say what they are: somebody must check them before anything is created. `day` is the day of the
    delivery, today by default. `is_own`: the business itself is the sender. `sender_email` is asked
    only if the fleet service refuses to do without it. `album` is Telegram's name of the album that
    the order came in, if any. `is_repeat`: somebody wants an order once more. `source` names the
    text that it was read from, and `as_read` is the result of that reading. `sent_by` is the
    Telegram account that wrote it for its shop, the sender.
    """

    sender: Party = Party()
    receivers: tuple[DraftReceiver, ...] = (DraftReceiver(),)
    fee: int | None = None
    rider: ChosenRider | None = None
    send_sms: bool = True
    guessed: tuple[Spot, ...] = ()
    picture: DraftPicture | None = None
    day: date | None = None
    is_own: bool = False
    sender_email: str = ""
    album: str = ""
    is_repeat: bool = False
    source: str = ""
    as_read: str = ""
    sent_by: int | None = None

    @property
    def contents(self) -> str:
        """A hash of the sender, the receivers with their items, and the fee, and nothing else."""
        content = self.model_dump_json(include={"sender", "receivers", "fee"})
        return hashlib.sha256(content.encode()).hexdigest()[:DIGEST_CHARACTERS]

    @property
    def digest(self) -> str:
        """Name exactly this content, short enough for a button."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:DIGEST_CHARACTERS]

    def first_blank(self) -> Spot | None:
        """Return the blank to ask for next; `None` if none is missing."""
        for blank, field in SENDER.items():
            if not self._sender(field):
                return Spot(blank)
        for number, receiver in enumerate(self.receivers):
            for blank, field in RECEIVER.items():
                if blank not in _OPTIONAL and getattr(receiver, field) in ("", None):
                    return Spot(blank, number)
        if self.fee is None:
            return Spot(Blank.FEE)
        return Spot(Blank.RIDER) if self.rider is None else None

    def _sender(self, field: str) -> str:
        value: str = getattr(self.sender, field)
        return value

    def value(self, spot: Spot) -> object:
        """Return the value of a blank; "" or `None` if it is empty."""
        if spot.blank in SENDER:
            return self._sender(SENDER[spot.blank])
        if spot.blank in RECEIVER:
            return getattr(self.receivers[spot.receiver], RECEIVER[spot.blank])
        return getattr(self, _OTHERS[spot.blank])

    def filled(self, spot: Spot, value: object) -> "Draft":
        """Return the draft with one blank filled in, by somebody who knows."""
        certain = self.model_copy(update={"guessed": tuple(g for g in self.guessed if g != spot)})
        if spot.blank in SENDER:
            changed = certain.sender.model_copy(update={SENDER[spot.blank]: value})
            return certain.model_copy(update={"sender": changed})
        if spot.blank in RECEIVER:
            receiver = certain.receivers[spot.receiver]
            return certain.with_receiver(
                spot.receiver, receiver.model_copy(update={RECEIVER[spot.blank]: value})
            )
        return certain.model_copy(update={_OTHERS[spot.blank]: value})

    def guessing(self, spots: Iterable[Spot]) -> "Draft":
        """Return the draft with these blanks marked as guessed."""
        return self.model_copy(update={"guessed": tuple(dict.fromkeys((*self.guessed, *spots)))})

    def with_picture(self, picture: DraftPicture) -> "Draft":
        """Return the draft with this picture, in place of the one that it had."""
        return self.model_copy(update={"picture": picture})

    def with_another_receiver(self) -> "Draft":
        """Return the draft with one more receiver, of whom nothing is known yet."""
        return self.model_copy(update={"receivers": (*self.receivers, DraftReceiver())})

    def without_receiver(self, number: int) -> "Draft":
        """Return the draft without one of its receivers, unless it is the only one."""
        others = self.receivers[:number] + self.receivers[number + 1 :]
        if not others:
            return self
        # The receivers behind it move up by one, and what is guessed of them moves along.
        guessed = tuple(
            replace(spot, receiver=spot.receiver - (spot.receiver > number))
            for spot in self.guessed
            if spot.blank not in RECEIVER or spot.receiver != number
        )
        return self.model_copy(update={"receivers": others, "guessed": guessed})

    def from_sender(self, sender: Party) -> "Draft":
        """Return the draft with another sender, who is known."""
        guessed = tuple(spot for spot in self.guessed if spot.blank not in SENDER)
        return self.model_copy(update={"sender": sender, "guessed": guessed})

    def with_receiver(self, number: int, receiver: DraftReceiver) -> "Draft":
        changed = list(self.receivers)
        changed[number] = receiver
        return self.model_copy(update={"receivers": tuple(changed)})


SENDER = {Blank.FROM_NAME: "name", Blank.FROM_PHONE: "phone", Blank.FROM_ADDRESS: "address"}


RECEIVER = {
    Blank.TO_NAME: "name",
    Blank.TO_PHONE: "phone",
    Blank.TO_ADDRESS: "address",
    Blank.ITEMS: "items",
    Blank.NOTE: "note",
    Blank.GOODS: "goods",
    Blank.PAYS_WITH: "pays_with",
}


AT_DOOR = (Blank.GOODS, Blank.PAYS_WITH)
"""Amounts that stay with us."""

AMOUNTS = {Blank.FEE, *AT_DOOR}
_OPTIONAL = {Blank.NOTE, *AT_DOOR}


FOR_ALL = (*SENDER, Blank.FEE)
"""The blanks asked once for all drafts that lack them: orders of one paste mostly share them."""


_OTHERS = {
    Blank.FEE: "fee",
    Blank.RIDER: "rider",
    Blank.SMS: "send_sms",
    Blank.DAY: "day",
    Blank.OWN: "is_own",
    Blank.FROM_EMAIL: "sender_email",
}
