"""A delivery before and after something has happened to it, and what that means."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.actions.happenings import ASSIGNED, CREATED, HAPPENINGS, Happening, Happenings
from bot.actions.snapshots import as_seen_by
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import Delivery, State
from bot.identifiers import RiderUuid
from bot.store.handovers import StreetHandover

_STALE = timedelta(hours=1)
"""A delivery that is first seen longer than this after its creation rings nobody's phone."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A time of which no webhook has told, while it is looked through.

    Until `told_until` another run of this bot has told people what happened, of which this one has
    no memory.
    """

    since: datetime
    told_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class DeliveryChange:
    """A delivery before and after; `row` is how it is kept now, `actor` whose doing it is.

    `happenings` is what it may mean. `awaited` and `awaits` are the hand-over that it waited for
    before, and the one that it waits for after it. `party` is whose eyes it is seen with. `gap` is
    what was looked through when it was found, and `told_at` when a webhook says that it happened.
    """

    row: DeliveryRow
    before: Delivery | None
    after: Delivery
    actor: int | None = None
    happenings: Happenings = HAPPENINGS
    awaited: StreetHandover | None = None
    awaits: StreetHandover | None = None
    party: str | None = None
    gap: Gap | None = None
    told_at: datetime | None = None

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

    @property
    def moment(self) -> datetime | None:
        """When it happened, as far as anybody tells."""
        what = self.new_to_others
        return (what.moment(self.after) if what else None) or self.told_at

    @property
    def was_told(self) -> bool:
        """Whether another run has told of it.

        Of what has no time that is taken for granted, unless its delivery came after that run.
        """
        until, moment = self.gap.told_until if self.gap else None, self.moment
        if moment is None:
            moment = self.after.created_at
        return until is not None and (moment is None or moment <= until)

    def is_stale(self, now: datetime) -> bool:
        """Tell whether nobody is to hear of it: it was told, or is of long ago and new to us only.

        What was created in a gap is old because nobody has told of it; and what still waits for a
        rider is never too old to be heard of.
        """
        if self.after.state is State.PENDING and not self.was_told:
            return False
        created = self.after.created_at
        if self.was_told or self.before is not None or created is None:
            return self.was_told
        is_of_gap = self.gap is not None and created >= self.gap.since
        return now - created > _STALE and not is_of_gap
