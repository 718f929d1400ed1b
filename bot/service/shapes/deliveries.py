"""Deliveries on the wire: one function per shape (contract: Delivery, and each endpoint)."""

from bot.service import rules
from bot.service.records import Contact, Delivery, Item
from bot.service.settings import OrganizationSettings
from bot.service.shapes.organization import listed_organization, organization
from bot.service.shapes.parts import Shape, decimal, money, timestamp, timestamp_or_none
from bot.service.shapes.riders import rider_card


def created_delivery(delivery: Delivery, business: OrganizationSettings) -> Shape:
    """Return the newer shape of a creation."""
    return _common(delivery, business) | {
        "status_label": delivery.state,
        "delivery_fee": delivery.fee,
        "total_delivery_amount": delivery.fee,
        "rider_commission": delivery.rider.commission_value if delivery.rider else None,
        "customer_detail": _receiver(delivery),
        "items": [_item(item) | {"currency": business.currency} for item in delivery.items],
    }


def created_delivery_older(delivery: Delivery, business: OrganizationSettings) -> Shape:
    """Return the older shape of a creation."""
    sender = _sender(delivery)
    del sender["business_owned"]
    return _common(delivery, business) | {"fleet_id": None, "sender_detail": sender}


def fetched_delivery(delivery: Delivery, business: OrganizationSettings) -> Shape:
    """Return the shape of a single delivery, with `organization_detail`."""
    return _common(delivery, business) | {"organization_detail": organization(business)}


def listed_delivery(delivery: Delivery, business: OrganizationSettings) -> Shape:
    """Return the shape of lists and status updates: `delivery_detail`, receiver named by `id`."""
    return _common(delivery, business) | {
        "customer_detail": _listed_receiver(delivery, business),
        "delivery_detail": _detail(delivery),
        "items": [_item(item) | {"item_weight": decimal(0)} for item in delivery.items],
        "organization_detail": listed_organization(business),
    }


def assigned_delivery(delivery: Delivery, business: OrganizationSettings) -> Shape:
    """Return the shape of assigning: the list's, with the fee written for people."""
    return carried_delivery(delivery, business) | {"fleet_id": None}


def carried_delivery(delivery: Delivery, business: OrganizationSettings) -> Shape:
    """Return the shape inside a rider: the list's, with the fee written for people."""
    fee = money(delivery.fee, business.currency)
    return listed_delivery(delivery, business) | {"delivery_fee": fee}


def history_delivery(delivery: Delivery, business: OrganizationSettings, rider: Shape) -> Shape:
    """Return the shape of a rider's history: the list's, with that rider's figures."""
    return listed_delivery(delivery, business) | {"rider_info": rider}


def _common(delivery: Delivery, business: OrganizationSettings) -> Shape:
    return {
        "uuid": delivery.uuid,
        "order_number": delivery.order_number,
        "fleet_identity_number": business.fleet_identity_number,
        "status": delivery.state,
        "delivery_type": rules.DELIVERY_TYPE,
        "sender_longitude": None,
        "sender_latitude": None,
        "customer_longitude": None,
        "customer_latitude": None,
        "delivery_fee": str(delivery.fee),
        "service_charge": None,
        "currency": business.currency,
        "note": delivery.note,
        "creation_mode": delivery.creation_mode.capitalize(),
        "created_at": timestamp(delivery.created_at),
        "pickup_at": timestamp_or_none(delivery.pickup_at),
        "dropoff_at": timestamp_or_none(delivery.dropoff_at),
        "customer_detail": _receiver(delivery),
        "sender_detail": _sender(delivery),
        "items": [_item(item) for item in delivery.items],
        "rider_info": rider_card(delivery.rider) if delivery.rider else None,
        "delivery_info_from_rider": None,
        "is_paid": delivery.is_paid,
        "pickup_photo": None,
        "dropoff_photo": None,
        "cancellation_reason": delivery.cancellation_reason,
        "cancelled_by": {"name": delivery.cancelled_by, "photo": None},
    }


def _receiver(delivery: Delivery) -> Shape | list[Shape]:
    receiver = delivery.receiver
    if receiver is None:
        return []
    return {
        "uuid": receiver.uuid,
        "customer_name": receiver.name,
        "customer_email": receiver.email,
        "customer_phone_number": receiver.phone_number,
        "customer_phone_code": receiver.phone_code,
        "customer_address": receiver.address,
        "created_at": timestamp(delivery.created_at),
    }


def _listed_receiver(delivery: Delivery, business: OrganizationSettings) -> Shape | list[Shape]:
    shape = _receiver(delivery)
    if isinstance(shape, list):
        return shape
    # Only deliveries inside one state are made here, so the receiver's is the business's.
    return {"id": shape.pop("uuid")} | shape | {"customer_state_id": business.state_id}


def _sender(delivery: Delivery) -> Shape:
    return {
        "uuid": delivery.sender.uuid,
        **_sender_lines(delivery.sender),
        "sender_email": delivery.sender.email,
        "business_owned": delivery.business_owned,
        "created_at": timestamp(delivery.created_at),
        "updated_at": timestamp(delivery.updated_at),
    }


def _sender_lines(sender: Contact) -> Shape:
    return {
        "sender_name": sender.name,
        "sender_phone": sender.phone_number,
        "sender_phonecode": sender.phone_code,
        "sender_address": sender.address,
    }


def _detail(delivery: Delivery) -> Shape:
    return {
        "uuid": delivery.detail_uuid,
        **_sender_lines(delivery.sender),
        "delivery_total_order_value": decimal(sum(i.value * i.quantity for i in delivery.items)),
        "delivery_number_of_parcels": sum(item.quantity for item in delivery.items),
        "delivery_unit_weight": decimal(0),
        "created_at": timestamp(delivery.created_at),
        "updated_at": timestamp(delivery.updated_at),
    }


def _item(item: Item) -> Shape:
    return {
        "uuid": item.uuid,
        "item_description": item.description,
        "item_quantity": item.quantity,
        "item_value": decimal(item.value),
        "created_at": timestamp(item.created_at),
    }
