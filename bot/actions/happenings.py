"""What can happen to a delivery that people hear of, who they are, and how they can be told."""

from enum import Enum, StrEnum


class Happening(StrEnum):
    """What a change means to people. The later ones in this list say more than the former."""

    CREATED = "created"
    ASSIGNED = "assigned"
    ACCEPTED = "accepted"
    PICKED_UP = "picked_up"
    FAILED = "failed"
    COMPLETED = "completed"
    CANCELLED = "cancelled"


class Audience(StrEnum):
    """Who is told."""

    CUSTOMER = "customer"
    RIDER = "rider"
    DISPATCHER = "dispatcher"


class Channel(Enum):
    """How somebody is told."""

    CARD = "a new card, loud"
    QUIET_CARD = "a new card, without a sound"
    EDIT = "the card changes quietly"
    SAY = "the card changes, and a loud message says so"
