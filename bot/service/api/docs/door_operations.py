"""The operator's door in words: none of it is in the contract."""

from bot.service.api.docs import examples
from bot.service.api.docs.operation import Operation, RequestBody
from bot.service.request_bodies.enrolment import RiderStatement
from bot.service.request_bodies.moves import PaymentStatement, TakerStatement
from bot.service.request_bodies.places import PlacesStatement
from bot.service.responses import operator_envelopes
from bot.service.rules.deliveries import PHOTO_FORMATS, PHOTO_LIMIT
from bot.service.rules.operators import MOST_COMMISSIONS, TOO_MANY_COMMISSIONS

BEARER = {"OperatorKey": {"type": "http", "scheme": "bearer"}}

INTRODUCTION = """\
What the business's own programs fill in and the contract's API has no call for.

- Every request carries an operator key of this environment: `Authorization: Bearer hop_…`, made by
  `handover service operator-key new`. It opens nothing of the API, nor the API's key anything here.
- Answers are as those of the API: 200 with `status: success`, or 422 with what is wrong, field by
  field.
- Everything may be sent again: the same call twice has the effect of one.
"""

LOOK = Operation(
    name="lookAtDoor",
    summary="Try the key",
    text="Says which environment's door the key has opened, and changes nothing.",
    answer=operator_envelopes.DoorOpened,
    examples=examples.DOOR_OPENED,
    refusal={},
    names=False,
)

PUT_PHOTO = Operation(
    name="putPhoto",
    summary="Put the proof photo of a hand-over",
    text=f"""\
The body is the picture itself: JPEG, PNG or WebP, of {PHOTO_LIMIT // 1024**2} MB at most.
What it is, its bytes say; the `Content-Type` is not looked at.

It is taken from the pickup on. The address that is answered is in answers and later webhooks as
`pickup_photo` or `dropoff_photo`, and opens without a key until the delivery's people are wiped.
The same photo again stays where it is; another one takes its place, under another address.
""",
    answer=operator_envelopes.PhotoKept,
    examples=examples.PHOTO_KEPT,
    refusal={"photo": ["The photo cannot be taken. It is not a whole JPEG, PNG or WebP picture."]},
    raw=[f"image/{kind.lower()}" for kind in PHOTO_FORMATS],
)

PUT_PLACES = Operation(
    name="putPlaces",
    summary="Say where a delivery begins and ends",
    text="""\
Degrees, of each place both numbers; a place that is left out, or null, stays. It is taken while the
delivery is open. Answers have it from then on as `sender_latitude`, `sender_longitude`,
`customer_latitude` and `customer_longitude`, until an update changes that address. No webhook tells
of it.
""",
    answer=operator_envelopes.PlacesKept,
    examples=examples.PLACES_KEPT,
    refusal={"delivery_uuid": [examples.DELIVERED.cannot("get a place any more")]},
    body=RequestBody(
        PlacesStatement,
        {"The receiver": {"customer_latitude": 6.6018, "customer_longitude": 3.3515}},
    ),
)

PUT_PAYMENT = Operation(
    name="putPayment",
    summary="Say whether a delivery is paid for",
    text="""\
At any time, whatever the state of the delivery. Answers have it from then on as `is_paid`, and
later webhooks as `payment_status`; no webhook tells of it by itself.
""",
    answer=operator_envelopes.PaymentKept,
    examples=examples.PAYMENT_KEPT,
    refusal={"is_paid": ["The is_paid field is required."]},
    body=RequestBody(PaymentStatement, {"Paid at the door": {"is_paid": True}}),
)

PUT_TAKER = Operation(
    name="putTaker",
    summary="Say who took a parcel at its door",
    text="""\
At any time, whatever the state of the delivery: the words of the rider, such as a name or "guard".
They stand on the operator's page and in the export, and are wiped with what is personal of the
delivery. The contract has no field for them, so no answer and no webhook tells of them.
""",
    answer=operator_envelopes.TakerKept,
    examples=examples.TAKER_KEPT,
    refusal={"taken_by": ["The taken_by field is required."]},
    body=RequestBody(TakerStatement, {"The guard": {"taken_by": "the guard"}}),
)

LIST_COMMISSIONS = Operation(
    name="listCommissions",
    summary="See what riders have earned, delivery by delivery",
    text=f"""\
What was delivered from `since` up to `until`, times with their zone, and by the rider of
`rider_uuid` where that is given. The contract's answers have `rider_commission` before it is earned
alone; this is what was written down at each drop-off, and no later change touches it. More than
{MOST_COMMISSIONS} deliveries are refused.
""",
    answer=operator_envelopes.Commissions,
    examples=examples.COMMISSIONS,
    refusal={"until": [TOO_MANY_COMMISSIONS]},
    names=False,
)

PUT_RIDER = Operation(
    name="putRider",
    summary="Say who a rider is, and take them on or off",
    text="""\
A field that is left out, or null, stays as it is. `active` true takes on a rider who was invited
and has a name and a phone; false gives the rider no new deliveries. All of it is done, or nothing.
""",
    answer=operator_envelopes.RiderStated,
    examples=examples.RIDER_STATED,
    refusal={"phone_number": ["Rider 3, Sani Idris, has the phone number +2348067778888 already."]},
    body=RequestBody(
        RiderStatement,
        {
            "A rider who was invited": {
                "name": "Musa Bello",
                "phone_code": "234",
                "phone_number": "08067778888",
                "vehicle_plate_number": "LAG-123-XY",
                "active": True,
            },
            "Another phone": {"phone_code": "234", "phone_number": "08067778889"},
        },
    ),
)

ALL = (LOOK, PUT_PHOTO, PUT_PLACES, PUT_PAYMENT, PUT_TAKER, LIST_COMMISSIONS, PUT_RIDER)
