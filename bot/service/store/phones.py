"""Deliveries by the phone number of one of their people."""

from collections.abc import Sequence

from sqlalchemy import or_

from bot.base.database.prepared import Query, given
from bot.base.database.transaction import Transaction
from bot.base.phone_numbers import line
from bot.service.store.delivery_rows import DELIVERIES, BareDelivery
from bot.service.store.phone_forms import has_digits, possible_digits
from bot.service.store.tables import deliveries

_PHONES = (deliveries.c.sender_phone_number, deliveries.c.receiver_phone_number)


def deliveries_of_phone(tx: Transaction, environment: str, phone: str) -> Sequence[BareDelivery]:
    """Return the deliveries whose sender or receiver has a number (E.164), by uuid.

    They are looked for in all that are kept, as numbers stand there as people write them.
    """
    digits = possible_digits(phone)
    if not digits:
        return []
    has_them = [has_digits(column, each) for each in digits for column in _PHONES]
    found = tx.all(
        Query(
            DELIVERIES.where(
                deliveries.c.environment == given("environment"),
                deliveries.c.wiped_at.is_(None),
                or_(*has_them),
            ).order_by(deliveries.c.uuid),
            BareDelivery.of,
        ),
        environment=environment,
    )
    return [each for each in found if line(phone) in map(line, each.phones)]
