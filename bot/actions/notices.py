"""Notices: what the bot is going to say, as jobs.

What changes one delivery's card in a chat is sent in order, and so is what is said of a delivery,
and so are the answers that a chat gets; else nothing waits for more than its turn.
"""

from datetime import datetime, timedelta
from enum import IntEnum, StrEnum
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from bot.actions import effect_keys
from bot.base import jobs, lanes
from bot.base.jobs import EffectKey, NewJob
from bot.base.transaction import Transaction
from bot.identifiers import DeliveryUuid
from bot.store import deliveries
from bot.store.deliveries import DeliveryRow
from bot.store.job_kind import JobKind
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
    PICKUP = "pickup"
    """What waits for a rider at one place, in place of a delivery: its card is known by the uuid of
    the pickup."""
    SHOP = "shop"
    """What a shop is asked of the orders that were given together, known by the first of them."""
    CONVERSATION = "conversation"
    """What somebody says, in place of a delivery: its card is known by the conversation's uuid."""
    DIGEST = "digest"
    """Many orders in one message: its card is known by the digest's uuid."""
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


_ANSWERS = "answers"
_PROGRESS_AFTER = timedelta(seconds=1)
_LOOKED_FOR = timedelta(minutes=1)
_AT_THE_DOOR = frozenset({View.RIDER, View.PICKUP, View.CODE_PROMPT, View.NEXT_STOP})


