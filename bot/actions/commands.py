"""Fleet commands: changes that somebody asked of the fleet service, as jobs.

The lane is the delivery, so its changes are asked for one after the other, in order.
"""

import base64
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from bot.actions.access import Action
from bot.store import audit, deliveries, jobs
from bot.store.database import Transaction
from bot.store.jobs import JobKind, NewJob
from bot.store.vault import Vault
from bot.texts.callbacks import Verb


class Stage(StrEnum):
    """The two moments at which a parcel changes hands against a code."""

    PICKUP = "pickup"
    DROPOFF = "dropoff"


class _Command(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    delivery: str
    by: int


class Accept(_Command):
    """A rider takes the job."""

    kind: Literal["accept"] = "accept"
    rider: str


class HandOver(_Command):
    """A rider has typed a code. It is sealed for this delivery, stage and rider only."""

    kind: Literal["hand_over"] = "hand_over"
    rider: str
    stage: Stage
    sealed_code: str

    @property
    def place(self) -> str:
        """What the seal is bound to."""
        return _place(self.delivery, self.stage, self.rider)

    def code(self, vault: Vault) -> str:
        """Open the code, only for the request that needs it."""
        return vault.open(base64.b64decode(self.sealed_code), self.place).decode()


class Assign(_Command):
    """A dispatcher gives the delivery to a rider."""

    kind: Literal["assign"] = "assign"
    rider: str


Command = Annotated[Accept | HandOver | Assign, Field(discriminator="kind")]

_reader: TypeAdapter[Command] = TypeAdapter(Command)


def read(body: bytes) -> Command:
    """Read a command back from its job."""
    return _reader.validate_json(body)


def hand_over(
    vault: Vault, *, delivery: str, rider: str, by: int, stage: Stage, code: str
) -> HandOver:
    """Make the command for a typed code, with the code sealed."""
    sealed = vault.seal(code.encode(), _place(delivery, stage, rider))
    return HandOver(
        delivery=delivery,
        by=by,
        rider=rider,
        stage=stage,
        sealed_code=base64.b64encode(sealed).decode(),
    )


def action_of(command: Command) -> Action:
    """Name the action that a person must be allowed for this command, now and when it runs."""
    if isinstance(command, HandOver):
        return _STAGE_ACTIONS[command.stage]
    return Action.ACCEPT if isinstance(command, Accept) else Action.ASSIGN


def verb_of(command: Command) -> Verb:
    """Name the button that asks for this command."""
    if isinstance(command, HandOver):
        return _STAGE_VERBS[command.stage]
    return Verb.ACCEPT if isinstance(command, Accept) else Verb.ASSIGN


async def order(tx: Transaction, command: Command, key: str) -> None:
    """Ask for a change: it is durable with this transaction, and the cards show it as pending."""
    body = command.model_dump_json().encode()
    if await jobs.add(tx, NewJob(JobKind.COMMAND, lane(command.delivery), key, body)):
        await deliveries.touch(tx, command.delivery)
        await audit.note(tx, command.by, action_of(command), command.delivery)


async def pending(tx: Transaction, delivery: str) -> list[tuple[Command, bool]]:
    """Return the changes of a delivery that are under way, and whether each is held up."""
    waiting = await jobs.open_in_lane(tx, JobKind.COMMAND, lane(delivery))
    return [(read(job.body), job.held_up_by is not None) for job in waiting]


def lane(delivery: str) -> str:
    """Name the lane of a delivery's changes."""
    return f"delivery:{delivery}"


def _place(delivery: str, stage: Stage, rider: str) -> str:
    return f"code|{delivery}|{stage}|{rider}"


_STAGE_ACTIONS = {Stage.PICKUP: Action.CONFIRM_PICKUP, Stage.DROPOFF: Action.CONFIRM_DROPOFF}
_STAGE_VERBS = {Stage.PICKUP: Verb.PICKUP, Stage.DROPOFF: Verb.DROPOFF}
