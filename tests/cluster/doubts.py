"""Changes that the fleet service made and could not answer for: its database was just lost."""

from contextlib import suppress

from bot.fleet import Delivery, FleetClient, FleetError, State
from bot.identifiers import DeliveryUuid
from tests.faults.ledger import ASSIGNED, Ledger, Request
from tests.faults.parcels import Parcel, Parcels

_MAKES = {
    "accepted": State.ACCEPTED,
    "in_transit": State.IN_TRANSIT,
    "delivered": State.DELIVERED,
    "cancelled": State.CANCELLED,
}


async def resolve(shop: FleetClient, ledger: Ledger, parcels: Parcels) -> None:
    """Ask the service what became of each change that it has not said yes to."""
    for parcel in list(parcels):  # more are made meanwhile
        doubted = ledger.of(parcel.uuid, accepted=False)
        if doubted and parcel.state.is_open:
            with suppress(FleetError):  # then it is asked again later
                _compare(
                    await shop.get_delivery(DeliveryUuid(parcel.uuid)), parcel, doubted, ledger
                )


def _compare(known: Delivery, parcel: Parcel, doubted: list[Request], ledger: Ledger) -> None:
    for request in reversed(doubted):
        if _shows(known, parcel, request):
            ledger.prove(request)
            return


def _shows(known: Delivery, parcel: Parcel, request: Request) -> bool:
    """Whether a delivery is as this request was to make it, and was not so before."""
    if request.change == ASSIGNED:
        return parcel.rider != request.detail == (known.rider and known.rider.uuid)
    return parcel.state is not known.state is _MAKES[request.change]
