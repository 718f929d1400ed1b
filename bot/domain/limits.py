"""How long and how much: told to people in words, and kept by what is done for them.

A sentence that tells one of these is filled with it, so that the words cannot lie.
"""

from datetime import timedelta

CODE_PAUSE = timedelta(minutes=15)
"""How long no code may be tried after too many were refused."""

HELD_UP_AFTER = timedelta(minutes=2)
"""After this people are told that the fleet service takes longer than it should."""

GIVEN_UP_AFTER = timedelta(minutes=30)
"""After this a change is not asked of a silent fleet service any more."""

POLLING_SHARED_FOR = timedelta(minutes=5)
"""After this, of two programs that take one bot's messages, the one that began later stops."""

STAFF_LINK_LASTS = timedelta(hours=24)
"""How long an invitation of somebody who is to work here can be opened."""

LONGEST_QUIET = timedelta(days=7)
"""How long somebody can be without sound by one wish."""

ANSWERED_WITHIN = timedelta(minutes=15)
"""How long words that follow a relayed message are taken for the answer to it."""

RATED_WITHIN = timedelta(days=7)
"""How long after its arrival somebody who names no order is asked about it."""

COUNTED_FOR = timedelta(days=7)
"""How far back it is counted what people wrote that was not understood."""

PAGE_LASTS = timedelta(days=1)
"""How long after a delivery's end its page shows that, and the photo."""

RELAYED_AN_HOUR = 20
"""Messages that one person can have passed on about a delivery within an hour."""

PASSED_ON_AN_HOUR = 40
"""Messages that one person can have passed on to the dispatchers within an hour."""

QUICK_MINUTES = (5, 10)
"""Minutes that a rider can say with one tap that it takes."""

READY_MINUTES = (*QUICK_MINUTES, 15, 20)
"""Minutes in which a shop can say with one tap that an order is ready."""

READY_MUCH_LATER = (25, 30, 40, 60)
"""Minutes that it can say so in its group, where no time can be typed."""

LATE_MINUTES = (*QUICK_MINUTES, 20)
"""Minutes that a rider can be late by one tap."""

LATE_AGAIN = timedelta(minutes=5)
"""How long after it was said that a rider is late it can be said again."""

LATE_AFTER = timedelta(minutes=5)
"""How long after the time that was promised a delivery is late."""

TRIPS_KNOWN = 20
"""From so many like deliveries on, customers are told when one usually comes."""

LONGEST_SPAN = timedelta(hours=2)
"""A longer span in which a parcel usually comes is told to nobody."""

STOPS_TOLD = 2
"""So many stops before theirs, and fewer, customers are told of."""

NEAR_METRES = 150
"""How near a rider is to the door when the receiver is told so."""

NOTES_A_DAY = 5
"""Notes that one customer can leave for a delivery within a day."""

TIPS_A_DAY = 5
"""How often one customer can tell of the tip for a delivery within a day."""

PLACES_A_DAY = 5
"""Places on the map that one customer can send for a delivery within a day."""

BUSY_SENDER = 4
"""Open deliveries from which on their sender hears no sound for each step that goes well."""

LONGEST_NOTE = 500
"""Characters of one note for the rider."""

LONGEST_LINE = 250
"""Characters of a name or an address; more is not shown on a card."""

LOUD_ORDERS = 3
"""New orders within a while that ring with a card each; what comes beyond is a line of a digest."""

LOUD_WITHIN = timedelta(minutes=5)
"""That while."""

NEW_ORDERS_RING_AGAIN = timedelta(minutes=15)
"""How long a digest of new orders that grows is silent after its last sound."""

ALARMS_RING_AGAIN = timedelta(minutes=5)
"""How long a digest of alarms that grows is silent after its last sound."""

BOARD_LASTS = timedelta(days=1)
"""How long a board is kept current."""

PLACE_IS_YOUNG = timedelta(minutes=30)
"""How old the place of a rider may be that is put on a dispatcher's map."""

PINS_AT_ONCE = 10
"""How many riders a dispatcher puts on the map at once."""

FOLDS_AT = 4
"""The hour of the business's day at which cards of what is over go from private chats."""
