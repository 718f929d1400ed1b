"""Notices: what the bot is going to say, as jobs; each chat gets them one after the other."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from bot.actions import effect_keys
from bot.base import jobs
from bot.base.jobs import EffectKey, NewJob
from bot.base.transaction import Transaction
from bot.identifiers import DeliveryUuid
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


class _Notice(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    chat_id: int

    @property
    def lane(self) -> str:
        """Behind which other notices it waits."""
        return f"chat:{self.chat_id}"


class Say(_Notice):
    """Send a message; as a reply to the chat's card of a delivery where `under` names one.

    `topic` is the topic of a group that it is for.
    """

    kind: Literal["say"] = "say"
    message: Message
    under: tuple[DeliveryUuid, View] | None = None
    topic: int | None = None


class Replace(_Notice):
    """Change a message that was sent, such as a list of which another page is wanted.

    If it is not there any more, a new one is sent.
    """

    kind: Literal["replace"] = "replace"
    message_id: int
    message: Message
    topic: int | None = None


class ShowCard(_Notice):
    """Bring a card up to date. It is rendered when it is sent, so it always shows the latest.

    `fresh` sends a new message in place of the old one, so that the reader's phone rings.
    Without `create` a chat that has no such card is left alone. A `quiet` one makes no sound.
    """

    kind: Literal["card"] = "card"
    delivery: DeliveryUuid
    view: View
    fresh: bool = False
    create: bool = True
    quiet: bool = False

    @property
    def lane(self) -> str:
        """Where a rider is moves on all the time; nothing that is said waits behind it."""
        return f"place:{self.chat_id}" if self.view is View.LOCATION else super().lane


class EraseCard(_Notice):
    kind: Literal["erase_card"] = "erase_card"
    delivery: DeliveryUuid
    view: View


class Erase(_Notice):
    kind: Literal["erase"] = "erase"
    message_id: int


class SetMenu(_Notice):
    """Show a person the commands of their roles in Telegram's own menu."""

    kind: Literal["menu"] = "menu"

    @property
    def lane(self) -> str:
        """A menu that cannot be set must not hold up what is said."""
        return f"menu:{self.chat_id}"


Notice = Annotated[
    Say | Replace | ShowCard | EraseCard | Erase | SetMenu, Field(discriminator="kind")
]

_reader: TypeAdapter[Notice] = TypeAdapter(Notice)


def lanes_of(chat_id: int) -> tuple[str, ...]:
    return f"chat:{chat_id}", f"place:{chat_id}", f"menu:{chat_id}"


def read(body: bytes) -> Notice:
    return _reader.validate_json(body)


def post(
    tx: Transaction, notice: Notice, key: EffectKey, *, due_at: datetime | None = None
) -> None:
    """Add a notice, once for each key; it is sent at once, or when it is due."""
    body = notice.model_dump_json().encode()
    jobs.add(tx, NewJob(JobKind.NOTICE, notice.lane, key, body, due_at))


def show_card(
    tx: Transaction,
    chat_id: int,
    delivery: DeliveryRow,
    view: View,
    *,
    fresh: bool = False,
    create: bool = True,
    quiet: bool = False,
) -> None:
    notice = ShowCard(
        chat_id=chat_id,
        delivery=delivery.uuid,
        view=view,
        fresh=fresh,
        create=create,
        quiet=quiet,
    )
    key = effect_keys.card(
        chat_id, delivery.uuid, view, delivery.revision, fresh=fresh, create=create
    )
    post(tx, notice, key)


def erase(tx: Transaction, chat_id: int, message_id: int) -> None:
    notice = Erase(chat_id=chat_id, message_id=message_id)
    post(tx, notice, effect_keys.erased(chat_id, message_id))
