"""Fleet commands: changes that somebody asked of the fleet service, as jobs."""

from bot.actions.commands.kinds import (
    Accept,
    Assign,
    Cancel,
    Command,
    DeliveryCommand,
    HandOver,
    Stage,
    hand_over,
    read,
)
from bot.actions.commands.orders import Pending, order, pending, withdraw

__all__ = [
    "Accept",
    "Assign",
    "Cancel",
    "Command",
    "DeliveryCommand",
    "HandOver",
    "Pending",
    "Stage",
    "hand_over",
    "order",
    "pending",
    "read",
    "withdraw",
]
