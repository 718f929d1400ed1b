"""The kinds of command: what each is about, who must be allowed to ask for it, and its lane."""

import base64
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field, TypeAdapter

from bot.actions.access import Action
from bot.actions.commands.base import Command, DeliveryCommand, lane_of_rider, problem_lane_of
from bot.actions.commands.office import (
    CountReport,
    CreateDelivery,
    EditDelivery,
    InviteRiders,
    SwitchRider,
)
from bot.base.vault import Vault
from bot.store.problem_reports import ProblemReport, Reason
from bot.texts.callbacks import Verb


class Stage(StrEnum):
    """The two moments at which a parcel changes hands against a code."""

    PICKUP = "pickup"
    DROPOFF = "dropoff"


class Accept(DeliveryCommand):
    """A rider takes the job."""

    allowed_by = Action.ACCEPT
    pressed = Verb.ACCEPT

    kind: Literal["accept"] = "accept"
    rider: str


class CodedCommand(DeliveryCommand):
    """Somebody has typed a code. It is sealed for this delivery, stage and person only."""

    stage: Stage
    sealed_code: str

    @property
    def attempted_by(self) -> str:
        """Whose guess it is if the code is refused."""
        raise NotImplementedError

    @property
    def place(self) -> str:
        """What the seal is bound to."""
        return _place(self.delivery, self.stage, self.attempted_by)

    def code(self, vault: Vault) -> str:
        """Open the code, only for the request that needs it."""
        return vault.open(base64.b64decode(self.sealed_code), self.place).decode()

    def without_code(self) -> Self:
        """Return what may be kept of it for long."""
        return self.model_copy(update={"sealed_code": ""})


class HandOver(CodedCommand):
    """A rider has typed a code."""

    kind: Literal["hand_over"] = "hand_over"
    rider: str

    @property
    def action(self) -> Action:
        return _STAGE_ACTIONS[self.stage]

    @property
    def verb(self) -> Verb:
        return _STAGE_VERBS[self.stage]

    @property
    def attempted_by(self) -> str:
        return self.rider


class HandOverByStaff(CodedCommand):
    """A dispatcher has typed a code that somebody told them."""

    allowed_by = Action.SET_STATUS
    pressed = Verb.SET_STATUS

    kind: Literal["hand_over_by_staff"] = "hand_over_by_staff"

    @property
    def attempted_by(self) -> str:
        return staff_attempter(self.by)


class AcceptForRider(DeliveryCommand):
    """A dispatcher says that the rider takes the job."""

    allowed_by = Action.SET_STATUS
    pressed = Verb.SET_STATUS

    kind: Literal["accept_for_rider"] = "accept_for_rider"
    rider: str


class Assign(DeliveryCommand):
    """A dispatcher gives the delivery to a rider; `former` is who had it when they chose."""

    allowed_by = Action.ASSIGN
    pressed = Verb.ASSIGN

    kind: Literal["assign"] = "assign"
    rider: str
    former: str | None = None

    @property
    def detail(self) -> str | None:
        return self.rider


class AssignMany(Command):
    """A dispatcher gives several deliveries to a rider: each with who had it when they chose."""

    kind: Literal["assign_many"] = "assign_many"
    rider: str
    rider_name: str
    deliveries: dict[str, str | None]

    @property
    def action(self) -> Action:
        return Action.ASSIGN

    @property
    def lane(self) -> str:
        return lane_of_rider(self.rider)


class Cancel(DeliveryCommand):
    """A dispatcher calls the delivery off; `reason` is told to everybody concerned."""

    allowed_by = Action.CANCEL_DELIVERY
    pressed = Verb.CANCEL_DELIVERY

    kind: Literal["cancel"] = "cancel"
    reason: str


class ReportProblem(DeliveryCommand):
    """A rider tells that something is wrong; the fleet service is not asked for anything.

    So it does not wait behind what is asked of it.
    """

    kind: Literal["report_problem"] = "report_problem"
    rider: str
    reason: Reason
    words: str | None = None
    photo: str | None = None

    @property
    def action(self) -> Action:
        return Action.DECLINE_JOB if self.reason is Reason.DECLINED else Action.REPORT_PROBLEM

    @property
    def verb(self) -> Verb:
        return Verb.DECLINE_JOB if self.reason is Reason.DECLINED else Verb.PROBLEM

    @property
    def lane(self) -> str:
        return problem_lane_of(self.delivery)

    @property
    def problem(self) -> ProblemReport:
        """What is told."""
        return ProblemReport(self.delivery, self.rider, self.reason, self.words, self.photo)


AnyCommand = Annotated[
    Accept
    | HandOver
    | Assign
    | Cancel
    | ReportProblem
    | AssignMany
    | AcceptForRider
    | HandOverByStaff
    | CreateDelivery
    | EditDelivery
    | SwitchRider
    | InviteRiders
    | CountReport,
    Field(discriminator="kind"),
]

_reader: TypeAdapter[AnyCommand] = TypeAdapter(AnyCommand)


def read(body: bytes) -> AnyCommand:
    """Read a command back from its job."""
    return _reader.validate_json(body)


def readable(body: bytes) -> AnyCommand | None:
    """Read a command back, unless another version of the bot has put it there."""
    try:
        return read(body)
    except ValueError:
        return None


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


def hand_over_by_staff(
    vault: Vault, *, delivery: str, by: int, stage: Stage, code: str
) -> HandOverByStaff:
    """Make the command for a code that a dispatcher has typed, with the code sealed."""
    sealed = vault.seal(code.encode(), _place(delivery, stage, staff_attempter(by)))
    return HandOverByStaff(
        delivery=delivery, by=by, stage=stage, sealed_code=base64.b64encode(sealed).decode()
    )


def staff_attempter(user_id: int) -> str:
    """Name a dispatcher where code_attempts are counted."""
    return f"staff:{user_id}"


def _place(delivery: str, stage: Stage, attempted_by: str) -> str:
    return f"code|{delivery}|{stage}|{attempted_by}"


_STAGE_ACTIONS = {Stage.PICKUP: Action.CONFIRM_PICKUP, Stage.DROPOFF: Action.CONFIRM_DROPOFF}
_STAGE_VERBS = {Stage.PICKUP: Verb.PICKUP, Stage.DROPOFF: Verb.DROPOFF}
