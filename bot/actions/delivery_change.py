"""The change of a delivery: before and after, and its meaning for people."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.actions.happenings import ASSIGNED, CREATED, HAPPENINGS, Happening, Happenings
from bot.actions.snapshots import as_seen_by
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import Delivery, State
from bot.identifiers import RiderUuid
from bot.store.handovers import StreetHandover

_STALE = timedelta(hours=1)
"""If a delivery is first seen longer than this after its creation, nobody's phone rings for it."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A period without webhooks, while the bot looks through it.

    Until `told_until` another run of this bot told people what happened; this run does not know it.
    """

    since: datetime
    told_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class DeliveryChange:
    """A delivery before and after; `row` is the saved delivery, `actor` the person who did it.

    `happenings` are its possible meanings. `awaited` and `awaits` are the hand-overs that the
    delivery waited for before the change, and waits for after it. `party` is the customer who sees
    it. `gap` is the period in which a look found it; `told_at` is its time as a webhook tells it.
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
        return self.before.rider_uuid if self.before else None

    def seen_by(self, party: str) -> "DeliveryChange":
        before = as_seen_by(self.before, party) if self.before else None
        return replace(self, before=before, after=as_seen_by(self.after, party), party=party)

    @property
    def new_to_others(self) -> Happening | None:
        """Its meaning for others: a delivery first seen with a rider is new, not just assigned."""
        what = self.happening
        return CREATED if self.before is None and what is ASSIGNED else what

    @property
    def moment(self) -> datetime | None:
        """When it happened, if the delivery or a webhook tells the time."""
        what = self.new_to_others
        return (what.moment(self.after) if what else None) or self.told_at

    @property
    def was_told(self) -> bool:
        """Whether another run has told people of it.

        A change without a time counts as told, unless its delivery was created after that run.
        """
        until, moment = self.gap.told_until if self.gap else None, self.moment
        if moment is None:
            moment = self.after.created_at
        return until is not None and (moment is None or moment <= until)

    def is_stale(self, now: datetime) -> bool:
        """Tell whether nobody is to hear of it: it was told, or only this bot finds it new.

        A delivery created in a gap is not stale, because nobody has told of it. A delivery that
        still waits for a rider is never too old.
        """
        if self.after.state is State.PENDING and not self.was_told:
            return False
        created = self.after.created_at
        if self.was_told or self.before is not None or created is None:
            return self.was_told
        is_of_gap = self.gap is not None and created >= self.gap.since
        return now - created > _STALE and not is_of_gap
