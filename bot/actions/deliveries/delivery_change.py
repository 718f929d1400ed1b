"""A delivery before and after something has happened to it, and what that means."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.actions.happenings import ASSIGNED, CREATED, HAPPENINGS, Happening, Happenings
from bot.actions.snapshots import as_seen_by
from bot.fleet import Delivery
from bot.identifiers import RiderUuid
from bot.store.deliveries import DeliveryRow
from bot.store.handovers import StreetHandover

_STALE = timedelta(hours=1)
"""A delivery that is first seen longer than this after its creation rings nobody's phone."""


@dataclass(frozen=True, slots=True)
class DeliveryChange:
    """A delivery before and after; `row` is how it is kept now, `actor` whose doing it is.

    `happenings` is what it may mean. `awaited` and `awaits` are the hand-over that it waited for
    before, and the one that it waits for after it. `party` is whose eyes it is seen with.
    """

    row: DeliveryRow
    before: Delivery | None
    after: Delivery
    actor: int | None = None
    happenings: Happenings = HAPPENINGS
    awaited: StreetHandover | None = None
    awaits: StreetHandover | None = None
    party: str | None = None

    @property
    def happening(self) -> Happening | None:
        return self.happenings.meaning(self.before, self.after)

    @property
    def has_new_rider(self) -> bool:
        return self.after.rider is not None and self.after.rider.uuid != self.former_rider

    @property
    def former_rider(self) -> RiderUuid | None:
        return self.before.rider.uuid if self.before and self.before.rider else None

    def seen_by(self, party: str) -> "DeliveryChange":
        before = as_seen_by(self.before, party) if self.before else None
        return replace(self, before=before, after=as_seen_by(self.after, party), party=party)

    @property
    def new_to_others(self) -> Happening | None:
        """What it means; what is born with a rider is new to everybody but the rider."""
        what = self.happening
        return CREATED if self.before is None and what is ASSIGNED else what

    def is_stale(self, now: datetime) -> bool:
        """Tell whether it is of long ago to somebody who sees it for the first time."""
        created = self.after.created_at
        return self.before is None and created is not None and now - created > _STALE
