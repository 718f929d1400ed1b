"""The requests that change something, variant by variant (contract: Endpoints 1 to 4, 6, 7, 11)."""

from tests.contract.rows import Encoding, Row, endpoint

_CREATE = endpoint("POST", "/deliveries/create")
_UPDATE = endpoint("POST", "/deliveries/update/")
_ASSIGN = endpoint("POST", "/deliveries/assign/")
_POST_ON_GET = endpoint("POST", "/deliveries/get/")
_MOVE = endpoint("POST", "/deliveries/update_status")
_INVITE = endpoint("POST", "/riders/create")
_SWITCH = endpoint("POST", "/riders/change_status/")

_SENDER = {
    "sender_name": "Ada Stores",
    "sender_address": "1 Broad Street",
    "sender_email": "ada@example.com",
    "sender_phone": "08031112222",
    "sender_phonecode": "234",
}
_ITEM = {"item_description": "Shoes", "item_quantity": 2, "item_value": 7500}
_RECEIVER = {
    "customer_address": "4 Marina Road",
    "customer_name": "Bola Ade",
    "customer_phone_number": "08054445555",
    "customer_phone_code": "234",
    "item_type": "manual",
    "items": [_ITEM],
}
_ORDER = {
    "creation_date": "2026-03-02",
    "delivery_fee": 1500,
    "iam_sender": True,
    "riderid": "{rider}",
    "send_sms": True,
    **_SENDER,
    "receivers": [_RECEIVER],
}
_OLDER_ITEM = {"item_description": "Shoes", "item_quantity": "2", "item_value": "7500"}
_OLDER_ORDER = {
    **_ORDER,
    "delivery_fee": "1500",
    "iam_sender": "true",
    "send_sms": "false",
    "is_paid": "true",
    "customer_address": "4 Marina Road",
    "customer_email": "bola@example.com",
    "customer_name": "Bola Ade",
    "customer_phone_number": "08054445555",
    "items": [_OLDER_ITEM],
}
_OLDER_RECEIVER = {
    "customer_address": "9 Allen Avenue",
    "customer_name": "Chika Obi",
    "customer_phone_code": "234",
    "customer_phone_number": "08055556666",
}
_CREATIONS = [
    Row("one receiver", _CREATE, "create, newer", body=_ORDER),
    Row(
        "several receivers",
        _CREATE,
        "create, newer, several receivers",
        body={**_ORDER, "receivers": [_RECEIVER, {**_RECEIVER, "customer_name": "Chika Obi"}]},
        count=2,
    ),
    Row(
        "a receiver without any of its fields, all of which are optional",
        _CREATE,
        "create, newer",
        body={**_ORDER, "receivers": [{}]},
        encodings=(Encoding.JSON,),
    ),
    Row(
        "several items",
        _CREATE,
        "create, newer",
        body={**_ORDER, "receivers": [{**_RECEIVER, "items": [_ITEM, _ITEM]}]},
    ),
    Row(
        "the day first in creation_date",
        _CREATE,
        "create, newer",
        body={**_ORDER, "creation_date": "02-03-2026"},
    ),
    Row("no rider yet", _CREATE, "create, newer", body={**_ORDER, "riderid": ""}),
    Row(
        "older, flat",
        _CREATE,
        "create, older",
        body={name: value for name, value in _OLDER_ORDER.items() if name != "receivers"},
    ),
    Row(
        "older, one receiver",
        _CREATE,
        "create, older",
        body={**_OLDER_ORDER, "receivers": [_OLDER_RECEIVER]},
        count=1,
    ),
    Row(
        "older, several receivers",
        _CREATE,
        "create, older",
        body={**_OLDER_ORDER, "receivers": [_OLDER_RECEIVER, _OLDER_RECEIVER]},
        count=2,
    ),
]

