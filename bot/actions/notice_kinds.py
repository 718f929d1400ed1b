"""What a notice is: a message, a card, a change or a deletion that a chat is to get."""

from datetime import datetime, timedelta
from enum import IntEnum, StrEnum
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from bot.identifiers import DeliveryUuid
from bot.texts.html import Html
from bot.texts.message import Message


class View(StrEnum):
    """The points of view from which a chat can show a delivery, each with a message of its own."""

    DISPATCHER = "dispatcher"
    RIDER = "rider"
    CUSTOMER = "customer"
    CODE_PROMPT = "code_prompt"
    GROUP = "group"
    NEXT_STOP = "next_stop"
    LOCATION = "location"
    RIDER_PLACE = "rider_place"
    """Where a rider is, in place of a delivery: its pin is known by the rider's uuid."""
    ORDER_PICTURE = "order_picture"
    """The picture in which its order came."""
    PICKUP = "pickup"
    """What waits for a rider at one place, in place of a delivery: its card is known by the uuid of
    the pickup."""
    ROUND = "round"
    """The stops of a rider who has several parcels with them: known by the rider's uuid."""
    HANDOVER = "handover"
    """What a rider is to take over from another one, in place of a delivery: its card is known by
    the uuid of who has it."""
    SHOP = "shop"
    """What a shop is asked of the orders that were given together, known by the first of them."""
    CONVERSATION = "conversation"
    """What somebody says, in place of a delivery: its card is known by the conversation's uuid."""
    DIGEST = "digest"
    """Many orders in one message: its card is known by the digest's uuid."""
    BROADCAST = "broadcast"
    """What was written to all riders: its card is known by the broadcast's uuid."""
    BOARD = "board"
    """What is open: its card is known by the board's uuid."""


class Urgency(IntEnum):
    """What is sent first where not everything can be sent at once."""

    ANSWER = 0
    """To somebody's own tap or word."""
    DOOR = 1
    """Somebody at a door waits for it."""
    ALARM = 2
    NEWS = 3
    REFRESH = 4
    """A card that only changes, and rings nobody."""


SURELY_DELETED_WITHIN = timedelta(hours=47)
"""How young a message is that Telegram surely deletes: an hour less than it says, for its clock is
not ours."""

ANSWERS = "answers"
JOBS = "jobs"
"""What a rider's jobs are shown in, one after the other: one card can show several of them."""
_ON_A_MAP = frozenset({View.LOCATION, View.RIDER_PLACE})
_OF_JOBS = frozenset({View.RIDER, View.PICKUP, View.ROUND, View.HANDOVER})
_AT_THE_DOOR = frozenset({*_OF_JOBS, View.CODE_PROMPT, View.NEXT_STOP})


