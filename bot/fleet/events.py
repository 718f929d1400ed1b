"""Webhooks of the fleet service: checking that one is genuine, and reading it."""

import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus

from bot.fleet.delivery import (
    Delivery,
    Receiver,
    RiderSummary,
    read_item,
    read_payment,
    read_receiver,
    read_rider_summary,
    read_sender,
)
from bot.fleet.fields import Fields, parse_json
from bot.fleet.values import Frozen, read_money
from bot.fleet.vocabulary import EventKind, State, event_kind, state_of_label
from bot.identifiers import DeliveryUuid

_SIGNATURE = re.compile(rb"[0-9a-fA-F]{64}")
_HEADER = "x-service-signature"
_FLAT_RECEIVER = ("customer_name", "customer_phone", "customer_address")


class FleetEvent(Frozen):
    """One webhook, in either payload shape (contract: Events).

    `kind` is None for an event that the contract does not name. `delivery` holds the payload's
    data: never the rider's uuid, and with `has_full_parties` unset only one receiver, without
    uuid, and no sender. News for one receiver does not concern another.
    """

    kind: EventKind | None
    kind_text: str
    timestamp: datetime | None
    updated_at: datetime | None
    status_text: str
    has_full_parties: bool
    delivery: Delivery

    @property
    def delivery_id(self) -> DeliveryUuid:
        """The delivery's uuid; it names the delivery, not the webhook, and so shows no repeat."""
        return self.delivery.uuid

    @property
    def receivers(self) -> tuple[Receiver, ...]:
        return self.delivery.receivers

    @property
    def note(self) -> str | None:
        """The note, such as the reason for a cancellation."""
        return self.delivery.note

    @property
    def rider_name(self) -> str:
        """The rider's name; "" if the payload names no rider."""
        return self._rider.name

    @property
    def rider_phone(self) -> str:
        return self._rider.phone_number

    @property
    def _rider(self) -> RiderSummary:
        return self.delivery.rider or RiderSummary()


@dataclass(frozen=True, slots=True)
class UnreadableEvent:
    """A genuine webhook that names no delivery; sending it again would not help."""

    reason: str


def sign(raw: bytes, key: str) -> str:
    """Return the signature of a raw body (contract: Events, rule 3)."""
    return hmac.digest(key.encode(), raw, "sha256").hex()


def verify(raw: bytes, signature: str | bytes | None, keys: Sequence[str]) -> bool:
    """Tell whether a raw body was signed with one of the keys (contract: Events, rule 4).

    A second key is for the time of a rotation. A signature other than 64 hex digits is false.
    """
    # Compared as bytes: `compare_digest` raises on text that is not ASCII.
    given = signature.encode("utf-8", "replace") if isinstance(signature, str) else signature
    if not given or not _SIGNATURE.fullmatch(given):
        return False
    # With an empty key everybody could sign. Try all keys, so that the time reveals nothing.
    matches = [hmac.compare_digest(sign(raw, key).encode(), given.lower()) for key in keys if key]
    return any(matches)


class WebhookRefused(ValueError):
    """A webhook that is not genuine, or names no delivery; `status` is the answer to give.

    A webhook that is not genuine is answered 401. A genuine one that names no delivery is answered
    200, because sending it again would not help.
    """

    def __init__(self, reason: str, status: int) -> None:
        super().__init__(reason)
        self.status = status


def construct_event(
    body: bytes | str, headers: Mapping[str, str | bytes], key: str | Sequence[str]
) -> FleetEvent:
    """Check a webhook's signature and return its event (contract: Events, rules 3 and 4).

    `body` is the request's, exactly as it came, and `headers` all of it, in any case. `key` is the
    environment's API key, or several during a rotation.

    Raises:
        WebhookRefused: it is not genuine, or names no delivery.
    """
    raw = body.encode() if isinstance(body, str) else body
    keys = [key] if isinstance(key, str) else key
    signatures = [value for name, value in headers.items() if name.lower() == _HEADER]
    if len(signatures) != 1 or not verify(raw, signatures[0], keys):
        raise WebhookRefused("the signature is missing or wrong", HTTPStatus.UNAUTHORIZED)
    event = read_event(raw)
    if isinstance(event, UnreadableEvent):
        raise WebhookRefused(event.reason, HTTPStatus.OK)
    return event


def named_delivery(raw: bytes) -> str | None:
    """Return the uuid of the delivery that a webhook's body names; read nothing else of it."""
    try:
        return Fields(parse_json(raw)).record("data").uuid("delivery_id")
    except ValueError:
        return None


def read_event(raw: bytes) -> FleetEvent | UnreadableEvent:
    """Read a webhook's body, whatever it holds; raise nothing."""
    try:
        body = Fields(parse_json(raw))
    except ValueError:
        return UnreadableEvent("the body is not JSON")
    data = body.record("data")
    delivery_id = data.uuid("delivery_id")
    if delivery_id is None:
        return UnreadableEvent("the body names no delivery")
    # A header names the event too, but only the body is signed.
    kind_text = body.text("event")
    kind = event_kind(kind_text)
    return FleetEvent(
        kind=kind,
        kind_text=kind_text,
        timestamp=body.moment("timestamp"),
        updated_at=data.moment("updated_at"),
        status_text=data.text("status"),
        has_full_parties=bool(data.records("receiver_detail")),
        delivery=_read_delivery(DeliveryUuid(delivery_id), kind, data),
    )


def _read_delivery(delivery_id: DeliveryUuid, kind: EventKind | None, data: Fields) -> Delivery:
    currency, status = data.text_or_none("currency"), data.text("status")
    state = state_of_label(status)
    if state is State.UNKNOWN and kind is not None:
        state = kind.state  # an unknown status leaves it to the event
    receivers = data.records("receiver_detail")
    return Delivery(
        uuid=delivery_id,
        order_number=data.text("order_number"),
        state=state,
        label=status,
        fee=read_money(data.value("delivery_fee"), currency),
        paid=read_payment(data),
        currency=currency,
        note=data.text_or_none("note"),
        created_at=data.moment("created_at"),
        pickup_at=data.moment("picked_up_at"),
        dropoff_at=data.moment("dropoff_at"),
        sender=read_sender(data.record("sender_detail")),
        # The other of the contract's two payloads has one receiver, in fields of its own.
        receivers=tuple(map(read_receiver, receivers))
        or ((read_receiver(data),) if data.text(*_FLAT_RECEIVER) else ()),
        items=tuple(read_item(item) for each in receivers for item in each.records("items")),
        rider=read_rider_summary(data.record("rider")),
    )
