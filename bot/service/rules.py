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
- `rider_commission` is what the rider gets for the delivery ("null or value"). The contract does
  not say what `commission_value` measures: the same amount for each delivery, unless the operator's
  setting makes it per cent of the fee. An amount is what answers have shown so far, and takes every
  integer. What was earned is written down with the drop-off, and no later change touches it. The
  contract has `rider_commission` in the answer to a creation alone ("newer create shape"), where it
  is not earned yet; what was earned is listed at the operator's door.
- Amounts are exact to two decimals, as the contract types values ("decimal with 2 places"), and in
  every currency. Bodies have them as numbers or strings; an answer's integer and "plain digits"
  stay so for whole amounts, and are `1700.5` and "1700.50" where there are hundredths.
- `service_charge` and `delivery_info_from_rider` are always null: the contract shows them in
  answers, and has no call that brings any of them here.
- No call brings coordinates either: they are numbers once the operator, or a program of theirs, has
  written them down for an open delivery (contract: Delivery, "string, number or null"), null before
  and null again when an update changes that address, for they are another address's then. They end
  with the address.
- `delivery_type` is the operator's setting, since nothing in a creation says it; without one null.
- Photos are null until the operator, or a program of theirs, puts one: the contract has
  `pickup_photo` and `dropoff_photo` in answers, and no upload. They are then addresses of this
  service that nobody can guess. They open without a key, because the reader of an answer or a
  webhook must be able to look at them. An address stays as it was told, even if `public_url`
  changes later. They are taken from the pickup on, also the one of the drop-off before its code, so
  that `delivery.completed` has it; one that comes later has no webhook (contract: Events, rule 2).
- `sender_email` may be empty, because answers show it as nullable. Other required texts may not.
- An update is possible as long as the delivery is open, and all or nothing. `riderid` in it is a
  wish to assign when it names another rider than the delivery has, with all that assigning does.
  The contract has no event for an update, so none is sent.
- A change is later than the one before it, if only by a microsecond, and also where the clock was
  set back: receivers tell by `updated_at` which webhook is old, and by the bytes which is the same.
- An update leaves the items that it does not name as they are, for the contract says nothing of
  removing any ("item_uuid: yes for an existing item"). One with an `item_uuid` is changed where it
  stands, one without is added. One that is there and gets the `item_quantity` "0" is removed: no
  call is for it, and nothing of it is in the parcel then. A new one has at least 1.
- An update names the receiver that it means by `customer_detail_id`; a delivery that has none yet
  gets one, and the field is empty then. The uuid stays when the receiver changes.
- The strings of an update's `customer_address` are the lines of one address, joined by commas: a
  delivery has one receiver and that receiver one address. One plain string is taken as well.
- The receiver's texts may be empty in an update as they may at creation, or a delivery without a
  phone number could not be updated. A known number may not be removed: nobody could be told the
  code, and the delivery could never be completed.

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
  paid for at the door is `paid` in `delivery.completed` only if it was written down before. The
  contract has no event for a payment (Events, rule 2), so none is sent.

Codes and texts:

- Wrong codes are counted by hand-over and not by sender: the key is account-wide, and the codes of
  a delivery could otherwise be tried one after the other. A new code starts a new count.
- The two codes of a delivery differ from each other, from those that they take the place of, and
  from its number and the numbers of orders made shortly before and after: a rider would type one
  number twice, and nobody could tell what it is for.
- Codes are hashed with a key that is not in the database rather than with a slow hash: 10,000
  possible codes are tried in minutes against any slow hash, and not at all without the key.
- `send_sms` governs the courtesy text to the receiver only. The codes' texts are always sent:
  nothing else can carry a code to its person.
- A person whose phone number changes with an update gets a new code while that hand-over is still
  to come. The former code is void: it was told to a number that is not theirs. A receiver's first
  number gets the first code. The same number in another spelling changes nothing.
  `send_sms` again governs the courtesy text alone, which goes to new numbers only.
- A delivery whose `creation_date` is still to come waits: it is created, `Pending` and announced by
  `delivery.created` at once, and may be assigned and accepted, but its people are told on the
  morning of its day, in the business's time zone. A code weeks ahead is a code that is lost. When
  the day changes, new codes for the new day replace those that were not told yet. A rider who
  picks it up before its day asks the operator to send the codes; the drop-off's then goes with
  the pickup.
