"""The contract's five vocabularies, and the state that each of their words stands for.

The words look alike and are not: the label `Order Accepted` answers the update token `accepted`,
which no filter token finds; `declined` can be asked for in a list and never set.
"""

import re
from collections.abc import Mapping
from enum import StrEnum


class State(StrEnum):
    """The state of a delivery, in the bot's own words."""

    PENDING = "pending"
    AWAITING_PICKUP = "awaiting_pickup"
    ACCEPTED = "accepted"
    IN_TRANSIT = "in_transit"
    DELIVERED = "delivered"
    CANCELLED = "cancelled"
    DECLINED = "declined"
    FAILED = "failed"
    UNKNOWN = "unknown"

    @property
    def rank(self) -> int:
        """How far along this is: what is lower never overwrites what is higher."""
        return _RANKS[self]

    @property
    def is_open(self) -> bool:
        """Whether anything can still happen; an unknown state is not known to be the end."""
        return self not in _ENDED


_RANKS: Mapping[State, int] = {
    State.UNKNOWN: -1,
    State.PENDING: 0,
    State.AWAITING_PICKUP: 1,
    State.ACCEPTED: 2,
    State.IN_TRANSIT: 3,
    # An attempt that failed may be followed by another one.
    State.FAILED: 3,
    State.DELIVERED: 5,
    State.CANCELLED: 5,
    State.DECLINED: 5,
}
_ENDED = frozenset({State.DELIVERED, State.CANCELLED, State.DECLINED})


class FilterToken(StrEnum):
    """A `delivery_status` to list by; there is none for accepted and none for all."""

    PENDING = "pending"
    AWAITING_PICKUP = "awaiting_pickup"
    IN_TRANSIT = "in_transit"
    DELIVERED = "delivered"
    CANCELLED = "cancelled"
    DECLINED = "declined"

    @property
    def state(self) -> State:
        return State(self.value)


class StatusToken(StrEnum):
    """A `status` that can be asked for (contract: Endpoints, 6)."""

    ACCEPTED = "accepted"
    IN_TRANSIT = "in_transit"
    DELIVERED = "delivered"
    CANCELLED = "cancelled"

    @property
    def state(self) -> State:
        return State(self.value)


class EventKind(StrEnum):
    """A kind of webhook (contract: Events, rule 2)."""

    CREATED = "delivery.created"
    ASSIGNED = "delivery.assigned"
    PICKED_UP = "delivery.picked_up"
    IN_TRANSIT = "delivery.in_transit"
    COMPLETED = "delivery.completed"
    CANCELLED = "delivery.cancelled"
    FAILED = "delivery.failed"

    @property
    def state(self) -> State:
        return _STATE_OF_EVENT[self]


_STATE_OF_EVENT: Mapping[EventKind, State] = {
    EventKind.CREATED: State.PENDING,
    EventKind.ASSIGNED: State.AWAITING_PICKUP,
    EventKind.PICKED_UP: State.IN_TRANSIT,
    EventKind.IN_TRANSIT: State.IN_TRANSIT,
    EventKind.COMPLETED: State.DELIVERED,
    EventKind.CANCELLED: State.CANCELLED,
    EventKind.FAILED: State.FAILED,
}
# A delivery's `status` in answers and webhooks, normalised. Of most that the contract calls a state
# by, in whatever place, no label is shown: the words of tokens and of events stand for them, too.
_STATE_OF_LABEL: Mapping[str, State] = {
    "pending": State.PENDING,
    "awaiting_pickup": State.AWAITING_PICKUP,
    "order_accepted": State.ACCEPTED,
    "in_transit": State.IN_TRANSIT,
    "delivered": State.DELIVERED,
    "cancelled": State.CANCELLED,
    "declined": State.DECLINED,
    "failed": State.FAILED,
    "accepted": State.ACCEPTED,
    "canceled": State.CANCELLED,
    **{kind.value.removeprefix("delivery."): kind.state for kind in EventKind},
}
# A webhook's `data.payment_status`: of these only `paid` has been seen.
_PAYMENTS: Mapping[str, bool] = {
    "paid": True,
    "unpaid": False,
    "not_paid": False,
    "pending": False,
    "failed": False,
}
_EVENT_KINDS: Mapping[str, EventKind] = {kind.value: kind for kind in EventKind}


def state_of_label(label: str) -> State:
    """Return the state that a display label stands for; what is not known is not guessed."""
    return _STATE_OF_LABEL.get(_normalised(label), State.UNKNOWN)


def is_payment(status: str) -> bool | None:
    """Tell whether a payment status means paid; None for a word that is not known."""
    return _PAYMENTS.get(_normalised(status))


def event_kind(text: str) -> EventKind | None:
    """Return the kind of event by its exact name, None where the contract has none such."""
    return _EVENT_KINDS.get(text)


def _normalised(label: str) -> str:
    return re.sub(r"[-_\s]+", "_", label.strip().lower())
