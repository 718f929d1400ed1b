"""A rider confirms a pickup or a drop-off with a code.

A refused code is a guess, and guesses are limited. A guess is written down before the code is
sent, so that no crash makes it free, and taken back when nobody looked at the code.
"""

from datetime import timedelta

from bot.actions import codes, handover, notices
from bot.actions.codes import Locked, Open, Paused
from bot.actions.commands import HandOver, Stage
from bot.actions.desk import Desk
from bot.actions.execute.change import Change
from bot.actions.notices import Say, View
from bot.fleet import Delivery, Refused, State, StatusToken
from bot.store import dialogs, guesses, people
from bot.store.database import Transaction
from bot.store.deliveries import DeliveryRow
from bot.store.jobs import Job
from bot.store.people import Person, Role
from bot.texts import dispatcher as dispatcher_texts
from bot.texts import rider as texts
from bot.texts.message import Message
from bot.texts.moments import clock_time
from bot.texts.words import Words

_REACHED = {
    Stage.PICKUP: {State.IN_TRANSIT, State.FAILED, State.DELIVERED},
    Stage.DROPOFF: {State.DELIVERED},
}


class HandingOver(Change):
    """`in_transit` with the pickup code, or `delivered` with the drop-off code."""

    view = View.RIDER
    expires = timedelta(minutes=30)

    def __init__(self, desk: Desk, job: Job, command: HandOver) -> None:
        super().__init__(desk, job, command)
        self._command = command

    def is_done(self, delivery: Delivery) -> bool:
        return delivery.state in _REACHED[self._command.stage]

    async def send(self) -> None:
        fleet, code = self.desk.fleet, self._command.code(self.desk.vault)
        if self._command.stage is Stage.PICKUP:
            await fleet.update_status(self.delivery, StatusToken.IN_TRANSIT, pickup_code=code)
        else:
            await fleet.update_status(self.delivery, StatusToken.DELIVERED, dropoff_code=code)

    async def stopped(self, tx: Transaction, person: Person, row: DeliveryRow) -> bool:
        await guesses.take_back(tx, self.job.key)
        stop = await handover.refusal(tx, person, row, self._command.stage)
        if stop is not None:
            await self.tell(tx, person, stop)
        return stop is not None

    async def before_sending(self, tx: Transaction) -> None:
        command = self._command
        await guesses.count(tx, self.job.key, command.delivery, command.stage, command.rider)

    async def done(self, tx: Transaction) -> None:
        await guesses.take_back(tx, self.job.key)

    async def not_looked_at(self, tx: Transaction) -> None:
        await guesses.take_back(tx, self.job.key)

    async def refused(
        self, tx: Transaction, person: Person, row: DeliveryRow, refusal: Refused
    ) -> None:
        command, say = self._command, Words(person.language)
        made = await guesses.made(tx, command.delivery, command.stage, command.rider)
        standing = codes.standing(made, tx.now)
        await self.tell(tx, person, self._answer(say, row, refusal, standing))
        if isinstance(standing, Open):
            await self._ask_again(tx, person, row)
        else:
            await self._alert(tx, person, row, locked=isinstance(standing, Locked))

    def _answer(
        self, say: Words, row: DeliveryRow, refusal: Refused, standing: codes.Standing
    ) -> Message:
        match standing:
            case Open(left):
                stage = self._command.stage
                return texts.code_refused(say, row.order_number, stage, refusal.message, left)
            case Paused(until):
                return texts.codes_paused(say, row.order_number, clock_time(until))
            case Locked():
                return texts.codes_locked(say, row.order_number)

    async def _ask_again(self, tx: Transaction, person: Person, row: DeliveryRow) -> None:
        """Open the question again, unless the rider has turned to something else meanwhile."""
        if await dialogs.current(tx, person.user_id) is None:
            await handover.ask_for_code(
                tx, person, row, self._command.stage, f"{self.job.key}|again"
            )

    async def _alert(
        self, tx: Transaction, person: Person, row: DeliveryRow, *, locked: bool
    ) -> None:
        name = person.first_name
        for staff in await people.with_role(tx, (Role.OWNER, Role.DISPATCHER)):
            say = Words(staff.language)
            await self._tell_staff(
                tx,
                staff,
                dispatcher_texts.codes_stopped(
                    say, row.order_number, name, row.uuid, locked=locked
                ),
                "stopped",
            )

    async def waits_long(self, tx: Transaction, person: Person, row: DeliveryRow) -> None:
        for staff in await people.with_role(tx, (Role.OWNER, Role.DISPATCHER)):
            say = Words(staff.language)
            told = dispatcher_texts.code_held_up(say, row.order_number, person.first_name)
            await self._tell_staff(tx, staff, told, "held_up")

    async def _tell_staff(
        self, tx: Transaction, staff: Person, message: Message, about: str
    ) -> None:
        notice = Say(chat_id=staff.user_id, message=message, under=(self.delivery, View.DISPATCHER))
        await notices.post(tx, notice, f"{self.job.key}|{about}|staff|{staff.user_id}")

    async def expired(self, tx: Transaction, person: Person, row: DeliveryRow) -> None:
        say = Words(person.language)
        await self.tell(
            tx, person, texts.ask_code_again(say, row.order_number, self._command.stage)
        )
