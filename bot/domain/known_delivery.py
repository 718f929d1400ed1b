"""Deliveries as last seen: the bot's knowledge of them without asking the fleet service."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar, cast

from bot.identifiers import DeliveryUuid, OrderNumber, RiderUuid

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DeliveryRow:
    """One delivery as last seen.

    `snapshot` is the whole delivery as JSON; the other fields are for searching and comparing.
    `revision` grows with every change that a card could show. `as_of` is the number of the question
    that told of it, or of the moment when a webhook came. `holder` is the rider who has the parcel,
    if that is not the delivery's rider. `pickup` is the place where the parcel waits or waited, the
    same for all parcels of one sender there. Its rider has it since `given_at`, and `given_as_of`
    orders the deliveries that were given to riders. `ended_at` is its end, or `None` while open.
    `question` is the uuid of the card that asked its shop when it is ready; `trouble` is the shop's
    trouble with it. Its rider has said that it takes `late_by` minutes longer. Its order came in a
    `picture`, by Telegram's id.
    A parcel that its rider could not deliver has an `outcome` (`store.undelivered`): either the
    rider tries again at `again_at`, as this `attempt`, or it was `left_with` somebody, and the
    receiver is asked at `again_at` to confirm it.
    At the door the rider collects `goods` besides the fee, and the receiver `pays_with` a banknote,
    both in hundredths. `taken_by` tells in the rider's words who took the parcel there.
    """

    uuid: DeliveryUuid
    order_number: OrderNumber
    state: str
    rank: int
    is_open: bool
    rider: RiderUuid | None
    updated_at: datetime | None
    snapshot: str
    revision: int = 0
    seen_at: datetime | None = None
    as_of: int = 0
    pickup: str | None = None
    given_at: datetime | None = None
    given_as_of: int = 0
    ended_at: datetime | None = None
    holder: RiderUuid | None = None
    question: DeliveryUuid | None = None
    ready_at: datetime | None = None
    trouble: str | None = None
    late_by: int | None = None
    picture: str | None = None
    outcome: str | None = None
    again_at: datetime | None = None
    left_with: str | None = None
    attempt: int | None = None
    goods: int | None = None
    pays_with: int | None = None
    taken_by: str | None = None
    _parsed: list[object] = field(default_factory=list, init=False, repr=False, compare=False)

    def parsed(self, parse: Callable[[str], T]) -> T:
        """Return the snapshot as `parse` reads it; `parse` is called once."""
        if not self._parsed:
            self._parsed.append(parse(self.snapshot))
        return cast("T", self._parsed[0])
