"""Who may do what: a table of action, role and relation; what it does not name is denied.

The fleet service knows only the account's key, so every check of a person is made here: when a
button is pressed or a command typed, and again when the work is done.
"""

from collections.abc import Mapping
from enum import Enum, StrEnum
from types import MappingProxyType

from bot.store.deliveries import DeliveryRow
from bot.store.people import Person, Role


class Action(StrEnum):
    """Something that a person can ask for."""

    GREET = "greet"
    HELP = "help"
    CANCEL_DIALOG = "cancel_dialog"
    STOP = "stop"
    SHARE_CONTACT = "share_contact"
    TALK = "talk"

    LIST_JOBS = "list_jobs"
    ACCEPT = "accept"
    CONFIRM_PICKUP = "confirm_pickup"
    CONFIRM_DROPOFF = "confirm_dropoff"

    LIST_DELIVERIES = "list_deliveries"
    FIND = "find"
    SEE_DELIVERY = "see_delivery"
    ASSIGN = "assign"
    LINK_CUSTOMER = "link_customer"
    UNLOCK_CODES = "unlock_codes"
    SEE_TEAM = "see_team"
    INVITE_RIDER = "invite_rider"
    INVITE_DISPATCHER = "invite_dispatcher"

    TRACK = "track"


class Relation(Enum):
    """What a person must have to do with the delivery in question."""

    ANY = "any"
    OWN_OPEN = "their own, and not over yet"


class Anyone(Enum):
    """Stands in the table for everybody, known or not."""

    ANYONE = "anyone"


Grants = Mapping[Role | Anyone, Relation]

_ANYONE: Grants = {Anyone.ANYONE: Relation.ANY}
_OWNER: Grants = {Role.OWNER: Relation.ANY}
_STAFF: Grants = {Role.OWNER: Relation.ANY, Role.DISPATCHER: Relation.ANY}
_RIDER: Grants = {Role.RIDER: Relation.ANY}
_ITS_RIDER: Grants = {Role.RIDER: Relation.OWN_OPEN}
_CUSTOMER: Grants = {Role.CUSTOMER: Relation.ANY}

POLICY: Mapping[Action, Grants] = MappingProxyType(
    {
        Action.GREET: _ANYONE,
        Action.HELP: _ANYONE,
        Action.CANCEL_DIALOG: _ANYONE,
        Action.STOP: _ANYONE,
        Action.SHARE_CONTACT: _ANYONE,
        Action.TALK: _ANYONE,
        Action.LIST_JOBS: _RIDER,
        Action.ACCEPT: _ITS_RIDER,
        Action.CONFIRM_PICKUP: _ITS_RIDER,
        Action.CONFIRM_DROPOFF: _ITS_RIDER,
        Action.LIST_DELIVERIES: _STAFF,
        Action.FIND: _STAFF,
        Action.SEE_DELIVERY: _STAFF,
        Action.ASSIGN: _STAFF,
        Action.LINK_CUSTOMER: _STAFF,
        Action.UNLOCK_CODES: _STAFF,
        Action.SEE_TEAM: _STAFF,
        Action.INVITE_RIDER: _STAFF,
        Action.INVITE_DISPATCHER: _OWNER,
        Action.TRACK: _CUSTOMER,
    }
)


def may(person: Person, action: Action, delivery: DeliveryRow | None = None) -> bool:
    """Decide whether a person may do this, to this delivery where it is about one."""
    allowed = POLICY.get(action, {})
    if Anyone.ANYONE in allowed:
        return True
    return any(
        _stands_in(person, allowed[role], delivery) for role in person.roles if role in allowed
    )


def may_ask(person: Person, action: Action) -> bool:
    """Decide whether an action is for people like this one at all, whatever it is about."""
    allowed = POLICY.get(action, {})
    return Anyone.ANYONE in allowed or any(role in allowed for role in person.roles)


def _stands_in(person: Person, relation: Relation, delivery: DeliveryRow | None) -> bool:
    if relation is Relation.ANY:
        return True
    return (
        delivery is not None
        and delivery.is_open
        and delivery.rider is not None
        and delivery.rider == person.rider
    )
