"""Every decision on a gap of the contract, with its reason. What code reads is data here.

Decisions that no code reads as data:

Creating and changing deliveries:

- A delivery holds one `customer_detail`, so each receiver of a creation becomes a delivery of its
  own, with its own number and codes. One receiver answers an object, several an array, none a
  delivery without a receiver (`customer_detail` is then an empty array). The older, flat variant
  always answers an array, as the contract says.
- `riderid` may be empty at creation: assigning has an endpoint of its own. With a rider the new
  delivery still is `Pending` (the contract's table says so without exception); that rider may
  accept it as it stands, and webhooks `delivery.created` and `delivery.assigned` are sent.
- `rider_commission` is the value that the rider of a creation was invited with, as it was given:
  the contract has it as "null or value", and no word on what it would be a share of.
- Coordinates, photos, `service_charge` and `delivery_info_from_rider` are always null: the contract
  shows them in answers, and has no call that brings any of them here.
- `sender_email` may be empty, because answers show it as nullable. Other required texts may not.
- An update is possible as long as the delivery is open, and all or nothing. `riderid` in it is a
  wish to assign when it names another rider than the delivery has, with all that assigning does.
  The contract has no event for an update, so none is sent.
- An update says the delivery anew: items with an `item_uuid` are changed, those without are
  added, those that are left out are removed, for otherwise nothing could ever remove one. A body
  without any `items` leaves them as they are, because form fields cannot say an empty array.
- An update names the receiver that it means by `customer_detail_id`; a delivery that has none yet
  gets one, and the field is empty then. The uuid stays, whoever the receiver becomes.
- The strings of an update's `customer_address` are the lines of one address, joined by commas: a
  delivery has one receiver and that receiver one address. One plain string is taken as well.
- The receiver's texts may be empty in an update as they may at creation, or a delivery without a
  phone number could not be said anew. A number that is there may not be taken away: nobody could
  be told the code, and the delivery could never be delivered.

Assigning and moving them:

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
  paid for at the door is `paid` in `delivery.completed` only if it was written down before. There
  is no event for a payment (contract: Events, rule 2), so none is sent.

Codes and texts:

- Wrong codes are counted by hand-over, whoever sends them: the key is account-wide, and the codes
  of a delivery could otherwise be tried one after the other. A new code starts a new count.
- Codes are hashed with a key that is not in the database rather than with a slow hash: 10,000
  possible codes are tried in minutes against any slow hash, and not at all without the key.
- `send_sms` governs the courtesy text to the receiver only. The codes' texts are always sent:
  nothing else can carry a code to its person.
- Whoever has another phone number after an update gets a new code, as long as that hand-over is
  still to come, and the former code is void: it was told to a number that is not theirs. A
  receiver's first number gets the first code. The same number written in another way is no change.
  `send_sms` again governs the courtesy text alone, which goes to new numbers only.
- A code is stored as a hash and cannot be told again. Sending codes again therefore makes new ones
  for the hand-overs to come, and the former are void.
- A text that still waits when its code becomes void, or when its number is no longer that person's,
  is wiped instead of sent.

Keys and webhooks of an account, which the operator sets while the service runs:

- A new key replaces the former at once for signing webhooks, and the former still opens the API
  until whoever calls it has been told. The receiver of webhooks has to accept both meanwhile.
- An environment without a key answers 401 to everything, and its webhooks wait: nothing could
  sign them.
- A webhook that waits goes to the URL that is set when it is sent; without one it waits. Without a
  URL no new webhook is stored, so one that is set later hears of what happens from then on.
- A webhook that its receiver does not take holds back the later ones of its own delivery, and of no
  other, until it is taken or failed: up to 21 minutes. That is the price of their order, which the
  contract does not promise and receivers count on: `delivery.completed` before `delivery.picked_up`
  is news that nobody believes. The log says at the first failure how many wait and until when.
- A webhook that is sent again has all its attempts once more, whatever became of it before; its
  receiver may get one twice anyway (contract: Events, rule 6).

Riders:

- No two riders have one e-mail address or one phone number: people are known by them. Who was
  invited has no number until the operator fills it in.
- Only an active rider gets deliveries. An invited rider is inactive until an operator has filled
  in name and phone or activates them; the service sends no e-mail itself.
- One invited address answers an object (the contract's shape), several an array.
- `change_status` is named "activate or remove" and has no field that says which, so it turns
  `active` round. It does so once for the rider of the path and for each of `rider_uuids`, who may
  be the same, and answers the rider of the path. One that is unknown refuses the whole request.
- It cannot be made safe to repeat: turned round again is what the same request asks for when the
  operator has changed their mind, and nothing in it tells the two apart. Who has lost an answer
  reads the rider first (contract: States and transitions, the gap on toggling).
- `total_deactivated_riders` counts those who were removed, not those who are invited and wait
  (contract: Rider list summary); `total_number_of_riders` counts all of them.
- Activating an invited rider takes them on: they are no longer among the pending invites. A rider
  who is removed keeps what is in hand, for somebody has those parcels, and gets nothing new.
- `active` and `pending_invites` of the rider list are flags that select, `get_ongoing_deliveries`
  is one that adds them; flags are 1 or 0, true or false. Without the last the array is null.
- A rider's history is every delivery that the rider has or had last, in any state: the contract's
  riders there have ongoing deliveries, too. A delivery's day in it is that of the drop-off, or,
  until then, of its assignment: what a rider did today is what was delivered today. `rider_info`
  has the rider's tally, and null for `rider_ongoing_deliveries`: in every record of a page they
  would be the same long list.

Lists:

- An empty query parameter is a required parameter without a wish. A missing one is refused.
- Dates are UTC days, both bounds included. With `filter` `all` they bound the creation time.
- `paginate=0` answers the same envelope with everything on one page, so that readers need one
  shape.
- `filter` `assigned_at` and `dropoff_at` select only what has that date, with bounds or without
  (contract: Endpoints, 5).
- `search` finds parts of order numbers, names, phone numbers and receivers' addresses, of what is
  in a parcel and of the rider's name. A phone number is found however it is written, with its
  country or without, with gaps or without.
- A date has a year of four digits that begins with none that is 0, in either form ("forms
  `YYYY-MM-DD` and `DD-MM-YYYY` appear"): a year before 1000 is a slip.
- `schedule_date` selects the deliveries of that day, which is their `creation_date`: the only day
  that the account gives one (contract: Endpoints, 1). `scheduled` selects those whose day is still
  to come, or, with 0 or false, the others.
- `group_by` takes the contract's two tokens alone and changes nothing: an address has no city of
  its own. `tag_id`, `partner_id`, `search_all_locations` and `delivery_in_all_locations` change
  nothing either: no delivery has tags or partners, and an account has one location.
- Delivery counts are over all deliveries of the environment, whatever the filters: the fields are
  named "overall".

Everything else:

- The business has one booking link per environment, from its settings, since the contract has no
  call that makes one; any other code is refused. The page behind the link is the business's own:
  without an address in the settings `link_url` is null, for there is nothing that a customer could
  open. The one pricing model is the one that the contract has seen.
- Plain form fields of one name are an array, because the contract names arrays so.
- A uuid or link code that is unknown in a path answers 422, as one in a body does ("Failure is
  HTTP 422 on every endpoint listed", contract: Endpoints). What is no endpoint answers 404, another
  method 405, a body that is too large 413: no endpoint is listed for those.
- What nobody knows is null, also where the contract's table names a type alone: photos and logos
  that are not there, the weight of what nobody has weighed, the state that a receiver lives in.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

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

PAGE_SIZE = 10
"""The page size when none is wished: the larger of the two that the contract has seen."""

MAX_PAGE_SIZE = 100
"""A larger wish is cut to it, and `per_page` of the answer tells."""

MAX_UNPAGED = 1000
"""The one page of `paginate=0`; should there be more, `total` and `next_page_url` tell."""

KEY_PREFIXES: Mapping[str, str] = {"development": "hk_dev_", "production": "hk_live_"}
"""A person who copies a key sees which environment it opens."""

KEY_BYTES = 32
"""Of randomness in a key: nobody guesses it, however fast a server answers."""

FORMER_KEY_VALID_FOR = timedelta(hours=24)
"""A day: enough to give the new key to every system that uses the former."""

FIRST_ORDER_NUMBER = 1001
"""Numbers are read out on the phone: short, and never mistaken for a count."""

NEW_DELIVERY_MODE = CreationMode.MANUAL
"""What the contract's sample of a created delivery shows."""

