"""Lists: what their parameters mean, and how long a page is.

- An empty query parameter is a required parameter without a wish. A missing one is refused.
- Dates are days of the business's time zone, both bounds included. With `filter` `all` they bound
  the creation time.
- `paginate=0` answers the same envelope with everything on one page, so that readers need one
  shape.
- `filter` `assigned_at` and `dropoff_at` select only what has that date, with bounds or without
  (contract: Endpoints, 5).
- `search` finds parts of order numbers, names, phone numbers and receivers' addresses, of what is
  in a parcel and of the rider's name, with accents or without. A phone number is found however it
  is written, with its country or without, with gaps or without.
- A date has a year of four digits that begins with none that is 0, in either form ("forms
  `YYYY-MM-DD` and `DD-MM-YYYY` appear"): a year before 1000 is a slip.
- `schedule_date` selects the deliveries of that day, which is their `creation_date`: the only day
  that the account gives one (contract: Endpoints, 1). `scheduled` selects those whose day is still
  to come, or, with 0 or false, the others.
- `group_by` takes the contract's two tokens alone and changes nothing: an address has no city of
  its own. `tag_id`, `partner_id`, `search_all_locations`, which takes a flag ("boolean"), and
  `delivery_in_all_locations` change nothing either: no delivery has tags or partners, and an
  account has one location.
- Delivery counts are over all deliveries of the environment, whatever the filters: the fields are
  named "overall".
"""

from collections.abc import Mapping
from datetime import date

from bot.service.vocabulary import DateFilter, State, StatusFilter

PAGE_SIZE = 10
"""The page size when none is wished: the larger of the two that the contract has seen."""

MAX_PAGE_SIZE = 100
"""A larger wish is cut to it, and `per_page` of the answer tells."""

MAX_UNPAGED = 1000
"""The one page of `paginate=0`; should there be more, `total` and `next_page_url` tell."""

FILTERED_STATES: Mapping[StatusFilter, tuple[State, ...]] = {
    StatusFilter.PENDING: (State.PENDING,),
    # No token names accepted orders; their parcels still await pickup.
    StatusFilter.AWAITING_PICKUP: (State.AWAITING_PICKUP, State.ORDER_ACCEPTED),
    StatusFilter.IN_TRANSIT: (State.IN_TRANSIT,),
    StatusFilter.DELIVERED: (State.DELIVERED,),
    StatusFilter.CANCELLED: (State.CANCELLED,),
    StatusFilter.DECLINED: (State.DECLINED,),
}

DATE_COLUMNS: Mapping[DateFilter, str] = {
    DateFilter.CREATED_AT: "created_at",
    DateFilter.ASSIGNED_AT: "assigned_at",
    DateFilter.DROPOFF_AT: "dropoff_at",
    DateFilter.SCHEDULE_DATE: "creation_date",
}
"""`creation_date` is the day that the account gives a delivery: its schedule. Others: creation."""

ONLY_WITH_DATE = frozenset({DateFilter.ASSIGNED_AT, DateFilter.DROPOFF_AT})
"""Without bounds these select whatever has that date (contract: Endpoints, 5, `filter`)."""

BEGINNING = date(1970, 1, 1)
"""No date of a delivery is before it."""

DAYS_BACK: Mapping[DateFilter, int] = {DateFilter.TODAY: 0, DateFilter.YESTERDAY: 1}
