"""Fleet commands: changes that somebody asked of the fleet service, as jobs."""

from bot.actions.commands.base import Command, DeliveryCommand, lane_of_rider
from bot.actions.commands.kinds import (
    Accept,
    AcceptForRider,
    Assign,
    AssignMany,
    Cancel,
    CodedCommand,
    HandOver,
    HandOverByStaff,
    ReportProblem,
    Stage,
    hand_over,
    hand_over_by_staff,
    read,
    staff_guesser,
)
from bot.actions.commands.office import (
    CountReport,
    CreateDelivery,
    EditDelivery,
    InviteRiders,
    SwitchRider,
)
from bot.actions.commands.orders import Pending, given_together, order, pending, untold, withdraw

__all__ = [
    "Accept",
    "AcceptForRider",
    "Assign",
    "AssignMany",
    "Cancel",
    "CodedCommand",
    "Command",
    "CountReport",
    "CreateDelivery",
    "DeliveryCommand",
    "EditDelivery",
    "HandOver",
    "HandOverByStaff",
    "InviteRiders",
    "Pending",
    "ReportProblem",
    "Stage",
    "SwitchRider",
    "given_together",
    "hand_over",
    "hand_over_by_staff",
    "lane_of_rider",
    "order",
    "pending",
    "read",
    "staff_guesser",
    "untold",
    "withdraw",
]
