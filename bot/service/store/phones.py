"""Phone numbers in a search: found in whatever form they are kept and looked for."""

import re
from collections.abc import Sequence
from contextlib import suppress

import phonenumbers
from phonenumbers import NumberParseException
from sqlalchemy import Column, ColumnElement, func, or_

from bot.base.database.prepared import Query, given
from bot.base.database.transaction import Transaction
from bot.base.phone_numbers import line, writings
from bot.service.store.delivery_rows import DELIVERIES, BareDelivery
from bot.service.store.tables import deliveries

_PHONE = re.compile(r"\+?[\d\s().\-/]+")
_FEWEST_DIGITS, _MOST_DIGITS = 6, 15
_GAPS = (" ", "-", "(", ")", ".", "/")


def possible_digits(text: str) -> set[str]:
    """Return the ends of phone numbers that each form of what is written may have.

    Of each it is the number without its country and without leading zeros. Digits alone may begin
    with the country or not, so there can be two; a text that is not a phone number has none.
    """
    written = text.strip()
    digits = "".join(str(int(char)) for char in written if char.isdecimal())
    if not _PHONE.fullmatch(written) or not _FEWEST_DIGITS <= len(digits) <= _MOST_DIGITS:
        return set()
    ends = set()
    # A number that begins with a country's dialling code is kept without it as well.
    for form in writings(f"+{digits.removeprefix('00')}"):
        with suppress(NumberParseException):
            ends.add(phonenumbers.national_significant_number(phonenumbers.parse(form)))
    if not ends or not (written.startswith("+") or digits.startswith("00")):
        ends.add(digits)
    return {end.lstrip("0") for end in ends} - {""}


def has_digits(column: Column[str], digits: str) -> ColumnElement[bool]:
    """Tell whether a number holds these digits, whatever gaps it is written with."""
    bare: ColumnElement[str] = column
    for gap in _GAPS:
        bare = func.replace(bare, gap, "")
    return bare.contains(digits, autoescape=True)


PHONES = (deliveries.c.sender_phone_number, deliveries.c.receiver_phone_number)
"""The columns with the numbers of a delivery's people."""


def deliveries_of_phone(tx: Transaction, environment: str, phone: str) -> Sequence[BareDelivery]:
    """Return the deliveries whose sender or receiver has a number (E.164), by uuid.

    They are looked for in all that are kept, as numbers stand there as people write them.
    """
    digits = possible_digits(phone)
    if not digits:
        return []
    has_them = [has_digits(column, each) for each in digits for column in PHONES]
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
