"""Drafts: a delivery that somebody is about to make, as the dialog about it keeps it."""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
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
    NOTE = "note"
    DAY = "day"
    OWN = "own"
    TO_EMAIL = "to_email"
    FROM_EMAIL = "from_email"


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
    """A receiver with what is in the parcel; `items` is `None` until somebody was asked.

    `note` is for the rider and stays with us. `left` is what somebody wrote besides and nobody has
    understood, as it came.
    """

    items: tuple[DraftItem, ...] | None = None
    note: str = ""
    left: tuple[str, ...] = ()


class ChosenRider(_Frozen):
    """Who shall bring it; without a `uuid` it was decided to leave that open."""

    uuid: RiderUuid | None = None
    name: str = ""


class DraftPicture(_Frozen):
    """The picture that an order came in, by Telegram's id, and the message that it is.

    `is_file` if it was sent as a file, not as a photo.
    """

    file_id: str
    message_id: int
    is_file: bool = False


class Draft(_Frozen):
    """A delivery for each receiver, from one sender. `fee` in whole units of the currency.

    `guessed` are the blanks that were filled by where something stood in a text, and not because
    the text says what it is: somebody is to compare these before anything is created. `day` is for
    when it is meant, today if nobody says. `is_own`: the business itself is the sender.
    `sender_email` is asked only where the fleet service has refused to do without. `album` is
    Telegram's name of the album that the order came in, if it came in one.
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
                if blank not in _OPTIONAL and getattr(receiver, field) in ("", None):
                    yield Spot(blank, number)
        if self.fee is None:
            yield Spot(Blank.FEE)
        if self.rider is None:
            yield Spot(Blank.RIDER)

    def _sender(self, field: str) -> str:
        value: str = getattr(self.sender, field)
        return value

    def value(self, spot: Spot) -> object:
        """Return what stands in a blank; "" or `None` where nothing does."""
        if spot.blank in SENDER:
            return self._sender(SENDER[spot.blank])
        if spot.blank in RECEIVER:
            return getattr(self.receivers[spot.receiver], RECEIVER[spot.blank])
        return getattr(self, _OTHERS[spot.blank])

    def filled(self, spot: Spot, value: object) -> "Draft":
        """Return the draft with one blank filled in, by somebody who knows."""
        known = self.model_copy(update={"guessed": tuple(g for g in self.guessed if g != spot)})
        if spot.blank in SENDER:
            changed = known.sender.model_copy(update={SENDER[spot.blank]: value})
            return known.model_copy(update={"sender": changed})
        if spot.blank in RECEIVER:
            receiver = known.receivers[spot.receiver]
            return known.with_receiver(
                spot.receiver, receiver.model_copy(update={RECEIVER[spot.blank]: value})
            )
        return known.model_copy(update={_OTHERS[spot.blank]: value})

    def guessing(self, spots: Iterable[Spot]) -> "Draft":
        """Return the draft with what was only guessed of it."""
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
}
_OPTIONAL = {Blank.NOTE}
FOR_ALL = (*SENDER, Blank.FEE)
"""What is asked only once of drafts that all lack it: orders of one paste mostly share it."""
_OTHERS = {
    Blank.FEE: "fee",
    Blank.RIDER: "rider",
    Blank.SMS: "send_sms",
    Blank.DAY: "day",
    Blank.OWN: "is_own",
    Blank.FROM_EMAIL: "sender_email",
}


class OpenDraft(_Frozen, Question):
    """Drafts as their dialog keeps them: the one in hand, and those before and behind it.

    `asked` is what was asked last of the one in hand; `None` where it is shown, or all of them are.
    """

    name = "new"
    lasts = timedelta(hours=2)

    draft: Draft
    asked: Spot | None = None
    before: tuple[Draft, ...] = ()
    behind: tuple[Draft, ...] = ()
    shows_all: bool = False

    @classmethod
    def of(cls, drafts: Sequence[Draft]) -> "OpenDraft":
        """Return drafts with the first one that lacks something in hand, or all of them shown."""
        return cls(draft=drafts[0], behind=tuple(drafts[1:])).with_next_question()

    @property
    def drafts(self) -> tuple[Draft, ...]:
        return (*self.before, self.draft, *self.behind)

    @property
    def number(self) -> int:
        """Which of them is in hand, beginning with 0."""
        return len(self.before)

    @property
    def is_one_of_several(self) -> bool:
        return len(self.drafts) > 1

    @property
    def digest(self) -> str:
        """Name exactly this content, short enough for a button."""
        contents = "".join(draft.digest for draft in self.drafts)
        return hashlib.sha256(contents.encode()).hexdigest()[:_DIGEST]

    @property
    def incomplete(self) -> int:
        """How many of them lack something."""
        return sum(draft.first_blank() is not None for draft in self.drafts)

    def changed(self, draft: Draft, asked: Spot | None = None) -> "OpenDraft":
        """Return the same with another content of the draft in hand, which is shown or asked of."""
        return self.model_copy(update={"draft": draft, "asked": asked, "shows_all": False})

    def in_hand(self, number: int) -> "OpenDraft":
        """Return the same with another draft in hand, which is shown."""
        drafts = self.drafts
        number = min(number, len(drafts) - 1)
        return OpenDraft(draft=drafts[number], before=drafts[:number], behind=drafts[number + 1 :])

    def all_shown(self) -> "OpenDraft":
        return self.model_copy(update={"asked": None, "shows_all": self.is_one_of_several})

    def with_next_question(self) -> "OpenDraft":
        """Ask for what is missing next, of the draft in hand and then of the others.

        Where nothing is, the draft is shown, and of several drafts all.
        """
        first = self.number
        numbers = (*range(first, len(self.drafts)), *range(first))
        for number in numbers:
            blank = self.drafts[number].first_blank()
            if blank is not None:
                return self.in_hand(number).model_copy(update={"asked": blank})
        return self.all_shown()

    def with_more(self, drafts: Sequence[Draft]) -> "OpenDraft":
        """Return the same with more drafts behind these."""
        return OpenDraft.of((*self.drafts, *drafts))

    def without(self, numbers: Collection[int]) -> "OpenDraft | None":
        """Return the others; `None` if there are none."""
        kept = [draft for at, draft in enumerate(self.drafts) if at not in numbers]
        return OpenDraft.of(kept) if kept else None

    def each(self, change: Callable[[Draft], Draft]) -> "OpenDraft":
        """Return the same with every draft changed alike."""
        return self.model_copy(
            update={
                "draft": change(self.draft),
                "before": tuple(map(change, self.before)),
                "behind": tuple(map(change, self.behind)),
            }
        )
