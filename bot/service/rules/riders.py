"""Riders: how they are invited, activated, removed and forgotten.

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
"""

from collections.abc import Mapping
from datetime import timedelta

INVITATION_VALID_FOR = timedelta(days=7)
"""Long enough for who reads mail on Sundays; a mailbox that is found later opens nothing."""

INVITATION_BYTES = 16
"""Of randomness in an invitation's link."""

MAIL_PAUSES = tuple(timedelta(minutes=m) for m in (1, 5, 30, 120, 360, 720))
"""A mail server that puts off a sender whom it does not know yet takes the same mail soon after."""

MAIL_TIMEOUT = timedelta(seconds=30)
"""For one attempt as a whole; mail servers make strangers wait."""

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
