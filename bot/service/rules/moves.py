"""Deliveries: how they are assigned, and how they move from state to state.

- Assigning is all or nothing: one delivery that cannot be assigned refuses the request, so that a
  dispatcher never has to find out which half was done. Assigning the rider that a delivery
  already has changes nothing and sends nothing, so that a repeated request is harmless.
- `POST /deliveries/get/{delivery_uuid}` moves the delivery that the path names, with the status
  update's body: the contract lists it with that operation's response, and an answer "Delivery
  status updated" must be true. A `delivery_uuid` in the body is not needed, and has to agree.
- What the contract has words for and no call (`failed`, `declined`, a code that got lost) is the
  operator's to do, as it is on a dashboard. The note on a failed attempt is in its webhook alone:
  the delivery's own note is the dispatcher's. The note on a declined one is its reason, as for a
  cancellation.
- Who has paid is the operator's to say as well, at any time, or the older creation's `is_paid`.
  `is_paid` and a webhook's `payment_status` tell what was said until then, so a delivery that was
  paid for at the door is `paid` in `delivery.completed` only if it was written down before. The
  contract has no event for a payment (Events, rule 2), so none is sent.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.service.vocabulary import Event, Stage, State, Status

OPEN = frozenset({State.PENDING, State.AWAITING_PICKUP, State.ORDER_ACCEPTED, State.IN_TRANSIT})
"""A delivery in one of these can still change; the others are final."""


@dataclass(frozen=True, slots=True)
class Move:
    """What a requested status does: from where, to where, proven by which code, told how."""

    to: State
    sources: frozenset[State]
    emits: tuple[Event, ...] = ()
    proof: Stage | None = None
    needs_rider: bool = True


MOVES: Mapping[Status, Move] = {
    # Pending: a delivery that was created with its rider (see above).
    Status.ACCEPTED: Move(State.ORDER_ACCEPTED, frozenset({State.PENDING, State.AWAITING_PICKUP})),
    # The parcel leaves the sender and is on its way in the same moment: one call, two events.
    Status.IN_TRANSIT: Move(
        State.IN_TRANSIT,
        frozenset({State.PENDING, State.AWAITING_PICKUP, State.ORDER_ACCEPTED}),
        (Event.PICKED_UP, Event.IN_TRANSIT),
        proof=Stage.PICKUP,
    ),
    Status.DELIVERED: Move(
        State.DELIVERED,
        frozenset({State.IN_TRANSIT}),
        (Event.COMPLETED,),
        proof=Stage.DROPOFF,
    ),
    Status.CANCELLED: Move(State.CANCELLED, OPEN, (Event.CANCELLED,), needs_rider=False),
}
"""Forward only: a state that was told to people is never taken back. A parcel that the right code
proves to be handed over is on its way, accepted before or not: the requirements "apply to the
request, not to a source state" (contract: States and transitions)."""

ACCEPTED_FIRST: Mapping[Status, frozenset[State]] = {
    Status.IN_TRANSIT: frozenset({State.ORDER_ACCEPTED})
}
"""The sources where the operator wants every delivery accepted first."""

ASSIGNED_FROM: Mapping[State, State] = {
    State.PENDING: State.AWAITING_PICKUP,
    State.AWAITING_PICKUP: State.AWAITING_PICKUP,
    # The new rider has not accepted yet.
    State.ORDER_ACCEPTED: State.AWAITING_PICKUP,
    # The parcel has left the sender, and the new rider carries it on.
    State.IN_TRANSIT: State.IN_TRANSIT,
}
"""State before assigning, and after. A state that is missing here cannot be assigned."""

FAILED_FROM = frozenset({State.IN_TRANSIT})
"""An attempt to deliver fails on the way, and the next one may succeed: no state of its own."""

DECLINED_FROM = OPEN - {State.IN_TRANSIT}
"""Once the parcel has left the sender the delivery can be cancelled, no longer declined."""