class _Notice(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    writes: ClassVar[bool] = True
    """Whether it counts among what is written in its chat."""

    chat_id: int

    @property
    def place(self) -> int:
        """The chat whose turn it takes."""
        return self.chat_id

    @property
    def thread(self) -> str:
        """What of its chat it belongs to: inside that it is sent in order."""
        return ANSWERS

    @property
    def urgency(self) -> Urgency:
        """How urgent it is by itself; it is more so where somebody has just asked for it."""
        return Urgency.ANSWER


class Say(_Notice):
    """Send a message; as a reply to the chat's card of a delivery where `under` names one, or to
    the message `reply_to`.

    `becomes` is the card of the same delivery that it is from then on. `topic` is the topic of a
    group that it is for. What answers something that was asked at `asked_at` makes no sound while
    the person can be expected to look, and a `quiet` one makes none at all. What goes
    `with_job` is for who brings that delivery: to nobody else it is sent, and from their chat it
    goes when they do not bring it any more. An `author` has written the words, and is told where
    nobody knows whether they have arrived.
    """

    kind: Literal["say"] = "say"
    message: Message
    asked_at: datetime | None = None
    quiet: bool = False
    under: tuple[DeliveryUuid, View] | None = None
    becomes: View | None = None
    topic: int | None = None
    reply_to: int | None = None
    with_job: DeliveryUuid | None = None
    author: int | None = None

    @property
    def thread(self) -> str:
        """What is said waits for no change of the card that it is said under, unless it is one."""
        if self.under is None:
            return "news"
        return self.under[0] if self.becomes else f"said:{self.under[0]}"

    @property
    def urgency(self) -> Urgency:
        return Urgency.NEWS


class Replace(_Notice):
    """Change a message that was sent, such as a list of which another page is wanted.

    If it is not there any more, a new one is sent.
    """

    kind: Literal["replace"] = "replace"
    message_id: int
    message: Message
    asked_at: datetime | None = None
    topic: int | None = None


class ShowCard(_Notice):
    """Bring a card up to date. It is rendered when it is sent, so it always shows the latest.

    `fresh` sends a new message in place of the old one, so that the reader's phone rings.
    Without `create` a chat that has no such card is left alone. A `quiet` one makes no sound. One
    that `only_edits` sends nothing in place of a message that is gone.

    To its rider a job is shown by the card of its pickup where others wait with it, and by that of
    the round where they have others with them, unless it is wanted `alone`. If it `is_news` that
    it is theirs, that card rings for it, but not for each of those that come together.
    """

    kind: Literal["card"] = "card"
    delivery: DeliveryUuid
    view: View
    fresh: bool = False
    create: bool = True
    quiet: bool = False
    alone: bool = False
    is_news: bool = False
    only_edits: bool = False

    @property
    def thread(self) -> str:
        """Where a rider is moves on all the time; nothing that is said waits behind it."""
        if self.view in _OF_JOBS:
            return JOBS
        return f"place:{self.delivery}" if self.view in _ON_A_MAP else self.delivery

    @property
    def urgency(self) -> Urgency:
        moves = self.quiet or not self.create or self.view in _ON_A_MAP
        if moves and not self.fresh:
            return Urgency.REFRESH
        return Urgency.DOOR if self.view in _AT_THE_DOOR else Urgency.NEWS


class SayEphemeral(_Notice):
    """Show somebody in a group what nobody else there sees, in answer to their tap or word.

    `query` is the press that is answered, `said` the ephemeral message of theirs; `changes` is the
    ephemeral message that is shown already. `hint` stands below it in the group. Where it cannot be
    shown there, `otherwise` is what their private chat, the chat of this notice, gets instead.

    What goes on changing `shows` something: a delivery, by its card, or the dialog of that name.
    What `goes_on` takes the place of the latest that shows the same.
    """

    kind: Literal["say_ephemeral"] = "say_ephemeral"
    group: int
    topic: int | None = None
    query: str | None = None
    said: int | None = None
    changes: int | None = None
    shows: str | None = None
    goes_on: bool = False
    hint: Html = Html("")
    otherwise: Annotated[Say | ShowCard, Field(discriminator="kind")]

    @property
    def place(self) -> int:
        return self.group


class RefreshEphemeral(_Notice):
    """Bring up to date what some in a group, the chat of this notice, see alone of a delivery."""

    kind: Literal["refresh_ephemeral"] = "refresh_ephemeral"
    delivery: DeliveryUuid

    @property
    def thread(self) -> str:
        return f"alone:{self.delivery}"

    @property
    def urgency(self) -> Urgency:
        return Urgency.REFRESH


class EraseEphemeral(_Notice):
    """Take away what one person alone sees in a group."""

    kind: Literal["erase_ephemeral"] = "erase_ephemeral"
    group: int
    message: int
    writes = False

    @property
    def place(self) -> int:
        return self.group


class PinCard(_Notice):
    """Pin the message that a card is over its chat, without a sound, or let it go from there."""

    kind: Literal["pin_card"] = "pin_card"
    delivery: DeliveryUuid
    view: View
    is_pinned: bool = True
    writes = False

    @property
    def thread(self) -> str:
        return self.delivery

    @property
    def urgency(self) -> Urgency:
        return Urgency.REFRESH


class EraseCard(_Notice):
    kind: Literal["erase_card"] = "erase_card"
    delivery: DeliveryUuid
    view: View
    writes = False

    @property
    def thread(self) -> str:
        return self.delivery

    @property
    def urgency(self) -> Urgency:
        return Urgency.DOOR if self.view in _AT_THE_DOOR else Urgency.REFRESH


class Erase(_Notice):
    """Delete a message, such as one in which a code was typed.

    `written_after` is the earliest that it can have been written, where that is known.
    """

    kind: Literal["erase"] = "erase"
    message_id: int
    written_after: datetime | None = None
    writes = False

    @property
    def thread(self) -> str:
        return "erased"


class React(_Notice):
    """Put a small picture under what somebody has written: it was read, and nothing is to say."""

    kind: Literal["react"] = "react"
    message_id: int
    picture: str
    writes = False

    @property
    def thread(self) -> str:
        return "receipts"


class SetMenu(_Notice):
    """Show a person, or a group of dispatchers, their commands in Telegram's own menu."""

    kind: Literal["menu"] = "menu"
    writes = False

    @property
    def thread(self) -> str:
        """A menu that cannot be set must not hold up what is said."""
        return "menu"


Notice = Annotated[
    Say
    | Replace
    | ShowCard
    | SayEphemeral
    | RefreshEphemeral
    | EraseEphemeral
    | PinCard
    | EraseCard
    | Erase
    | React
    | SetMenu,
    Field(discriminator="kind"),
]

_reader: TypeAdapter[Notice] = TypeAdapter(Notice)


def read(body: bytes) -> Notice:
    return _reader.validate_json(body)