DELIVERY_TYPE: Final = "intra_state"
"""Nothing in a creation says otherwise."""

WIPED: Mapping[str, str | None] = {
    "note": None,
    "cancellation_reason": None,
    "cancelled_by": None,
    "sender_name": "",
    "sender_phone_code": "",
    "sender_phone_number": "",
    "sender_email": None,
    "sender_address": "",
}
"""What is left in the columns of a delivery that has been over for as long as the settings say;
its receiver's are like its sender's, and descriptions of items are empty. The contract has an
answer for each party of a delivery, so the texts that it calls required are empty and the others
null. Number, times, state, rider and amounts stay: lists, counts and a rider's history go on."""

OPEN = frozenset({State.PENDING, State.AWAITING_PICKUP, State.ORDER_ACCEPTED, State.IN_TRANSIT})
"""A delivery in one of these can still change; the others are final."""

MAX_WRONG_CODES = 20
"""With four digits at most one code in five hundred is found. Clients that limit their riders by
themselves, to five or ten, get to tell them first."""

STAGES_AHEAD: Mapping[State, tuple[Stage, ...]] = {
    State.PENDING: (Stage.PICKUP, Stage.DROPOFF),
    State.AWAITING_PICKUP: (Stage.PICKUP, Stage.DROPOFF),
    State.ORDER_ACCEPTED: (Stage.PICKUP, Stage.DROPOFF),
    State.IN_TRANSIT: (Stage.DROPOFF,),
}
"""The hand-overs of an open delivery that are still to come, whose codes are still of use."""


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
    # The parcel has left the sender, whoever carries it now.
    State.IN_TRANSIT: State.IN_TRANSIT,
}
"""State before assigning, and after. A state that is missing here cannot be assigned."""

