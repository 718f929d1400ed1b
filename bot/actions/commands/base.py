"""What all kinds of command have in common, and the lanes in which they wait for each other."""

from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from bot.actions.access import Action
from bot.texts.callbacks import Verb


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

    @property
    def detail(self) -> str | None:
        """What the audit keeps of it beside the action and the delivery."""
        return None


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


def lane_of_rider(rider: str) -> str:
    """Name the lane of what is asked for a rider as a whole."""
    return f"rider:{rider}"


def lane_of(delivery: str) -> str:
    """Name the lane of a delivery's changes."""
    return f"delivery:{delivery}"


def problem_lane_of(delivery: str) -> str:
    """Name the lane of what a delivery's rider tells of it."""
    return f"problem:{delivery}"