- Nobody is told anything any more of a delivery that was cancelled or declined.
- A code is stored as a hash and cannot be told again. Sending codes again therefore makes new ones
  for the hand-overs to come, and the former are void.
- A text is in the language of its phone's country, by `LANGUAGE_OF_CODE`: nothing in a delivery
  says what a person reads. The first text with a drop-off code leads into the Telegram bot, whose
  name is a setting: `hello` is what the bot takes for a word without an invitation in it; then it
  asks for the phone number, by which it knows a customer.
- A text is sent once the gateway has taken it. Whether it has reached its phone the gateway can
  tell later, at an address with a secret in it, as gateways sign nothing alike. It is shown and
  changes nothing: a person sends a code again, for phones that are off get theirs hours later. A
  text that is not known here answers 404, so that a gateway that is faster than we tries again.
- A text that still waits when its code becomes void or is used, or when its number is no longer
  that person's, is wiped instead of sent. A courtesy text that waits follows its delivery: it names
  the sender as that does by then, and is wiped when it is not wanted any more.

Keys and webhooks of an account, which the operator sets while the service runs:

- A new key replaces the former at once for signing webhooks, and the former still opens the API
  until its callers have the new one. The receiver of webhooks has to accept both meanwhile.
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

Operators, of whom the contract knows a dashboard and no more (contract: Authentication, rule 3):

- An operator logs in with a password and a code of an app, or by a link that the command line has
  made: who runs commands on the service's machine can do all that the page can. The link lets an
  operator set both, and there is no other way to set them, so that a session left open gives
  nothing away for longer than it lasts.
- Wrong attempts are slowed by address, and counted by operator and network. After some of them that
  network waits ever longer, and right ones are refused meanwhile, in the same words as wrong ones
  and as unknown names. So do all networks after more of them, for who guesses may have many. A
  browser that has logged in before is counted by itself, and a link gets in all the same: a
  stranger who knows a name cannot shut its operator out.
- A login from a network that none had come from is told in the operator's other sessions, until
  they say that it was theirs. Before a key is replaced the password is asked for again.
- Every operator may do everything, in both environments. The audit log says who did what.
- Kept admin libraries write to the tables themselves; here everything goes through the operations,
  for a row that changes without its webhook and its texts is a delivery that nobody hears of.

Programs of the operator, such as a bot, which fill in what the contract has no call for:

- They have a separate API, `/<environment>/operator/v1`, and not more calls of the contract's: a
  reader of that one's description finds what the contract has and nothing else.
- They have keys of their own, of one environment. The API's is the account's, which others hold as
  well and which signs webhooks; it says nothing of who operates. Such a key signs nothing, so its
  hash is kept alone. Any number are valid at once: one is ended when its program has another.
- A failure reads as in the API ("Failure is HTTP 422", contract: Endpoints), also of a name in the
  path that is unknown. Everything is put, never added: sent twice it has the effect of one.
- What a rider's statement leaves out, or has null, stays. It says `active` outright, as the
  contract's call cannot, and takes nobody on without name and phone: customers are told both. What
  a rider gets for a delivery it does not say: that is for people to decide.

Riders:

- A phone number is one that a phone can have, read together with its dialling code, which may hold
  an area ("1868"): a code that is texted to no phone is lost. One that is there already may stay.
- No two riders have one e-mail address or one phone number: people are known by them. Who was
  invited has no number until they or the operator fill it in.
- Only an active rider gets deliveries. A caller with the account's key wants the riders whom it
  invites (contract: Endpoints, 7), so nobody has to agree once more: they are active as soon as
  they have filled in name and phone, by the link of their invitation, or when an operator
  activates them.
- The link goes by e-mail where the service can send one, and else the command line alone shows it:
  the contract's answer has no field for it. It holds 128 bits, of which the hash is kept, opens for
  `INVITATION_VALID_FOR`, and once; activating or removing the rider ends it. The API
  refuses an address that is invited already, the operator's command sends it a new link.
