"""What every kind of change must be able to say about itself."""

from abc import ABC, abstractmethod
from datetime import timedelta

from bot.actions import notices
from bot.actions.access import Action
from bot.actions.commands import DeliveryCommand
from bot.actions.context import Context
from bot.actions.notices import Say, View
from bot.base.database import Transaction
from bot.base.jobs import Job
from bot.fleet import Delivery, Refused
from bot.store import deliveries
from bot.store.deliveries import DeliveryRow
from bot.store.people import Person
from bot.texts.message import Message
from bot.texts.rider import replies as rider_texts
from bot.texts.words import Words


class Change(ABC):
    """One change that somebody asked for, while it is being carried out."""

    view: View
    """Which card of the person who asked shows it."""

    expires: timedelta | None = None
    """How long it is tried at most."""

    def __init__(self, context: Context, job: Job, command: DeliveryCommand) -> None:
        self.context = context
        self.job = job
        self.delivery = command.delivery
        self.by = command.by
        self.action: Action = command.action

    @abstractmethod
    def is_done(self, delivery: Delivery) -> bool:
        """Tell from a delivery as it is now whether the change has been made already."""

    @abstractmethod
    async def send(self) -> None:
        """Ask the fleet service for the change, once."""

    @abstractmethod
    async def refused(
        self, tx: Transaction, person: Person, row: DeliveryRow, refusal: Refused
    ) -> None:
        """The fleet service said no: tell the person what it said."""

    # The rest is for those kinds of change that have something to do at that moment.
    # ruff: noqa: ARG002, B027

    async def stopped(self, tx: Transaction, person: Person, row: DeliveryRow) -> bool:
        """Tell whether a rule of ours forbids to send now; then the person has been told why."""
        return False

    async def before_sending(self, tx: Transaction) -> None:
        """Write down what must be known after a crash between the request and its answer."""

    async def done(self, tx: Transaction) -> None:
        """The change is made: clear up what was written down before."""

    async def not_looked_at(self, tx: Transaction) -> None:
        """The fleet service did not decide: take back what was written down before."""

    async def waits_long(self, tx: Transaction, person: Person, row: DeliveryRow) -> None:
        """The fleet service has not answered for a while: tell whom it concerns."""

    async def expired(self, tx: Transaction, person: Person, row: DeliveryRow) -> None:
        """The time for it has run out: tell the person what to do."""

    async def forbidden(self, tx: Transaction, person: Person, row: DeliveryRow) -> None:
        """The person may not do this any more: tell them that nothing was changed."""
        say = Words(person.language)
        await self.tell(tx, person, rider_texts.not_yours_any_more(say, row.order_number))

    async def tell(
        self, tx: Transaction, person: Person, message: Message, about: str = "answer"
    ) -> None:
        """Say something to a person, once for this command, under their card."""
        notice = Say(chat_id=person.user_id, message=message, under=(self.delivery, self.view))
        await notices.post(tx, notice, f"{self.job.key}|{about}|{person.user_id}")

    async def refresh(self, tx: Transaction) -> None:
        """Let the card of the person who asked show how things stand with the command."""
        await deliveries.touch(tx, self.delivery)
        row = await deliveries.get(tx, self.delivery)
        if row is not None:
            await notices.show_card(tx, self.by, row, self.view, create=False)
