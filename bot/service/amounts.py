"""Amounts of money: whole hundredths inside, whose sums are exact; and their forms outside.

Hundredths of a unit of the account's currency, also where that has none or has thousandths: the
contract writes every amount with two places (contract: Item, Delivery detail).
"""

import math
import re

MOST = 10**12
"""The largest amount, in whole units."""

_PLACES = 100
_WRITTEN = re.compile(r"(?P<units>[0-9]{1,13})(\.(?P<places>[0-9]{1,2})0*)?")
_AS_EXACT_AS_FLOATS_ARE = 1e-15


def from_units(units: int) -> int:
    """Return the hundredths of whole units."""
    return units * _PLACES


def read_amount(value: object) -> int:
    """Read an amount as bodies have it: `12`, `12.5`, `"12.50"`.

    Returns:
        Hundredths.

    Raises:
        ValueError: it is none, or has more than two decimals; the text completes "The … field".
    """
    hundredths = None
    if isinstance(value, (int, float)):
        hundredths = _of_number(value)
    elif written := _WRITTEN.fullmatch(str(value).strip()):
        places = (written["places"] or "").ljust(2, "0")
        hundredths = from_units(int(written["units"])) + int(places)
    if hundredths is None:
        raise ValueError("has to be an amount with at most two decimals, in digits, such as 12.50")
    if hundredths > from_units(MOST):
        raise ValueError(f"has to be {MOST} or less")
    return hundredths


def _of_number(value: float) -> int | None:
    # Python counts `True` as 1, and rounding an infinity raises an error: both end here.
    if isinstance(value, bool) or not 0 <= value <= MOST * 10:
        return None
    if isinstance(value, int):
        return from_units(value)
    hundredths = round(value * _PLACES)
    # A sum of floats such as 0.1 + 0.2 is the 0.30 that it was meant to be.
    exact = math.isclose(value, hundredths / _PLACES, rel_tol=_AS_EXACT_AS_FLOATS_ARE)
    return hundredths if exact else None


def percentage(hundredths: int, percent: int) -> int:
    """Return a share of an amount, rounded half up; `percent` is in hundredths of a per cent."""
    return (hundredths * percent + _PLACES**2 // 2) // _PLACES**2


def number(hundredths: int) -> int | float:
    """Return `1500`, and `1700.5` where there are hundredths."""
    units, places = divmod(hundredths, _PLACES)
    return hundredths / _PLACES if places else units


def digits(hundredths: int) -> str:
    """Return `1500`, and `1700.50` where there are hundredths."""
    units, places = divmod(hundredths, _PLACES)
    return f"{units}.{places:02}" if places else str(units)


def decimal(hundredths: int) -> str:
    """Return `1500.00`."""
    units, places = divmod(hundredths, _PLACES)
    return f"{units}.{places:02}"


def grouped(hundredths: int) -> str:
    """Return `1,500.00`."""
    units, places = divmod(hundredths, _PLACES)
    return f"{units:,}.{places:02}"