- One invited address answers an object (the contract's shape), several an array.
- `change_status` is named "activate or remove" and has no field that says which, so it turns
  `active` round. It does so once for the rider of the path and for each of `rider_uuids`, who may
  be the same, and answers the rider of the path. One that is unknown refuses the whole request.
- It cannot be made safe to repeat: turned round again is what the same request asks for when the
  operator has changed their mind, and nothing in it tells the two apart. Who has lost an answer
  reads the rider first (contract: States and transitions, the gap on toggling).
- Who asks to be forgotten is, by phone number, in every delivery that is over, at once and like one
  that is old: both its people go, and what was told of it, for the notes of one name the other.
  Webhooks of it that still wait go, too. An open delivery cannot be carried without its people.
- `total_deactivated_riders` counts those who were removed, not those who are invited and wait;
  `active=0` lists both, for neither is active; `pending_invites=0` with it leaves the removed
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

Everything else:

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
  a person has approved a booking within a day, is no stranger's; it waits at twice as many. Who is
  counted is kept as keyed hashes, and an order that waits sealed, for a day.
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

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, time, timedelta
from typing import Final

from bot.service.vocabulary import (
    CreationMode,
    DateFilter,
    Event,
    Language,
    Stage,
    State,
    Status,
    StatusFilter,
)

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

BODY_LIMIT = 1024 * 1024
"""Bytes. A create body of a hundred receivers is far below it."""

HEADER_DEADLINE = timedelta(seconds=10)
BODY_DEADLINE = timedelta(seconds=30)
"""For all headers of a request, and for its whole body, over a bad network: connections are few,
and who only holds them would shut everybody else out."""

OPERATOR_LINK_VALID_FOR = timedelta(minutes=10)
"""From a terminal to a browser is a moment, and a link in a log should be of no use."""

OPERATOR_IDLE = timedelta(minutes=30)
OPERATOR_SESSION = timedelta(hours=12)
"""A session ends after so long without a request, and after a working day in any case."""

OPERATOR_PROVEN_FOR = timedelta(minutes=10)
"""So long after a password was given it is not asked for again, before a key is replaced."""

AUDIT_KEPT = timedelta(days=366)
"""A year and its day: what is found out late is looked up, and nobody's steps are kept for ever."""

OPERATOR_FREE_MISSES = 5
OPERATOR_FREE_MISSES_OF_STRANGERS = 20
OPERATOR_WAIT = timedelta(seconds=30)
OPERATOR_LONGEST_WAIT = timedelta(minutes=15)
"""After some wrong attempts a network or a known browser waits, and after more of them each browser
that is not known; twice as long after each further one."""

OPERATOR_MISSES_KEPT = timedelta(days=1)
"""So long after the last wrong attempt all are forgiven."""

OPERATOR_BROWSER_KNOWN_FOR = timedelta(days=180)

PASSWORD_LENGTHS = range(12, 257)
"""Characters. Twelve are not guessed at the pace that the waits leave."""

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

MOST_COMMISSIONS = 5000
"""How many commissions the operator's door lists in one answer; more are refused."""

TOO_MANY_COMMISSIONS = f"There are more than {MOST_COMMISSIONS} then; ask for a shorter time."

KEY_PREFIXES: Mapping[str, str] = {"development": "hk_dev_", "production": "hk_live_"}
"""A person who copies a key sees which environment it opens."""

OPERATOR_KEY_PREFIXES: Mapping[str, str] = {"development": "hop_dev_", "production": "hop_live_"}
"""Likewise, and never taken for an API key."""

KEY_BYTES = 32
"""Of randomness in a key: nobody guesses it, however fast a server answers."""

FORMER_KEY_VALID_FOR = timedelta(hours=24)
"""A day: enough to give the new key to every system that uses the former."""

FIRST_ORDER_NUMBER = 1001
"""Numbers are read out on the phone: short, and never mistaken for a count."""

NUMBERS_NO_CODE = 100
"""No code is so near to the number of its order: a rider carries orders made one after another."""

NEW_DELIVERY_MODE = CreationMode.MANUAL
"""What the contract's sample of a created delivery shows."""

PHOTO_LIMIT: Final = 10 * 1024 * 1024
"""Bytes of a proof photo: a telephone's are well below that. Of a larger file no more is read."""

PHOTO_FORMATS: Final = ("JPEG", "PNG", "WEBP")
PHOTO_PIXELS: Final = 50_000_000
"""More are not unpacked: a small file can hold a picture that fills the memory."""

PHOTO_SIDE: Final = 1600
"""Pixels of the longer side that are kept; a name on a door is still read."""

PHOTO_QUALITY: Final = 80
PHOTO_MEMORY: Final = 1024**3
"""Bytes that redrawing one may take, as 50 million pixels with a mask do."""

PHOTO_TOKEN_BYTES: Final = 16
"""128 random bits of a photo's address."""

WIPED: Mapping[str, str | None] = {
    "pickup_photo": None,
    "dropoff_photo": None,
    "note": None,
    "cancellation_reason": None,
    "cancelled_by": None,
    "sender_name": "",
    "sender_sought": "",
    "sender_phone_code": "",
    "sender_phone_number": "",
    "sender_email": None,
    "sender_address": "",
    "sender_latitude": None,
    "sender_longitude": None,
}
"""What is left in the columns of a delivery that has been over for as long as the settings say;
its receiver's are like its sender's, and descriptions of items are empty. The contract has an
answer for each party of a delivery, so the texts that it calls required are empty and the others
null. Number, times, state, rider and amounts stay: lists, counts and a rider's history go on."""

WIPED_RIDER: Mapping[str, str | bool | None] = {
    "address": "",
    "phone_code": "",
    "phone_number": "",
    "vehicle_plate_number": "",
    "pending_invite": False,
    "idle_since": None,
}
"""What is left of a rider who was removed, or invited and never joined, six times as long ago as
the settings say, and has no parcel in hand. Riders come back with a season, and what they earned is
talked about later than a delivery is: half a year, unless the setting is another. The contract has
texts for name and e-mail address (Endpoints, 7): the first is `Rider` with the number, for lists
and a delivery's history, the second `erased-` with it, which nobody can be invited by."""

OPEN = frozenset({State.PENDING, State.AWAITING_PICKUP, State.ORDER_ACCEPTED, State.IN_TRANSIT})
"""A delivery in one of these can still change; the others are final."""

FARTHEST_DAY = timedelta(days=366)
"""How far ahead a customer books. The people of an open delivery are kept as long after its day as
those of others, six times as long as the settings say, and if that is farther, no longer than this.
"""

TOLD_AT = time(7)
"""On its day, in the business's time zone: awake, and before the first rider comes."""

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
    # The parcel has left the sender, and the new rider carries it on.
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
"""The contract has no event for it, but receivers have to hear; `status` says `declined`."""

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

_COUNTRIES: Mapping[Language, str] = {
    "en": "1 27 44 61 64 91 211 220 231 232 233 234 250 254 255 256 260 263 264 265 353",
    "fr": "33 221 223 224 225 226 227 228 229 235 236 237 241 242 243 257 261 262 590 594 596",
    "es": "34 51 52 53 54 56 57 58 240 502 503 504 505 506 507 591 593 595 598",
    "pt": "55 238 239 244 245 258 351",
    "ar": "20 212 213 216 218 222 249 961 962 963 964 965 966 967 968 970 971 973 974",
}
LANGUAGE_OF_CODE: Mapping[str, Language] = {
    code: language for language, codes in _COUNTRIES.items() for code in codes.split()
}
"""What people read who have a phone of a country, by its dialling code."""

LONGEST_SENDER = 80
"""Characters of a sender's name in a text: with the rest of it they stay one message."""

INVITATION_VALID_FOR = timedelta(days=7)
"""Long enough for who reads mail on Sundays; a mailbox that is found later opens nothing."""

INVITATION_BYTES = 16
"""Of randomness in an invitation's link."""

MAIL_TIMEOUT = timedelta(seconds=30)
"""For one attempt as a whole; mail servers make strangers wait."""

MAIL_PAUSES = tuple(timedelta(minutes=m) for m in (1, 5, 30, 120, 360, 720))
"""A mail server that puts off a sender whom it does not know yet takes the same mail soon after."""

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