class _Notice(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    writes: ClassVar[bool] = True
    """Whether it counts among what is written in its chat."""

    chat_id: int

    @property
    def thread(self) -> str:
        """What of its chat it belongs to: inside that it is sent in order."""
        return _ANSWERS

    @property
    def urgency(self) -> Urgency:
        """How urgent it is by itself; it is more so where somebody has just asked for it."""
        return Urgency.ANSWER


class Say(_Notice):
    """Send a message; as a reply to the chat's card of a delivery where `under` names one.

    `becomes` is the card of the same delivery that it is from then on. `topic` is the topic of a
    group that it is for. What answers something that was asked at `asked_at` makes no sound while
    whoever has asked can be expected to look, and a `quiet` one makes none at all.
    """

    kind: Literal["say"] = "say"
    message: Message
    asked_at: datetime | None = None
    quiet: bool = False
    under: tuple[DeliveryUuid, View] | None = None
    becomes: View | None = None
    topic: int | None = None

    @property
    def thread(self) -> str:
        """What is said waits for no change of the card that it is said under."""
        return f"said:{self.under[0]}" if self.under else "news"

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
    Without `create` a chat that has no such card is left alone. A `quiet` one makes no sound.

    To its rider a job is shown by the card of its pickup where others wait with it, unless it is
    wanted `alone`. If it `is_news` that it is theirs, that card rings for it, but not for each of
    those that come together.
    """

    kind: Literal["card"] = "card"
    delivery: DeliveryUuid
    view: View
    fresh: bool = False
    create: bool = True
    quiet: bool = False
    alone: bool = False
    is_news: bool = False

    @property
    def thread(self) -> str:
        """Where a rider is moves on all the time; nothing that is said waits behind it."""
        return f"place:{self.delivery}" if self.view is View.LOCATION else self.delivery

    @property
    def urgency(self) -> Urgency:
        moves = self.quiet or not self.create or self.view is View.LOCATION
        if moves and not self.fresh:
            return Urgency.REFRESH
        return Urgency.DOOR if self.view in _AT_THE_DOOR else Urgency.NEWS


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
    """Show a person the commands of their roles in Telegram's own menu."""

    kind: Literal["menu"] = "menu"
    writes = False

    @property
    def thread(self) -> str:
        """A menu that cannot be set must not hold up what is said."""
        return "menu"


Notice = Annotated[
    Say | Replace | ShowCard | PinCard | EraseCard | Erase | React | SetMenu,
    Field(discriminator="kind"),
]

_reader: TypeAdapter[Notice] = TypeAdapter(Notice)


def lane_of(chat_id: int) -> str:
    """Return the lane in which those of all threads of a chat lie."""
    return f"chat:{chat_id}"


def read(body: bytes) -> Notice:
    return _reader.validate_json(body)


def post(
    tx: Transaction,
    notice: Notice,
    key: EffectKey,
    *,
    due_at: datetime | None = None,
    urgency: Urgency | None = None,
) -> None:
    """Add a notice, once for each key; it is sent when it is due, and its turn.

    What waits in its thread before it becomes as urgent as it is.
    """
    thread = notice.thread
    if isinstance(notice, ShowCard) and notice.view is View.RIDER:
        thread = _thread_of_job(tx, notice.delivery)
    _add(tx, notice, thread, key, urgency, due_at)


def _thread_of_job(tx: Transaction, delivery: DeliveryUuid) -> str:
    """Name what a job is shown to its rider in order with: all of its pickup can be one card."""
    return deliveries.pickup_of(tx, delivery) or delivery


def answer(
    tx: Transaction, notice: Say | Replace, key: EffectKey, *, asked_at: datetime | None
) -> None:
    """Add an answer to somebody's own tap or word: behind its card, or else behind answers.

    What becomes a card of its own stands among what is done to that one.
    """
    thread = _ANSWERS
    if isinstance(notice, Say) and notice.under:
        delivery, view = notice.under
        is_of_card = view is View.RIDER and notice.becomes is None
        thread = _thread_of_job(tx, delivery) if is_of_card else delivery
    notice = notice.model_copy(update={"asked_at": asked_at})
    _add(tx, notice, thread, key, Urgency.ANSWER)


def is_looked_for(notice: Say | Replace, now: datetime) -> bool:
    """Tell whether somebody has just asked for this, and needs no sound to see it."""
    return notice.asked_at is not None and now - notice.asked_at <= _LOOKED_FOR


def _add(
    tx: Transaction,
    notice: Notice,
    thread: str,
    key: EffectKey,
    urgency: Urgency | None,
    due_at: datetime | None = None,
) -> None:
    urgency = notice.urgency if urgency is None else urgency
    lane = f"{lane_of(notice.chat_id)}/{thread}"
    if urgency < Urgency.REFRESH:
        lanes.hurry(tx, JobKind.NOTICE, lane, urgency)
    body = notice.model_dump_json().encode()
    jobs.add(tx, NewJob(JobKind.NOTICE, lane, key, body, due_at, urgency))


def show_card(
    tx: Transaction,
    chat_id: int,
    delivery: DeliveryRow,
    view: View,
    *,
    fresh: bool = False,
    create: bool = True,
    quiet: bool = False,
    is_news: bool = False,
    urgency: Urgency | None = None,
) -> None:
    notice = ShowCard(
        chat_id=chat_id,
        delivery=delivery.uuid,
        view=view,
        fresh=fresh,
        create=create,
        quiet=quiet,
        is_news=is_news,
    )
    key = effect_keys.card(
        chat_id, delivery.uuid, view, delivery.revision, fresh=fresh, create=create
    )
    of_job = delivery.pickup if view is View.RIDER else None
    _add(tx, notice, of_job or notice.thread, key, urgency)


def show_pickup(
    tx: Transaction, chat_id: int, pickup: str, key: EffectKey, urgency: Urgency | None = None
) -> None:
    """Bring the card of a pickup up to date, where there is one."""
    uuid = DeliveryUuid(pickup)
    notice = ShowCard(chat_id=chat_id, delivery=uuid, view=View.PICKUP, create=False)
    post(tx, notice, key, urgency=urgency)


def show_progress(
    tx: Transaction, chat_id: int, delivery: DeliveryUuid, view: View, *, create: bool = False
) -> None:
    """Let a card say that something is under way, unless it is over within a second.

    Whatever is said of it meanwhile takes this along, and then it shows what has come of it. One
    that is made for it makes no sound: who has asked for the change looks on.
    """
    row = deliveries.get(tx, delivery)
    if row is None:
        return
    notice = ShowCard(chat_id=chat_id, delivery=delivery, view=view, create=create, quiet=True)
    key = effect_keys.card(chat_id, delivery, view, row.revision, fresh=False, create=create)
    post(tx, notice, key, due_at=tx.now + _PROGRESS_AFTER, urgency=Urgency.REFRESH)


def show_card_later(
    tx: Transaction, chat_id: int, delivery: DeliveryUuid, view: View, at: datetime
) -> None:
    """Bring a card up to date when time alone has changed it; nothing waits behind that."""
    notice = ShowCard(chat_id=chat_id, delivery=delivery, view=view, create=False)
    key = effect_keys.card_later(chat_id, delivery, view, at)
    _add(tx, notice, f"later:{delivery}", key, Urgency.REFRESH, at)


def next_step(now: datetime, step: timedelta) -> datetime:
    """Return the next of the moments at which what changes often is shown, all at once."""
    seconds = step.total_seconds()
    return datetime.fromtimestamp((now.timestamp() // seconds + 1) * seconds, now.tzinfo)


def erase(
    tx: Transaction, chat_id: int, message_id: int, written_after: datetime | None = None
) -> None:
    notice = Erase(chat_id=chat_id, message_id=message_id, written_after=written_after)
    post(tx, notice, effect_keys.erased(chat_id, message_id))
