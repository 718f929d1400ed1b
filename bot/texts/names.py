"""Names and phone numbers of people; other people's names in a delivery are only first names."""

from bot.base.plain_text import clean
from bot.fleet import Delivery, Receiver, Rider, RiderSummary, Sender
from bot.parsing.phones import readable


def called(rider: Rider) -> str:
    """Return the name of a rider; an invited one may have only an e-mail address."""
    return clean(rider.name) or clean(rider.email or "") or "?"


def phone_of(person: Rider | RiderSummary | Sender | Receiver | None) -> str:
    """Return somebody's phone number as people read it; empty if it is unknown."""
    return readable(person.phone_number, person.phone_code) if person else ""


def first_name(name: str) -> str:
    return next(iter(name.split()), "")


def short_name(name: str) -> str:
    """Return the first of somebody's names and the initial of the last, to tell two apart."""
    first, *others = name.split() or [""]
    initials = [other[0] for other in others if other[0].isalpha()]
    return f"{first} {initials[-1]}." if initials else first


def rider_name(delivery: Delivery) -> str:
    """Return the rider's first name; empty if there is none."""
    return first_name(delivery.rider.name) if delivery.rider else ""


def sender_name(delivery: Delivery) -> str:
    """Return the name of the shop that sends a delivery; a question mark if it is unknown."""
    return (delivery.sender.name if delivery.sender else "") or "?"


def party_name(delivery: Delivery, party: str) -> str:
    """Return a receiver's first name; empty for the sender, which is often a shop."""
    names = (receiver.name for receiver in delivery.receivers if receiver.uuid == party)
    return first_name(next(names, ""))
