"""The kinds of command: what each is about, who must be allowed to ask for it, and its lane."""

import base64
from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from bot.actions.access import Action
from bot.store.vault import Vault
from bot.texts.callbacks import Verb


class Stage(StrEnum):
    """The two moments at which a parcel changes hands against a code."""

    PICKUP = "pickup"
    DROPOFF = "dropoff"


class Command(BaseModel):
    """A change that a person asks for. Commands of one lane are carried out in order."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    by: int

    @property
    def action(self) -> Action:
        """What the person must be allowed, now and when the command runs."""
        raise NotImplementedError

    @property
    def lane(self) -> str:
        """Whose changes it waits for."""
        raise NotImplementedError


class DeliveryCommand(Command):
    """A change of one delivery; its card shows the pressed button as under way."""

    delivery: str
    allowed_by: ClassVar[Action]
    pressed: ClassVar[Verb]

    @property
    def action(self) -> Action:
        return self.allowed_by

    @property
    def verb(self) -> Verb:
        """The button that asks for it."""
        return self.pressed

    @property
    def lane(self) -> str:
        return lane_of(self.delivery)


class Accept(DeliveryCommand):
    """A rider takes the job."""

    allowed_by = Action.ACCEPT
    pressed = Verb.ACCEPT

    kind: Literal["accept"] = "accept"
    rider: str


class HandOver(DeliveryCommand):
    """A rider has typed a code. It is sealed for this delivery, stage and rider only."""

    kind: Literal["hand_over"] = "hand_over"
    rider: str
    stage: Stage
    sealed_code: str

    @property
    def action(self) -> Action:
        return _STAGE_ACTIONS[self.stage]

    @property
    def verb(self) -> Verb:
        return _STAGE_VERBS[self.stage]

    @property
    def place(self) -> str:
        """What the seal is bound to."""
        return _place(self.delivery, self.stage, self.rider)

    def code(self, vault: Vault) -> str:
        """Open the code, only for the request that needs it."""
        return vault.open(base64.b64decode(self.sealed_code), self.place).decode()


class Assign(DeliveryCommand):
    """A dispatcher gives the delivery to a rider."""

    allowed_by = Action.ASSIGN
    pressed = Verb.ASSIGN

    kind: Literal["assign"] = "assign"
    rider: str


class Cancel(DeliveryCommand):
    """A dispatcher calls the delivery off; `reason` is told to everybody concerned."""

    allowed_by = Action.CANCEL_DELIVERY
    pressed = Verb.CANCEL_DELIVERY

    kind: Literal["cancel"] = "cancel"
    reason: str


AnyCommand = Annotated[Accept | HandOver | Assign | Cancel, Field(discriminator="kind")]

_reader: TypeAdapter[AnyCommand] = TypeAdapter(AnyCommand)


def read(body: bytes) -> AnyCommand:
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


def lane_of(delivery: str) -> str:
    """Name the lane of a delivery's changes."""
    return f"delivery:{delivery}"


def _place(delivery: str, stage: Stage, rider: str) -> str:
    return f"code|{delivery}|{stage}|{rider}"


_STAGE_ACTIONS = {Stage.PICKUP: Action.CONFIRM_PICKUP, Stage.DROPOFF: Action.CONFIRM_DROPOFF}
_STAGE_VERBS = {Stage.PICKUP: Verb.PICKUP, Stage.DROPOFF: Verb.DROPOFF}
