"""A webhook's body, in the two shapes that the contract has (contract: Events, Payload)."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime

from bot.service import rules
from bot.service.records import Contact, Delivery, Item
from bot.service.responses.fields import timestamp
from bot.service.settings import PayloadShape
from bot.service.vocabulary import Event

_Object = dict[str, object]


def webhook_body(event: Event, delivery: Delivery, now: datetime, shape: PayloadShape) -> bytes:
    """Return the bytes that are signed and sent, the same at every attempt."""
    status = rules.EVENT_STATUS.get(event, rules.WEBHOOK_STATUS[delivery.state])
    payload = {
        "event": event,
        "timestamp": timestamp(now),
        "data": _common(delivery, status) | _PEOPLE[shape](delivery, status),
    }
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()


def _common(delivery: Delivery, status: str) -> _Object:
    rider = delivery.rider
    return {
        "delivery_id": delivery.uuid,
        "order_number": delivery.order_number,
        "status": status,
        "delivery_fee": delivery.fee,
        "payment_status": "paid" if delivery.is_paid else "unpaid",
        "note": delivery.cancellation_reason or delivery.note or "",
        "created_at": timestamp(delivery.created_at),
        "updated_at": timestamp(delivery.updated_at),
        "picked_up_at": _timestamp_or_none(delivery.pickup_at),
        "dropoff_at": _timestamp_or_none(delivery.dropoff_at),
        "rider": {"name": rider.name, "phone": rider.phone} if rider else None,
    }


def _timestamp_or_none(moment: datetime | None) -> str | None:
    return None if moment is None else timestamp(moment)


def _envelope(delivery: Delivery, status: str) -> _Object:
    receiver = delivery.receiver
    return {
        "receiver_detail": [_receiver(delivery, receiver, status)] if receiver else [],
        "sender_detail": [_sender(delivery)],
    }


def _simple(delivery: Delivery, _status: str) -> _Object:
    receiver = delivery.receiver
    return {
        "customer_name": receiver.name if receiver else "",
        "customer_phone": receiver.phone if receiver else "",
        "customer_address": receiver.address if receiver else "",
    }


_PEOPLE: Mapping[PayloadShape, Callable[[Delivery, str], _Object]] = {
    "envelope": _envelope,
    "simple": _simple,
}


def _receiver(delivery: Delivery, receiver: Contact, status: str) -> _Object:
    return {
        "uuid": receiver.uuid,
        "delivery_uuid": delivery.uuid,
        "status": status,
        "dropoff_photo": delivery.dropoff_photo,
        "customer_name": receiver.name,
        "customer_email": receiver.email,
        "customer_phone_number": receiver.phone_number,
        "customer_phone_code": receiver.phone_code,
        "customer_address": receiver.address,
        "created_at": timestamp(delivery.created_at),
        "items": [_item(item) for item in delivery.items],
    }


def _sender(delivery: Delivery) -> _Object:
    sender = delivery.sender
    return {
        "uuid": sender.uuid,
        "sender_name": sender.name,
        "sender_phone": sender.phone_number,
        "sender_email": sender.email,
        "sender_phonecode": sender.phone_code,
        "sender_address": sender.address,
        "business_owned": delivery.business_owned,
        "created_at": timestamp(delivery.created_at),
        "updated_at": timestamp(delivery.updated_at),
    }


def _item(item: Item) -> _Object:
    return {
        "uuid": item.uuid,
        "name": item.description,
        "quantity": item.quantity,
        "price": item.value,
        "description": item.description,
    }
