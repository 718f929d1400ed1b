"""Deliveries: how they are created and changed, and what is kept of them.

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
"""

from collections.abc import Mapping
from typing import Final

from bot.service.vocabulary import CreationMode

FIRST_ORDER_NUMBER = 1001
"""Numbers are read out on the phone: short, and never mistaken for a count."""

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
    "taken_by": None,
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
