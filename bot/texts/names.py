"""How people are called: those of a delivery, where others read it, by their first names."""

from bot.base.plain_text import clean
from bot.fleet import Delivery, Rider


def called(rider: Rider) -> str:
    """Return what to call a rider: who is only invited may have no more than an address."""
    return clean(rider.name) or clean(rider.email or "") or "?"


def first_name(name: str) -> str:
    return next(iter(name.split()), "")


def short_name(name: str) -> str:
    """Return the first of somebody's names and the initial of the last, to tell two apart."""
    first, *others = name.split() or [""]
    initials = [other[0] for other in others if other[0].isalpha()]
    return f"{first} {initials[-1]}." if initials else first


def rider_name(delivery: Delivery) -> str:
    """Return the rider's first name; empty where there is none."""
    return first_name(delivery.rider.name) if delivery.rider else ""


def party_name(delivery: Delivery, party: str) -> str:
    """Return a receiver's first name; empty for the sender, who is often no person at all."""
    names = (receiver.name for receiver in delivery.receivers if receiver.uuid == party)
    return first_name(next(names, ""))
