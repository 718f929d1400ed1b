"""Drafts: a delivery that somebody is about to make, as the dialog about it keeps it."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from bot.identifiers import RiderUuid
from bot.store.dialogs import Question

_DIGEST = 12


class _Frozen(BaseModel):
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


@dataclass(frozen=True, slots=True)
class Spot:
    """A blank, and which receiver it belongs to where it is one of theirs."""

    blank: Blank
    receiver: int = 0


class Party(_Frozen):
    """Who sends or receives; what is not known is empty. The phone number is in E.164."""

    name: str = ""
    phone: str = ""
    address: str = ""


class DraftItem(_Frozen):
    """One line of a parcel's content; `value` in whole units of the account's currency."""

    description: str
    quantity: int = 1
    value: int = 0


class DraftReceiver(Party):
    """A receiver with what is in the parcel; `items` is `None` until somebody was asked."""

    items: tuple[DraftItem, ...] | None = None


class ChosenRider(_Frozen):
    """Who shall bring it; without a `uuid` it was decided to leave that open."""

    uuid: RiderUuid | None = None
    name: str = ""


class Draft(_Frozen):
    """A delivery for each receiver, from one sender. `fee` in whole units of the currency."""

    sender: Party = Party()
    receivers: tuple[DraftReceiver, ...] = (DraftReceiver(),)
    fee: int | None = None
    rider: ChosenRider | None = None
    send_sms: bool = True

    @property
    def digest(self) -> str:
        """Name exactly this content, short enough for a button."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:_DIGEST]

    def first_blank(self) -> Spot | None:
        """Return what is to be asked next; `None` if nothing is missing."""
        return next(self._blanks(), None)

    def _blanks(self) -> Iterator[Spot]:
        yield from (Spot(blank) for blank, field in SENDER.items() if not self._sender(field))
        for number, receiver in enumerate(self.receivers):
            for blank, field in RECEIVER.items():
                if getattr(receiver, field) in ("", None):
                    yield Spot(blank, number)
        if self.fee is None:
            yield Spot(Blank.FEE)
        if self.rider is None:
            yield Spot(Blank.RIDER)

    def _sender(self, field: str) -> str:
        value: str = getattr(self.sender, field)
        return value

    def filled(self, spot: Spot, value: object) -> "Draft":
        """Return the draft with one blank filled in."""
        if spot.blank in SENDER:
            changed = self.sender.model_copy(update={SENDER[spot.blank]: value})
            return self.model_copy(update={"sender": changed})
        if spot.blank in RECEIVER:
            receiver = self.receivers[spot.receiver]
            return self._with_receiver(
                spot.receiver, receiver.model_copy(update={RECEIVER[spot.blank]: value})
            )
        return self.model_copy(update={_OTHERS[spot.blank]: value})

    def with_another_receiver(self) -> "Draft":
        """Return the draft with one more receiver, of whom nothing is known yet."""
        return self.model_copy(update={"receivers": (*self.receivers, DraftReceiver())})

    def without_receiver(self, number: int) -> "Draft":
        """Return the draft without one of its receivers, unless it is the only one."""
        others = self.receivers[:number] + self.receivers[number + 1 :]
        return self.model_copy(update={"receivers": others or self.receivers})

    def _with_receiver(self, number: int, receiver: DraftReceiver) -> "Draft":
        changed = list(self.receivers)
        changed[number] = receiver
        return self.model_copy(update={"receivers": tuple(changed)})


SENDER = {Blank.FROM_NAME: "name", Blank.FROM_PHONE: "phone", Blank.FROM_ADDRESS: "address"}
RECEIVER = {
    Blank.TO_NAME: "name",
    Blank.TO_PHONE: "phone",
    Blank.TO_ADDRESS: "address",
    Blank.ITEMS: "items",
}
_OTHERS = {Blank.FEE: "fee", Blank.RIDER: "rider", Blank.SMS: "send_sms"}


class OpenDraft(_Frozen, Question):
    """A draft as its dialog keeps it, and what was asked last; `None` once all of it is shown."""

    name = "new"
    lasts = timedelta(hours=2)

    draft: Draft
    asked: Spot | None = None
