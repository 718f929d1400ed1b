"""The kinds of notices: a message, a card, a change or a deletion for a chat."""

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
    """A rider's place, not a delivery: the pin is known by the rider's uuid."""
    ORDER_PICTURE = "order_picture"
    """The picture in which the delivery's order came."""
    PICKUP = "pickup"
    """All jobs that wait for a rider at one place, not one delivery: the card is known by the uuid
    of the pickup."""
    ROUND = "round"
    """The stops of a rider who carries several parcels: the card is known by the rider's uuid."""
    HANDOVER = "handover"
    """The parcels that a rider takes over from another one, not one delivery: the card is known by
    the uuid of the rider who has them."""
    SHOP = "shop"
    """The question to a shop about orders given together: the card is known by the first one."""
    CONVERSATION = "conversation"
    """A conversation, not a delivery: the card is known by the conversation's uuid."""
    DIGEST = "digest"
    """Many orders in one message: the card is known by the digest's uuid."""
    BROADCAST = "broadcast"
    """A message to all riders: the card is known by the broadcast's uuid."""
    BOARD = "board"
    """All open deliveries: the card is known by the board's uuid."""


class Urgency(IntEnum):
    """The order in which notices are sent where not all can be sent at once: the lowest first."""

    ANSWER = 0
    """An answer to somebody's own tap or word."""
    DOOR = 1
    """Somebody at a door waits for it."""
    ALARM = 2
    NEWS = 3
    REFRESH = 4
    """A card that only changes, and rings nobody."""


SURELY_DELETED_WITHIN = timedelta(hours=47)
"""The age up to which Telegram surely deletes a message: an hour less than it promises, because its
clock is not ours."""

ANSWERS = "answers"
JOBS = "jobs"
"""The thread of a rider's job cards: they are sent in order, as one card can show several jobs."""
_ON_A_MAP = frozenset({View.LOCATION, View.RIDER_PLACE})
_OF_JOBS = frozenset({View.RIDER, View.PICKUP, View.ROUND, View.HANDOVER})
_AT_THE_DOOR = frozenset({*_OF_JOBS, View.CODE_PROMPT, View.NEXT_STOP})


class _Notice(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    writes: ClassVar[bool] = True
    """Whether it counts as a message written in its chat."""

    chat_id: int

    @property
    def place(self) -> int:
        """The chat whose turn it takes."""
        return self.chat_id

    @property
    def thread(self) -> str:
        """The thread of its chat that it belongs to; the notices of a thread are sent in order."""
        return ANSWERS

    @property
    def urgency(self) -> Urgency:
        """Its default urgency; the caller can give a higher one if somebody has just asked."""
        return Urgency.ANSWER


class Say(_Notice):
    """Send a message; as a reply to the chat's card of a delivery where `under` names one, or to
    the message `reply_to`.

    `becomes` is the view of the same delivery whose card the message is from then on. `topic` is
    the topic of a group. An answer to something asked at `asked_at` makes no sound while the person
    is probably still looking; a `quiet` message never does. A message `with_job` is only for the
    rider who brings that delivery: it is sent to nobody else, and leaves their chat when they no
    longer bring it. The `author` wrote the words, and is told if they may not have arrived.
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
        """A message does not wait for changes of the card above it, unless it becomes a card."""
        if self.under is None:
            return "news"
        return self.under[0] if self.becomes else f"said:{self.under[0]}"

    @property
    def urgency(self) -> Urgency:
        return Urgency.NEWS


class Replace(_Notice):
    """Change a message that was sent, such as a list that turns to another page.

    If the message is gone, a new one is sent.
    """

    kind: Literal["replace"] = "replace"
    message_id: int
    message: Message
    asked_at: datetime | None = None
    topic: int | None = None


class ShowCard(_Notice):
    """Bring a card up to date. It is rendered when it is sent, so it always shows the latest.

    `fresh` sends a new message in place of the old one, so that the reader's phone rings.
    Without `create` a chat that has no such card is left alone. A `quiet` card makes no sound. If
    it `only_edits`, nothing is sent in place of a message that is gone. Shown `in_full`, it has
    what it folds until its next change.

    A rider sees a job on the card of its pickup if other jobs wait there, and on the card of the
    round if they carry other parcels, unless the card is wanted `alone`. If `is_news`, the rider
    has just got the job: the shared card rings, but once for jobs that come together.
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
    in_full: bool = False

    @property
    def thread(self) -> str:
        """A map has a thread of its own: it moves all the time, and no message waits behind it."""
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
    """Show one person in a group a message that nobody else sees, to answer their tap or word.

    It answers the press `query` or their ephemeral message `said`; `changes` is the ephemeral
    message that is shown already. `hint` stands below it in the group. If it cannot be shown there,
    their private chat, the chat of this notice, gets `otherwise` instead.

    A message that keeps changing `shows` something: a delivery, by its card, or the dialog of that
    name. If it `goes_on`, it takes the place of the latest message that shows the same.
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
    """Update the messages that single people in a group, the notice's chat, see of a delivery."""

    kind: Literal["refresh_ephemeral"] = "refresh_ephemeral"
    delivery: DeliveryUuid

    @property
    def thread(self) -> str:
        return f"alone:{self.delivery}"

    @property
    def urgency(self) -> Urgency:
        return Urgency.REFRESH


class EraseEphemeral(_Notice):
    """Delete a message that one person alone sees in a group."""

    kind: Literal["erase_ephemeral"] = "erase_ephemeral"
    group: int
    message: int
    writes = False

    @property
    def place(self) -> int:
        return self.group


class PinCard(_Notice):
    """Pin a card's message in its chat, without a sound, or unpin it."""

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

    `written_after` is the earliest time at which it can have been written, if known.
    """

    kind: Literal["erase"] = "erase"
    message_id: int
    written_after: datetime | None = None
    writes = False

    @property
    def thread(self) -> str:
        return "erased"


class React(_Notice):
    """Put a small picture under somebody's message: it was read, and needs no answer."""

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
        """A menu has a thread of its own: one that cannot be set must not hold up messages."""
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
