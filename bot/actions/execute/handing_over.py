"""A rider confirms a pickup or a drop-off with a code.

A refused code is a guess, and code_attempts are limited. A guess is written down before the code is
sent, so that no crash makes it free, and taken back when nobody looked at the code.
"""

from datetime import timedelta

from bot.actions import notices
from bot.actions.commands import CodedCommand, Stage
from bot.actions.context import Context
from bot.actions.execute.change import Change
from bot.actions.notices import Say, View
from bot.actions.recipients import staff
from bot.actions.rider import code_questions, codes, same_door
from bot.actions.rider.codes import Locked, Open, Paused
from bot.base.database import Transaction
from bot.base.jobs import Job
from bot.fleet import Delivery, Refused, State, StatusToken
from bot.store import code_attempts, dialogs, problem_reports
from bot.store.deliveries import DeliveryRow
from bot.store.people import Person
from bot.texts.dispatcher import replies as dispatcher_texts
from bot.texts.message import Message
from bot.texts.moments import clock_time
from bot.texts.rider import replies as texts
from bot.texts.words import Words

_REACHED = {
    Stage.PICKUP: {State.IN_TRANSIT, State.FAILED, State.DELIVERED},
    Stage.DROPOFF: {State.DELIVERED},
}


class HandingOver(Change):
    """`in_transit` with the pickup code, or `delivered` with the drop-off code."""

    view = View.RIDER
    expires = timedelta(minutes=30)

    def __init__(self, context: Context, job: Job, command: CodedCommand) -> None:
        super().__init__(context, job, command)
        self._command = command

    def is_done(self, delivery: Delivery) -> bool:
        return delivery.state in _REACHED[self._command.stage]

    async def send(self) -> None:
        fleet, code = self.context.fleet, self._command.code(self.context.vault)
        if self._command.stage is Stage.PICKUP:
            await fleet.update_status(self.delivery, StatusToken.IN_TRANSIT, pickup_code=code)
        else:
            await fleet.update_status(self.delivery, StatusToken.DELIVERED, dropoff_code=code)

    async def stopped(self, tx: Transaction, person: Person, row: DeliveryRow) -> bool:
        await code_attempts.take_back(tx, self.job.key)
        if not self._command.sealed_code:  # it was given up once, and then the code was wiped
            return True
        standing = await self._standing(tx)
        if isinstance(standing, Open):
            return False
        await self.tell_stopped(tx, person, row, standing)
        return True

    async def before_sending(self, tx: Transaction) -> None:
        command = self._command
        await code_attempts.count(
            tx, self.job.key, command.delivery, command.stage, command.attempted_by
        )

    async def done(self, tx: Transaction) -> None:
        command = self._command
        await code_attempts.take_back(tx, self.job.key)
        await problem_reports.solve(tx, command.delivery, command.attempted_by)
        await code_questions.answered(tx, command.by, command.delivery, command.stage, self.job.key)
        if command.stage is Stage.DROPOFF:
            await same_door.ask_for_next(tx, command.by, command.delivery, self.job.key)

    async def not_looked_at(self, tx: Transaction) -> None:
        await code_attempts.take_back(tx, self.job.key)

    async def refused(
        self, tx: Transaction, person: Person, row: DeliveryRow, refusal: Refused
    ) -> None:
        say, order, stage = Words(person.language), row.order_number, self._command.stage
        match await self._standing(tx):
            case Open(left):
                said = texts.code_refused(say, order, stage, refusal.message, left)
                await self.tell(tx, person, said)
                await self.ask_again(tx, person, row)
            case stopped:
                await self.tell_stopped(tx, person, row, stopped)
                await self._alert(tx, person, row, locked=isinstance(stopped, Locked))

    async def _standing(self, tx: Transaction) -> codes.Standing:
        command = self._command
        made = await code_attempts.made(tx, command.delivery, command.stage, command.attempted_by)
        return codes.standing(made, tx.now)

    async def tell_stopped(
        self, tx: Transaction, person: Person, row: DeliveryRow, standing: Paused | Locked
    ) -> None:
        """Tell the person that no code may be tried now."""
        say, order = Words(person.language), row.order_number
        match standing:
            case Paused(until):
                await self.tell(tx, person, texts.codes_paused(say, order, clock_time(until)))
            case Locked():
                await self.tell(tx, person, texts.codes_locked(say, order))

    async def ask_again(self, tx: Transaction, person: Person, row: DeliveryRow) -> None:
        """Open the question again, unless the rider has turned to something else meanwhile."""
        if await dialogs.current(tx, person.user_id) is None:
            await code_questions.ask_for_code(
                tx, person, row, self._command.stage, f"{self.job.key}|again"
            )

    async def _alert(
        self, tx: Transaction, person: Person, row: DeliveryRow, *, locked: bool
    ) -> None:
        order, name = row.order_number, person.first_name
        await staff.tell(
            tx,
            self.delivery,
            lambda say: dispatcher_texts.codes_stopped(say, order, name, row.uuid, locked=locked),
            f"{self.job.key}|stopped|staff",
        )

    async def waits_long(self, tx: Transaction, person: Person, row: DeliveryRow) -> None:
        order, name = row.order_number, person.first_name
        await staff.tell(
            tx,
            self.delivery,
            lambda say: dispatcher_texts.code_held_up(say, order, name),
            f"{self.job.key}|held_up|staff",
        )

    async def tell_staff(
        self, tx: Transaction, person: Person, message: Message, about: str
    ) -> None:
        """Say something to one dispatcher, once for this command, under their card."""
        under = (self.delivery, View.DISPATCHER)
        notice = Say(chat_id=person.user_id, message=message, under=under)
        await notices.post(tx, notice, f"{self.job.key}|{about}|staff|{person.user_id}")

    async def expired(self, tx: Transaction, person: Person, row: DeliveryRow) -> None:
        await code_attempts.take_back(tx, self.job.key)
        say = Words(person.language)
        await self.tell(
            tx, person, texts.ask_code_again(say, row.order_number, self._command.stage)
        )
