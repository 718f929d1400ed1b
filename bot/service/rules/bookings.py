"""Bookings that customers make for themselves, their price and their bounds.

- The business has one booking link per environment, from its settings, since the contract has no
  call that makes one; any other code is refused. The page behind the link is the business's own:
  without an address in the settings `link_url` is null, for there is nothing that a customer could
  open. The pricing model is
  `per_km`, as the contract has seen, or `flat`, and then `per_km_amount` is null.
- A price by distance is the straight line times the road factor, up to a whole tenth of a
  kilometre, at the price of a kilometre; then at least the minimum, then express on top, up to a
  whole unit of the currency (contract: Booking link detail, which has no way of computing).
- The service has a page behind the link itself; the business's own `link_url` wins over it. What is
  booked there is `via booking` (contract: Endpoints, 5, `creation_mode`), and its sender is not
  the business. Where the distance is not known, the order is taken with the fee 0 and a note that
  its price is to be confirmed, unless the settings refuse it: a creation has to have a fee.
- Each booking sends texts, which cost money and reach people who asked for none. So a code goes to
  the booker's own phone first, once for each browser, and nobody else is texted before it is right.
  How many bookings are made is bounded per phone and day, as sender's and as receiver's apart, per
  internet address and hour, in all per hour, and by their texts per day: what is beyond waits for a
  person, for a day. A phone whose code was given in this browser a day ago or earlier, or of which
  a person has approved a booking within a day, is not a stranger's; it waits at twice as many. Who
  is counted is kept as keyed hashes, and an order that waits sealed, for a day.
"""

from collections.abc import Mapping
from datetime import timedelta

BOOKINGS_KEPT = timedelta(days=1)
"""As long as bookings of one phone are counted, and wait for a person."""

BOOKER_KNOWN_AFTER, BOOKER_KNOWN_FOR = timedelta(days=1), timedelta(days=400)
"""From when until when a browser is known to have a phone whose code was given in it."""

BOOKING_CODE_LENGTH = 6
BOOKING_CODE_TRIES = 3
BOOKING_CODE_VALID_FOR = timedelta(minutes=15)
BOOKING_CODE_PAUSES = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30))
"""Between one code to a booker's phone and the next, while none of them is answered; after these
there is none for a day. So nobody has a phone texted all day that is not theirs."""

BOOKINGS_QUEUED: Mapping[str, int] = {"waiting": 200, "unproven": 100}
BOOKINGS_QUEUED_OF_ONE = 5
"""So many bookings can wait for a person, in all with a code or without, and from one place: more
would not be looked at, and each is an order that is kept."""

QUOTE_VALID_FOR = timedelta(minutes=30)
"""A price that was shown holds so long, whatever the settings are by then."""

FARTHEST_DAY = timedelta(days=366)
"""How far ahead a customer books. The people of an open delivery are kept as long after its day as
those of others, six times as long as the settings say, and if that is farther, no longer than this.
"""
