"""What the fleet service did without being able to say so is found out."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from bot.fleet import Delivery, State
from bot.fleet.delivery import RiderSummary
from tests.cluster import doubts
from tests.faults.ledger import Ledger, Request
from tests.faults.parcels import Parcel, Parcels
from tests.faults.plan import CUSTOMERS, RIDERS, Fate


class Shop:
    """Says of every delivery what `known` says; one more is made meanwhile."""

    def __init__(self, known: Delivery, parcels: Parcels) -> None:
        self._known = known
        self._parcels = parcels

    async def get_delivery(self, _uuid: str) -> Delivery:
        uuid = str(uuid4())
        self._parcels.add(Delivery(uuid=uuid, order_number=uuid), Fate(CUSTOMERS[0], RIDERS[0]))
        return self._known


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


@pytest.fixture
def parcels(ledger: Ledger) -> Parcels:
    parcels = Parcels()
    ledger.listeners.append(parcels.hear)
    return parcels


@pytest.fixture
def parcel(parcels: Parcels) -> Parcel:
    delivery = Delivery(uuid=str(uuid4()), order_number="1001")
    return parcels.add(delivery, Fate(CUSTOMERS[0], RIDERS[0]))


async def asked(
    ledger: Ledger, parcels: Parcels, parcel: Parcel, change: str, known: Delivery
) -> None:
    ledger.requests.append(Request(datetime.now(UTC), change, parcel.uuid, "rider", False))
    await doubts.resolve(Shop(known, parcels), ledger, parcels)  # type: ignore[arg-type]


def known(parcel: Parcel, state: State, rider: str = "rider") -> Delivery:
    return Delivery(
        uuid=parcel.uuid, order_number="1001", state=state, rider=RiderSummary(uuid=rider)
    )


async def test_a_change_that_was_made_counts_as_accepted(
    ledger: Ledger, parcels: Parcels, parcel: Parcel
):
    await asked(ledger, parcels, parcel, "assigned", known(parcel, State.AWAITING_PICKUP))
    await asked(ledger, parcels, parcel, "accepted", known(parcel, State.ACCEPTED))
    assert [request.accepted for request in ledger.requests] == [True, True]
    assert (parcel.state, parcel.rider) == (State.ACCEPTED, "rider")


async def test_a_change_that_was_not_made_stays_refused(
    ledger: Ledger, parcels: Parcels, parcel: Parcel
):
    await asked(ledger, parcels, parcel, "assigned", known(parcel, State.PENDING, "other"))
    await asked(ledger, parcels, parcel, "accepted", known(parcel, State.PENDING, "other"))
    assert not any(request.accepted for request in ledger.requests)
    assert parcel.state is State.PENDING
