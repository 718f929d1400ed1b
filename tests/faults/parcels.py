"""The deliveries of a trial, as the fleet service really holds them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.fleet import Delivery, State
from bot.local_telegram.queue import Broadcast
from bot.service.sms import Sms
from tests.faults.ledger import ASSIGNED, Request
from tests.faults.plan import Fate

_SMS = re.compile(r"(?P<stage>Pickup|Drop-off) code: (?P<code>\d+) \(delivery (?P<order>\d+)\)")
_NEEDED_FOR = {"Pickup": State.IN_TRANSIT, "Drop-off": State.DELIVERED}
_AFTER_ASSIGNING = {
    State.PENDING: State.AWAITING_PICKUP,
    State.ACCEPTED: State.AWAITING_PICKUP,
}
_MOVED = {
    "accepted": State.ACCEPTED,
    "in_transit": State.IN_TRANSIT,
    "delivered": State.DELIVERED,
    "cancelled": State.CANCELLED,
}


@dataclass(eq=False)
class Parcel:
    """One delivery: what is meant to become of it, and how far it has come.

    `riders` are the uuids of all who had it, the present one last. `been` are all its states.
    """

    uuid: str
    order: str
    fate: Fate
    state: State = State.PENDING
    riders: list[str] = field(default_factory=list)
    been: set[State] = field(default_factory=lambda: {State.PENDING})

    @property
    def rider(self) -> str | None:
        """Who has it now."""
        return self.riders[-1] if self.riders else None

    def follow(self, request: Request) -> None:
        """Take in what the fleet service has just done."""
        if request.change == ASSIGNED:
            self.state = _AFTER_ASSIGNING.get(self.state, self.state)
            if self.rider != request.detail:
                self.riders.append(request.detail)
        else:
            self.state = _MOVED[request.change]
        self.been.add(self.state)


class Parcels:
    """All deliveries, and the codes that people were told by text message."""

    def __init__(self) -> None:
        self.changed = Broadcast()
        self.codes: dict[tuple[str, State], str] = {}
        self._by_uuid: dict[str, Parcel] = {}
        self._by_order: dict[str, Parcel] = {}

    def __iter__(self) -> Iterator[Parcel]:
        return iter(self._by_uuid.values())

    def add(self, delivery: Delivery, fate: Fate) -> Parcel:
        """Follow a delivery that was just created."""
        parcel = Parcel(delivery.uuid, delivery.order_number, fate)
        self._by_uuid[parcel.uuid] = self._by_order[parcel.order] = parcel
        self.changed.notify()
        return parcel

    def order(self, number: str) -> Parcel | None:
        """Return a delivery by its order number, once it is followed."""
        return self._by_order.get(number)

    @property
    def open(self) -> int:
        """How many can still change."""
        return sum(parcel.state.is_open for parcel in self)

    @property
    def ended(self) -> int:
        """How many have come to their end."""
        return sum(not parcel.state.is_open for parcel in self)

    def codes_of(self, number: str) -> list[str]:
        """Return the codes of an order that were told so far."""
        return [code for (order, _), code in self.codes.items() if order == number]

    def hear(self, request: Request) -> None:
        """Take in a change at the fleet service."""
        parcel = self._by_uuid.get(request.delivery)
        if parcel is not None and request.accepted:
            parcel.follow(request)
            self.changed.notify()

    def read(self, sms: Sms) -> None:
        """Take in a text message."""
        found = _SMS.search(sms.text)
        if found:
            self.codes[found["order"], _NEEDED_FOR[found["stage"]]] = found["code"]
