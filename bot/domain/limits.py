"""The limits of time and number that the bot keeps and tells people.

A sentence that tells a limit is filled with it, so that the words cannot lie.
"""

from datetime import timedelta

CODE_PAUSE = timedelta(minutes=15)
"""The pause in which no code may be tried, after too many were refused."""

HELD_UP_AFTER = timedelta(minutes=2)
"""The time after which people are told that the fleet service takes longer than it should."""

GIVEN_UP_AFTER = timedelta(minutes=30)
"""The time after which the bot stops asking a silent fleet service for a change."""

POLLING_SHARED_FOR = timedelta(minutes=5)
"""The time after which, of two programs that take one bot's messages, the later one stops."""

STAFF_LINK_LASTS = timedelta(hours=24)
"""The time for which an invitation to work here can be opened."""

LONGEST_QUIET = timedelta(days=7)
"""The longest time for which somebody can mute the bot with one wish."""

ANSWERED_WITHIN = timedelta(minutes=15)
"""The time in which words after a relayed message count as the answer to it."""

RATED_WITHIN = timedelta(days=7)
"""The time after an arrival in which somebody who names no order is asked about it."""

COUNTED_FOR = timedelta(days=7)
"""The period over which messages that the bot did not understand are counted."""

PAGE_LASTS = timedelta(days=1)
"""The time for which a delivery's page shows its end and the photo."""

RELAYED_AN_HOUR = 20
"""Messages that one person can have passed on about a delivery within an hour."""

PASSED_ON_AN_HOUR = 40
"""Messages that one person can have passed on to the dispatchers within an hour."""

QUICK_MINUTES = (5, 10)
"""The minutes that a rider can choose with one tap for how long it takes."""

READY_MINUTES = (*QUICK_MINUTES, 15, 20)
"""The minutes that a shop can choose with one tap until an order is ready."""

READY_MUCH_LATER = (25, 30, 40, 60)
"""The same in a shop's group, where no time can be typed."""

LATE_MINUTES = (*QUICK_MINUTES, 20)
"""The minutes of delay that a rider can tell with one tap."""

LATE_AGAIN = timedelta(minutes=5)
"""The time after which it can be said again that a rider is late."""

LATE_AFTER = timedelta(minutes=5)
"""The time after the promised time from which a delivery is late."""

TRIPS_KNOWN = 20
"""The number of like deliveries from which customers are told when one usually comes."""

LONGEST_SPAN = timedelta(hours=2)
"""The longest usual span that is told to customers."""

STOPS_TOLD = 2
"""The number of stops before theirs up to which customers are told of them."""

NEAR_METRES = 150
"""The distance to the door within which the receiver is told that the rider is near."""

NOTES_A_DAY = 5
"""Notes that one customer can leave for a delivery within a day."""

TIPS_A_DAY = 5
"""The number of times within a day that one customer can tell the tip for a delivery."""

PLACES_A_DAY = 5
"""Places on the map that one customer can send for a delivery within a day."""

BUSY_SENDER = 4
"""Open deliveries from which on their sender hears no sound for each step that goes well."""

LONGEST_NOTE = 500
"""Characters of one note for the rider."""

LONGEST_LINE = 250
"""Characters of a name or an address; more is not shown on a card."""

LOUD_ORDERS = 3
"""The new orders within `LOUD_WITHIN` that ring with a card each; more are lines of a digest."""

LOUD_WITHIN = timedelta(minutes=5)
"""The time in which new orders are counted for `LOUD_ORDERS`."""

NEW_ORDERS_RING_AGAIN = timedelta(minutes=15)
"""The time for which a growing digest of new orders is silent after its last sound."""

ALARMS_RING_AGAIN = timedelta(minutes=5)
"""The time for which a growing digest of alarms is silent after its last sound."""

BOARD_LASTS = timedelta(days=1)
"""The time for which a board is kept current."""

PLACE_IS_YOUNG = timedelta(minutes=30)
"""The greatest age of a rider's place on a dispatcher's map."""

PINS_AT_ONCE = 10
"""The most riders that a dispatcher puts on the map at once."""

FOLDS_AT = 4
"""The hour of the business's day at which finished cards go from private chats."""
