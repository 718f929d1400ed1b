"""Requests and answers of every kind: their bodies, their limits, and what is null.

- Plain form fields of one name are an array, because the contract names arrays so. JSON may name
  one `delivery_uuid[]`, too ("other bodies use bracketed field names").
- A creation may have a `note`: no table names it, and a delivery has one (contract: Endpoints, 1;
  Resources). Null in a required text that may be empty, such as `riderid`, is empty.
- A uuid or link code that is unknown in a path answers 422, as one in a body does ("Failure is
  HTTP 422 on every endpoint listed", contract: Endpoints). An unknown path answers 404, another
  method 405, a body that is too large 413: those are not endpoints that the contract lists.
- What nobody knows is null, also where the contract's table names a type alone: photos and logos
  that are not there, the weight of what nobody has weighed, the state that a receiver lives in.
- A rider's plain texts that nobody knows yet (address, phone number, plate number) are empty and
  not null: the contract types them as strings without the "or null" that it has for the texts of
  a delivery (contract: Rider), and an empty text claims nothing. No address of a photo, number or
  flag is empty, so those are null.
"""

from datetime import timedelta

NULL_WHERE_A_TYPE_STANDS = frozenset(
    {
        *("customer_state_id", "item_weight", "delivery_unit_weight", "delivery_type"),
        *("photo", "link_url", "per_km_amount"),
        *("picked_up_at", "rider"),
    }
)
"""Fields that may be null in answers and webhooks although the contract's tables name a type alone
(Resources; Events, payload): nobody knows what stands there, or it has not come yet. No other field
is null but those of which a table says so."""

BODY_LIMIT = 1024 * 1024
"""Bytes. A create body of a hundred receivers is far below it."""

HEADER_DEADLINE = timedelta(seconds=10)
BODY_DEADLINE = timedelta(seconds=30)
"""For all headers of a request, and for its whole body, over a bad network: connections are few,
and who only holds them would shut everybody else out."""

MAX_RECEIVERS = 100
MAX_ITEMS = 100
MAX_ASSIGNED_AT_ONCE = 100
MAX_INVITED_AT_ONCE = 100
MAX_SWITCHED_AT_ONCE = 100
"""One request is one transaction, and a transaction should not hold up the others."""
