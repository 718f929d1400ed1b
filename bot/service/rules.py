"""Every decision on a gap of the contract, with its reason. What code reads is data here.

Decisions that no code reads as data:

- A delivery holds one `customer_detail`, so each receiver of a creation becomes a delivery of its
  own, with its own number and codes. One receiver answers an object, several an array, none a
  delivery without a receiver (`customer_detail` is then an empty array). The older, flat variant
  always answers an array, as the contract says.
- `riderid` may be empty at creation: assigning has an endpoint of its own. With a rider the new
  delivery still is `Pending` (the contract's table says so without exception); that rider may
  accept it as it stands, and webhooks `delivery.created` and `delivery.assigned` are sent.
- `sender_email` may be empty, because answers show it as nullable. Other required texts may not.
- Assigning is all or nothing: one delivery that cannot be assigned refuses the request, so that a
  dispatcher never has to find out which half was done. Assigning the rider that a delivery
  already has changes nothing and sends nothing, so that a repeated request is harmless.
- Only an active rider gets deliveries. An invited rider is inactive until an operator has filled
  in name and phone or activates them; the service sends no e-mail itself.
- One invited address answers an object (the contract's shape), several an array.
- `send_sms` governs the courtesy text to the receiver only. The codes' texts are always sent:
  nothing else can carry a code to its person.
- Codes are hashed with a key that is not in the database rather than with a slow hash: 10,000
  possible codes are tried in minutes against any slow hash, and not at all without the key.
- An empty query parameter is a required parameter without a wish. A missing one is refused.
- Dates are UTC days, both bounds included. With `filter` `all` they bound the creation time.
- `paginate=0` answers the same envelope with everything on one page, so that readers need one
  shape.
- `tag_id`, `partner_id`, `group_by`, `scheduled`, `schedule_date`, `search_all_locations` and
  `delivery_in_all_locations` are accepted and change nothing: no delivery has tags or partners,
  and an account has one location.
- Delivery counts are over all deliveries of the environment, whatever the filters: the fields are
  named "overall".
- A uuid that is unknown in a path answers 404, one in a body 422 with the field's name.
- A webhook that waits goes to the URL that is configured when it is sent; without one it waits.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType

from bot.service.vocabulary import (
    CreationMode,
    DateFilter,
    Event,
    Stage,
    State,
    Status,
    StatusFilter,
)

BODY_LIMIT = 1024 * 1024
"""Bytes. A create body of a hundred receivers is far below it."""

MAX_RECEIVERS = 100
MAX_ITEMS = 100
MAX_ASSIGNED_AT_ONCE = 100
MAX_INVITED_AT_ONCE = 100
"""One request is one transaction, and a transaction should not hold up the others."""

PAGE_SIZE = 10
"""The page size when none is wished: the larger of the two that the contract has seen."""

MAX_PAGE_SIZE = 100
"""A larger wish is cut to it, and `per_page` of the answer tells."""

MAX_UNPAGED = 1000
"""The one page of `paginate=0`; should there be more, `total` and `next_page_url` tell."""

FIRST_ORDER_NUMBER = 1001
"""Numbers are read out on the phone: short, and never mistaken for a count."""

NEW_DELIVERY_MODE = CreationMode.MANUAL
"""What the contract's sample of a created delivery shows."""

DELIVERY_TYPE = "intra_state"
"""Nothing in a creation says otherwise."""

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


MOVES: Mapping[Status, Move] = MappingProxyType(
    {
        # Pending: a delivery that was created with its rider (see above).
        Status.ACCEPTED: Move(
            State.ORDER_ACCEPTED, frozenset({State.PENDING, State.AWAITING_PICKUP})
        ),
        # The parcel leaves the sender and is on its way in the same moment: one call, two events.
        Status.IN_TRANSIT: Move(
            State.IN_TRANSIT,
            frozenset({State.ORDER_ACCEPTED}),
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
)
"""Forward only: a state that was told to people is never taken back."""

ASSIGNED_FROM: Mapping[State, State] = MappingProxyType(
    {
        State.PENDING: State.AWAITING_PICKUP,
        State.AWAITING_PICKUP: State.AWAITING_PICKUP,
        # The new rider has not accepted yet.
        State.ORDER_ACCEPTED: State.AWAITING_PICKUP,
        # The parcel has left the sender, whoever carries it now.
        State.IN_TRANSIT: State.IN_TRANSIT,
    }
)
"""State before assigning, and after. A state that is missing here cannot be assigned."""

FILTERED_STATES: Mapping[StatusFilter, tuple[State, ...]] = MappingProxyType(
    {
        StatusFilter.PENDING: (State.PENDING,),
        # No token names accepted orders; their parcels still await pickup.
        StatusFilter.AWAITING_PICKUP: (State.AWAITING_PICKUP, State.ORDER_ACCEPTED),
        StatusFilter.IN_TRANSIT: (State.IN_TRANSIT,),
        StatusFilter.DELIVERED: (State.DELIVERED,),
        StatusFilter.CANCELLED: (State.CANCELLED,),
        StatusFilter.DECLINED: (State.DECLINED,),
    }
)

WEBHOOK_STATUS: Mapping[State, str] = MappingProxyType(
    {
        State.PENDING: "pending",
        State.AWAITING_PICKUP: "awaiting_pickup",
        State.ORDER_ACCEPTED: "accepted",
        State.IN_TRANSIT: "in_transit",
        State.DELIVERED: "delivered",
        State.CANCELLED: "cancelled",
        State.DECLINED: "declined",
    }
)
"""`delivered` is the one that the contract has seen; the others follow its form."""

DATE_COLUMNS: Mapping[DateFilter, str] = MappingProxyType(
    {
        DateFilter.CREATED_AT: "created_at",
        DateFilter.ASSIGNED_AT: "assigned_at",
        DateFilter.DROPOFF_AT: "dropoff_at",
        DateFilter.SCHEDULE_DATE: "creation_date",
    }
)
"""`creation_date` is the day that the account gives a delivery: its schedule. Others: creation."""

DAYS_BACK: Mapping[DateFilter, int] = MappingProxyType(
    {DateFilter.TODAY: 0, DateFilter.YESTERDAY: 1}
)

WEBHOOK_PAUSES = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15))
"""Pauses between attempts, each after the former's failure: 0, 1, 6 and 21 minutes in all."""

WEBHOOK_TIMEOUT = timedelta(seconds=10)
"""For one attempt as a whole. A receiver has only to store the event."""

SMS_PAUSES = tuple(timedelta(seconds=s) for s in (5, 30, 120, 600, 1800, 3600, 7200, 14400))
"""A code is needed within the day; after these attempts the text is wiped as failed."""

SENDS_AT_ONCE = 8
"""Of each kind. Enough for a slow receiver, and no burst for a small one."""
