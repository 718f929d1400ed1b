"""Deliveries as last seen: what the bot knows when the fleet service is not asked."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar, cast

from bot.identifiers import DeliveryUuid, OrderNumber, RiderUuid

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DeliveryRow:
    """One delivery as last seen.

    `snapshot` is the whole delivery as JSON; the other fields are what is searched and compared.
    `revision` grows with every change that a card could show. `as_of` is the number of the question
    that told of it, or of the moment at which a webhook did. `holder` is the rider who has the
    parcel, where that is another one than it was given to. `pickup` is the place where the parcel
    waits or waited, the same for all of one sender there; since `given_at` it is its rider's, and
    `given_as_of` tells in which order riders were given theirs. It is over since `ended_at`, or not
    over.
    Its shop was asked when it is ready by the card that is known as `question`; `trouble` is what
    it has said against it. Its rider has said that it takes `late_by` minutes longer. The
    order came in a `picture`, by Telegram's id.
    What its rider could not deliver has an `outcome` (`store.undelivered`): it is tried `again_at`
    a time, which is the `attempt`, or was `left_with` somebody, whose receiver is asked `again_at`
    a time to confirm it.
    At the door `goods` are to be collected besides the fee, and the receiver `pays_with` so much,
    both in hundredths. Who took it there is told by its rider, in their words: `taken_by`.
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
        """Return the snapshot as `parse` reads it, which it is asked for once."""
        if not self._parsed:
            self._parsed.append(parse(self.snapshot))
        return cast("T", self._parsed[0])