FILTERED_STATES: Mapping[StatusFilter, tuple[State, ...]] = {
    StatusFilter.PENDING: (State.PENDING,),
    # No token names accepted orders; their parcels still await pickup.
    StatusFilter.AWAITING_PICKUP: (State.AWAITING_PICKUP, State.ORDER_ACCEPTED),
    StatusFilter.IN_TRANSIT: (State.IN_TRANSIT,),
    StatusFilter.DELIVERED: (State.DELIVERED,),
    StatusFilter.CANCELLED: (State.CANCELLED,),
    StatusFilter.DECLINED: (State.DECLINED,),
}

WEBHOOK_STATUS: Mapping[State, str] = {
    State.PENDING: "pending",
    State.AWAITING_PICKUP: "awaiting_pickup",
    State.ORDER_ACCEPTED: "accepted",
    State.IN_TRANSIT: "in_transit",
    State.DELIVERED: "delivered",
    State.CANCELLED: "cancelled",
    State.DECLINED: "declined",
}
"""`delivered` is the one that the contract has seen; the others follow its form."""

EVENT_STATUS: Mapping[Event, str] = {Event.FAILED: "failed"}
"""What a webhook gives as status whatever the state: a failed attempt leaves that as it is."""

FAILED_FROM = frozenset({State.IN_TRANSIT})
"""An attempt to deliver fails on the way, and the next one may succeed: no state of its own."""

DECLINED_FROM = OPEN - {State.IN_TRANSIT}
"""Once the parcel has left the sender the delivery can be cancelled, no longer declined."""

DECLINED_EVENT = Event.CANCELLED
"""No kind of webhook is for it, but whoever waits has to hear; its status says `declined`."""

TRIAL_EVENT = "handover.test"
"""The kind of a webhook that an operator tries the way with: none of the contract's (Events, rule
2), so that no receiver takes it for news of a delivery. Handover's bot tells its owners of one."""

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

WEBHOOK_PAUSES = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15))
"""Pauses between attempts, each after the former's failure: 0, 1, 6 and 21 minutes in all."""

WEBHOOK_TIMEOUT = timedelta(seconds=10)
"""For one attempt as a whole. A receiver has only to store the event."""

SMS_PAUSES = tuple(timedelta(seconds=s) for s in (5, 30, 120, 600, 1800, 3600, 7200, 14400))
"""A code is needed within the day; after these attempts the text is wiped as failed."""

SMS_TIMEOUT = timedelta(seconds=15)
"""For one attempt as a whole. A text that was taken and whose answer came later is sent twice,
which hurts less than a code that nobody got."""

DESTINATION_LOOKED_FOR = timedelta(days=1)
"""Webhooks without a URL or a key go as soon as there is one; that they look for it by themselves,
too, is for what nobody sets, such as a key file that was put back."""

LOOK_AGAIN = timedelta(seconds=2)
"""Another process, such as the command line, cannot wake the senders, so they look by themselves:
soon enough for who waits for a text at a counter, and seldom enough to cost nothing."""

SENDS_AT_ONCE = 8
"""Of each kind. Enough for a slow receiver, and no burst for a small one."""
