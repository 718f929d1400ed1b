"""The story's business at its fleet service: its two riders, and the orders of a shop."""

from contextlib import suppress
from datetime import UTC, datetime

from bot.demo.town import ENVIRONMENT, Town
from bot.fleet import NewDelivery, NewItem, NewReceiver, Origin
from bot.service.errors import RefusedError
from bot.service.operations.enrolment import register_rider


async def register_riders(town: Town, plate: str = "") -> None:
    """Register the two riders of the business, unless they are registered already."""
    for name, phone in (("Musa Bello", "08020000001"), ("Sani Ali", "08020000002")):
        with suppress(RefusedError):
            await register_rider(
                town.service.environment(ENVIRONMENT),
                name=name,
                phone_code="234",
                phone_number=phone,
                email=f"{name.partition(' ')[0].lower()}@example.com",
                vehicle_plate_number=plate,
            )


def shop_order(house: int = 12, door: int = 5) -> NewDelivery:
    """Return an order of the shop; `house` and `door` are the numbers in its two addresses."""
    return NewDelivery(
        creation_date=datetime.now(UTC).date(),
        fee=1500,
        sender=Origin(
            name="Ada's Kitchen",
            address=f"{house} Marina Road, Lagos",
            phone_code="234",
            phone_number="08040000001",
        ),
        receivers=(
            NewReceiver(
                name="Bola Ahmed",
                address=f"{door} Allen Avenue, Ikeja",
                phone_code="234",
                phone_number="08030000001",
                items=(NewItem(description="Jollof rice", quantity=2, value=3000),),
            ),
        ),
    )
