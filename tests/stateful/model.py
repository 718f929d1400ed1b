"""What the service should do, said again in small: from the contract and its decisions' words.

Every method that changes something returns whether the service has to take it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from bot.fleet import FilterToken, HistoryPeriod, Period, State, StatusToken

PICKUP, DROPOFF = "Pickup", "Drop-off"
MOST_WRONG_CODES = 20
FIRST_NUMBER = 1001

OPEN = {State.PENDING, State.AWAITING_PICKUP, State.ACCEPTED, State.IN_TRANSIT}
TOKENS = {
    FilterToken.PENDING: {State.PENDING},
    FilterToken.AWAITING_PICKUP: {State.AWAITING_PICKUP, State.ACCEPTED},
    FilterToken.IN_TRANSIT: {State.IN_TRANSIT},
    FilterToken.DELIVERED: {State.DELIVERED},
    FilterToken.CANCELLED: {State.CANCELLED},
    FilterToken.DECLINED: {State.DECLINED},
}


@dataclass
class Courier:
    """A rider."""

    uuid: str
    active: bool = True


@dataclass
class Parcel:
    """A delivery, and all that was told about it: webhooks, and codes by hand-over."""

    number: int
    fee: int
    sender_phone: str
    receiver_phone: str
    made_on: date
    uuid: str = ""
    state: State = State.PENDING
    rider: str | None = None
    got_on: date | None = None
    left_on: date | None = None
    webhooks: list[tuple[str, str]] = field(default_factory=list)
    codes_told: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)

    @property
    def is_open(self) -> bool:
        return self.state in OPEN

    def tell(self, *kinds: str, status: str | None = None) -> None:
        self.webhooks += [(f"delivery.{kind}", status or self.state.value) for kind in kinds]

    def new_code(self, stage: str) -> None:
        self.codes_told[stage] += 1
        self.wrong[stage] = 0

    @property
    def codes_ahead(self) -> Sequence[str]:
        if not self.is_open:
            return ()
        return (DROPOFF,) if self.state is State.IN_TRANSIT else (PICKUP, DROPOFF)


class Model:
    """Every delivery and rider there should be."""

    def __init__(self) -> None:
        self.today = date(2026, 3, 2)
        self.parcels: list[Parcel] = []
        self.riders: dict[str, Courier] = {}

    def create(self, phones: Iterable[str], sender: str, fee: int, rider: str | None) -> bool:
        if rider is not None and not self.riders[rider].active:
            return False
        for phone in phones:
            number = FIRST_NUMBER + len(self.parcels)
            parcel = Parcel(number, fee, sender, phone, self.today, rider=rider)
            parcel.got_on = self.today if rider else None
            parcel.tell("created", *(["assigned"] if rider else []))
            for stage in (PICKUP, DROPOFF):
                parcel.new_code(stage)
            self.parcels.append(parcel)
        return True

    def assign(self, rider: str, parcels: Sequence[Parcel]) -> bool:
        if not self.riders[rider].active or not all(parcel.is_open for parcel in parcels):
            return False
        for parcel in {parcel.number: parcel for parcel in parcels}.values():
            self._give(parcel, rider)
        return True

    def _give(self, parcel: Parcel, rider: str) -> None:
        same = parcel.rider == rider
        if same and parcel.state is not State.PENDING:
            return
        if parcel.state is not State.IN_TRANSIT:
            parcel.state = State.AWAITING_PICKUP
        parcel.rider, parcel.got_on = rider, self.today
        if not same:
            parcel.tell("assigned")

    def move(self, parcel: Parcel, status: StatusToken, *, right_code: bool = True) -> bool:
        if status is StatusToken.CANCELLED:
            return self._end(parcel, State.CANCELLED)
        sources, to, stage, kinds = {
            StatusToken.ACCEPTED: ({State.PENDING, State.AWAITING_PICKUP}, State.ACCEPTED, "", ()),
            StatusToken.IN_TRANSIT: (
                {State.PENDING, State.AWAITING_PICKUP, State.ACCEPTED},
                State.IN_TRANSIT,
                PICKUP,
                ("picked_up", "in_transit"),
            ),
            StatusToken.DELIVERED: (
                {State.IN_TRANSIT},
                State.DELIVERED,
                DROPOFF,
                ("completed",),
            ),
        }[status]
        if parcel.state not in sources or parcel.rider is None:
            return False
        if stage and not self._is_proven(parcel, stage, right_code):
            return False
        parcel.state = to
        parcel.left_on = self.today if to is State.DELIVERED else None
        parcel.tell(*kinds)
        return True

    def _is_proven(self, parcel: Parcel, stage: str, right_code: bool) -> bool:
        if parcel.wrong[stage] >= MOST_WRONG_CODES:
            return False
        parcel.wrong[stage] += not right_code
        return right_code

    def _end(self, parcel: Parcel, state: State) -> bool:
        if not parcel.is_open:
            return False
        parcel.state = state
        parcel.tell("cancelled")
        return True

    def decline(self, parcel: Parcel) -> bool:
        return parcel.state is not State.IN_TRANSIT and self._end(parcel, State.DECLINED)

    def fail(self, parcel: Parcel) -> bool:
        if parcel.state is not State.IN_TRANSIT:
            return False
        parcel.tell("failed", status="failed")
        return True

    def resend_codes(self, parcel: Parcel) -> bool:
        for stage in parcel.codes_ahead:
            parcel.new_code(stage)
        return parcel.is_open

    def edit(self, parcel: Parcel, fee: int, sender_phone: str, receiver_phone: str) -> bool:
        if not parcel.is_open:
            return False
        anew = {PICKUP: parcel.sender_phone != sender_phone}
        anew[DROPOFF] = parcel.receiver_phone != receiver_phone
        parcel.fee = fee
        parcel.sender_phone, parcel.receiver_phone = sender_phone, receiver_phone
        for stage in parcel.codes_ahead:
            if anew[stage]:
                parcel.new_code(stage)
        return True

    def switch(self, rider: str) -> bool:
        self.riders[rider].active = not self.riders[rider].active
        return True

    def those_in(self, states: Iterable[State]) -> list[Parcel]:
        """Return the deliveries in these states, newest first."""
        wanted = set(states)
        return [parcel for parcel in reversed(self.parcels) if parcel.state in wanted]

    def those_with(self, token: FilterToken) -> list[Parcel]:
        return self.those_in(TOKENS[token])

    def those_of(self, rider: str) -> list[Parcel]:
        """Return a rider's deliveries, newest first."""
        return [parcel for parcel in reversed(self.parcels) if parcel.rider == rider]

    def those_made(self, period: Period) -> list[Parcel]:
        return [p for p in reversed(self.parcels) if self._is_in(p.made_on, period)]

    def carried_on(self, rider: str, period: HistoryPeriod) -> list[Parcel]:
        """Return a rider's history: the day is that of the drop-off, or else of the assignment."""
        return [p for p in self.those_of(rider) if self._is_in(p.left_on or p.got_on, period)]

    def _is_in(self, day: date | None, period: Period | HistoryPeriod) -> bool:
        days_ago = {Period.TODAY: 0, Period.YESTERDAY: 1}
        return period == Period.ALL or day == self.today - timedelta(days=days_ago[period])
