"""What dispatchers ask for beside moving deliveries: new and changed ones, riders, figures."""

from datetime import date
from typing import ClassVar, Literal

from bot.actions.access import Action
from bot.actions.commands.base import Command, DeliveryCommand, lane_of_rider
from bot.store.drafts import Blank, Draft
from bot.texts.callbacks import Verb


class OfficeCommand(Command):
    """Something that is not about one delivery."""

    allowed_by: ClassVar[Action]

    @property
    def action(self) -> Action:
        return self.allowed_by

    @property
    def lane(self) -> str:
        return f"office:{self.by}"


class CreateDelivery(OfficeCommand):
    """A dispatcher makes a delivery for each receiver of a draft."""

    allowed_by = Action.CREATE_DELIVERY

    kind: Literal["create_delivery"] = "create_delivery"
    draft: Draft


class EditDelivery(DeliveryCommand):
    """A dispatcher changes one field, from what they have seen there to what they want."""

    allowed_by = Action.EDIT_DELIVERY
    pressed = Verb.EDIT_FIELD

    kind: Literal["edit_delivery"] = "edit_delivery"
    field: Blank
    old: str
    new: str

    @property
    def detail(self) -> str | None:
        return self.field


class SwitchRider(OfficeCommand):
    """A dispatcher wants a rider to be active at the fleet service, or not to be."""

    allowed_by = Action.SWITCH_RIDER

    kind: Literal["switch_rider"] = "switch_rider"
    rider: str
    active: bool

    @property
    def lane(self) -> str:
        return lane_of_rider(self.rider)

    @property
    def detail(self) -> str | None:
        return f"{'on' if self.active else 'off'} {self.rider}"


class InviteRiders(OfficeCommand):
    """A dispatcher invites riders by e-mail; `commission` is the number the contract wants."""

    allowed_by = Action.INVITE_BY_EMAIL

    kind: Literal["invite_riders"] = "invite_riders"
    emails: tuple[str, ...]
    commission: int

    @property
    def lane(self) -> str:
        return "invitations"


class CountReport(OfficeCommand):
    """A dispatcher wants the figures from one day to another, both included."""

    allowed_by = Action.SEE_REPORT

    kind: Literal["count_report"] = "count_report"
    first: date
    last: date

    @property
    def lane(self) -> str:
        return f"report:{self.by}"
