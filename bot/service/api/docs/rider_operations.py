"""The rider operations in words (contract: Endpoints, 7 to 11)."""

from bot.service.api.docs import examples
from bot.service.api.docs.operation import Operation, RequestBody
from bot.service.errors import NO_SUCH_RIDER, NOTHING_KNOWN
from bot.service.request_bodies.enrolment import NewRiders, RiderStatusChange
from bot.service.responses import envelopes

_NEW_UUID = "$response.body#/data/uuid"
_COMMISSION = {"commission_value": 10, "commission_type": "commission"}

CREATE = Operation(
    name="createRider",
    summary="Create rider (invite)",
    text="""\
Invites riders by their e-mail addresses (contract: Endpoints, 7).

An invited rider is not active and gets no deliveries before they
have filled in name and phone by the link of their invitation, or the operator or a status change
has activated them. The **older form** calls the array `rider_email`.
""",
    answer=envelopes.Invitation,
    examples=examples.INVITED,
    refusal={"rider_emails.0": ["A rider has the address musa@example.com already."]},
    body=RequestBody(
        NewRiders,
        {
            "One address": {"rider_emails": ["musa@example.com"], **_COMMISSION},
            "Several addresses": {
                "rider_emails": ["musa@example.com", "sani@example.com"],
                **_COMMISSION,
            },
            "Older form": {"rider_email": ["musa@example.com"], **_COMMISSION},
        },
    ),
    names=False,
    links={
        "The rider": {"operationId": "getRider", "parameters": {"rider_uuid": _NEW_UUID}},
        "What they carried": {
            "operationId": "getRiderHistory",
            "parameters": {"rider_uuid": _NEW_UUID},
        },
        "Activate them": {
            "operationId": "changeRiderStatus",
            "parameters": {"rider_uuid": _NEW_UUID},
            "requestBody": {"rider_uuids": [_NEW_UUID]},
        },
    },
)

LIST = Operation(
    name="listRiders",
    summary="List riders",
    text="""\
Returns the riders that match, newest first, one page at a time (contract: Endpoints, 8).

The switches are `1`, `0` or empty. `active` and `pending_invites` select;
`get_ongoing_deliveries` adds what each one has in hand. The sums are over all riders.
""",
    answer=envelopes.RiderList,
    examples=examples.RIDER_LIST,
    refusal={"active": ["The active field is required."]},
    names=False,
    links={
        "The first rider": {
            "operationId": "getRider",
            "parameters": {"rider_uuid": "$response.body#/data/riders/data/0/uuid"},
        }
    },
)

GET = Operation(
    name="getRider",
    summary="Get rider",
    text="Returns one rider, with the deliveries in hand (contract: Endpoints, 9).",
    answer=envelopes.FetchedRider,
    examples=examples.ONE_RIDER,
    refusal={"path": [NOTHING_KNOWN]},
)

HISTORY = Operation(
    name="getRiderHistory",
    summary="Rider delivery history",
    text="""\
Returns the deliveries that a rider has or had last, newest first (contract: Endpoints, 10).

A delivery's day is that of its drop-off, or, until then, of its assignment.
""",
    answer=envelopes.History,
    examples=examples.HISTORY,
    refusal={"filter": ["The filter field is required."]},
)

CHANGE_STATUS = Operation(
    name="changeRiderStatus",
    summary="Activate or remove riders",
    text="""\
Activates riders who are not active and removes those who are: it turns `active` round, once for
the rider of the path and for each of `rider_uuids`, who may be the same (contract: Endpoints, 11).

A rider who is removed keeps what is in hand and gets nothing new. Look at `active` of the answer.
""",
    answer=envelopes.Switched,
    examples=examples.SWITCHED,
    refusal={"rider_uuids.0": [NO_SUCH_RIDER]},
    body=RequestBody(RiderStatusChange, {"One": {"rider_uuids": [examples.RIDER]}}),
)

ALL = (CREATE, LIST, GET, HISTORY, CHANGE_STATUS)