_SAID_ANEW = {
    **_SENDER,
    "receivers": [
        {
            "customer_name": "Bola Ade-Cole",
            "customer_address": ["4 Marina Road", "Second floor"],
            "customer_phone_number": "08054445555",
            "customer_phone_code": "234",
            "customer_email": "bola@example.com",
            "customer_detail_id": "{pending_receiver}",
            "items": [
                {
                    "item_uuid": "{pending_item}",
                    "item_description": "Shoes",
                    "item_quantity": "2",
                    "item_value": "8000",
                }
            ],
        }
    ],
    "delivery_fee": "1800",
    "send_sms": "false",
}
_NEW_ITEM = {"item_description": "A hat", "item_quantity": "1", "item_value": "2500"}
_OLDER_EDIT = {
    **_SENDER,
    "customer_address": "4 Marina Road",
    "customer_email": "bola@example.com",
    "customer_name": "Bola Ade-Cole",
    "customer_phone_code": "234",
    "customer_phone_number": "08054445555",
    "delivery_fee": "1800",
    "items": [
        {
            "item_uuid": "{pending_item}",
            "item_description": "Shoes",
            "item_quantity": "2",
            "item_value": "8000",
        }
    ],
    "riderid": "{rider}",
}
_EDITS = [
    Row("everything", _UPDATE, "update", at="{pending}", body=_SAID_ANEW),
    Row(
        "a creation_date, which is optional",
        _UPDATE,
        "update",
        at="{pending}",
        body={**_SAID_ANEW, "creation_date": "2026-03-05"},
    ),
    Row(
        "another item, without item_uuid",
        _UPDATE,
        "update",
        at="{pending}",
        body={
            **_SAID_ANEW,
            "receivers": [
                {
                    **_SAID_ANEW["receivers"][0],
                    "items": [*_SAID_ANEW["receivers"][0]["items"], _NEW_ITEM],
                }
            ],
        },
    ),
    Row("older, flat", _UPDATE, "update", at="{pending}", body=_OLDER_EDIT),
    Row(
        "older, without quantity and value, which are optional",
        _UPDATE,
        "update",
        at="{pending}",
        body={
            **_OLDER_EDIT,
            "items": [{"item_uuid": "{pending_item}", "item_description": "Shoes"}],
        },
    ),
]

_ASSIGNMENTS = [
    Row("one delivery", _ASSIGN, "assign", at="{rider}", body={"delivery_uuid": ["{pending}"]}),
    Row(
        "several deliveries",
        _ASSIGN,
        "assign",
        at="{rider}",
        body={"delivery_uuid": ["{pending}", "{old}", "{transit}"]},
        count=3,
    ),
]

_MOVES = {
    "accepted": ("{awaiting}", {}, "Order Accepted"),
    "in_transit": ("{accepted}", {"pickup_otp": "{pickup_code}"}, "In Transit"),
    "delivered": ("{transit}", {"dropoff_otp": "{dropoff_code}"}, None),
    "cancelled": ("{pending}", {"note": "The shop is closed"}, None),
}
_MOVED = [
    Row(
        token,
        _MOVE,
        "status update",
        body={"delivery_uuid": uuid, "status": token, **fields},
        status=label,
    )
    for token, (uuid, fields, label) in _MOVES.items()
] + [
    Row(
        "cancelled, without a note, which is optional",
        _MOVE,
        "status update",
        body={"delivery_uuid": "{pending}", "status": "cancelled"},
    ),
    Row(
        "a status for the delivery that the path names",
        _POST_ON_GET,
        "status update",
        at="{pending}",
        body={"status": "cancelled"},
    ),
    Row(
        "a status for the delivery that path and body name",
        _POST_ON_GET,
        "status update",
        at="{pending}",
        body={"delivery_uuid": "{pending}", "status": "cancelled"},
    ),
]

_EMAILS = ["chidi@example.com", "efe@example.com"]
_COMMISSION = {"commission_value": 10, "commission_type": "commission"}
_INVITATIONS = [
    Row("one", _INVITE, "rider creation", body={"rider_emails": _EMAILS[:1], **_COMMISSION}),
    Row(
        "several",
        _INVITE,
        "rider creation, several",
        body={"rider_emails": _EMAILS, **_COMMISSION},
        count=2,
    ),
    Row("older", _INVITE, "rider creation", body={"rider_email": _EMAILS[:1], **_COMMISSION}),
]

_SWITCHES = [
    Row("one", _SWITCH, "rider status change", at="{rider}", body={"rider_uuids": ["{rider}"]}),
    Row(
        "several",
        _SWITCH,
        "rider status change",
        at="{rider}",
        body={"rider_uuids": ["{rider}", "{idle}", "{resting}"]},
    ),
]

WRITES = [*_CREATIONS, *_EDITS, *_ASSIGNMENTS, *_MOVED, *_INVITATIONS, *_SWITCHES]
