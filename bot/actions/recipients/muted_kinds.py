"""The kinds of news that people can mute, and those that they have muted.

Muted news still updates the card, but sends no message. A customer's bad news cannot be muted,
because the customer waits for a parcel that does not come. A rider's jobs cannot be muted either,
because others rely on the rider, who can go off duty instead.
"""

from dataclasses import dataclass

from bot.actions.happenings import HAPPENINGS, Audience, Happening
from bot.actions.news import NEWS, News
from bot.base.database.transaction import Transaction
from bot.domain.person import Person
from bot.store import muted_kinds
from bot.texts import announcements as texts


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of news for one audience; `called` is its name in /mute."""

    audience: Audience
    name: str
    called: str


def _name(audience: Audience, of: Happening | News) -> str:
    """Return a kind's name for the store and for buttons, at most 16 characters long."""
    return f"{audience.view[0]}-{of.name}"


MANY_ORDERS = Kind(Audience.CUSTOMER, "c-many", texts.MANY_ORDERS)
"""The single message about all orders of a customer who sends many."""

_OF_CHANGES = (
    Kind(audience, _name(audience, one), called)
    for audience in Audience
    for one in HAPPENINGS
    if (called := one.rules[audience].muted_as)
)
_OF_NEWS = (
    Kind(Audience.CUSTOMER, _name(Audience.CUSTOMER, one), one.muted_as)
    for one in NEWS
    if one.muted_as
)
KINDS = {kind.name: kind for kind in (*_OF_CHANGES, *_OF_NEWS, MANY_ORDERS)}
"""The kinds that can be muted, by name."""


def audiences_of(person: Person) -> list[Audience]:
    return [audience for audience in Audience if audience.roles & person.roles]


def kinds_of(person: Person) -> list[Kind]:
    mine = audiences_of(person)
    return [kind for kind in KINDS.values() if kind.audience in mine]


def is_muted(tx: Transaction, person: Person, audience: Audience, happening: Happening) -> bool:
    """Tell whether a person has muted this happening; `False` if it cannot be muted."""
    return _is_muted(tx, person, _name(audience, happening))


def is_news_muted(tx: Transaction, person: Person, news: News) -> bool:
    """Tell whether a customer has muted this news; `False` if it cannot be muted."""
    return _is_muted(tx, person, _name(Audience.CUSTOMER, news.muted_with or news))


def _is_muted(tx: Transaction, person: Person, name: str) -> bool:
    kind = KINDS.get(name)
    return kind is not None and is_off(tx, person, kind)


def is_off(tx: Transaction, person: Person, kind: Kind) -> bool:
    return kind.name in muted_kinds.of_person(tx, person.user_id)


def switch(tx: Transaction, person: Person, kind: Kind) -> None:
    muted = muted_kinds.of_person(tx, person.user_id)
    change = muted_kinds.unmute if kind.name in muted else muted_kinds.mute
    change(tx, person.user_id, kind.name)
