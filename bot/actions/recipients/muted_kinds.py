"""Choices: which kinds of news somebody can do without, and which of them they have muted.

What is muted still changes the card; it is only not said aloud. A customer's bad news cannot be
muted, because somebody waits for a parcel that does not come, and neither can a rider's jobs,
because somebody counts on the rider: who does not ride now is off duty instead.
"""

from dataclasses import dataclass

from bot.actions.happenings import Audience, Happening
from bot.base.database import Transaction
from bot.store import muted_kinds
from bot.store.people import Person, Role


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of news for one audience."""

    audience: Audience
    happening: Happening

    @property
    def name(self) -> str:
        """The kind in the store and behind a button, where 16 characters must be enough."""
        return f"{self.audience[0]}-{self.happening}"


_MUTABLE = {
    Audience.DISPATCHER: (Happening.CREATED, Happening.FAILED, Happening.CANCELLED),
    Audience.CUSTOMER: (Happening.CREATED, Happening.PICKED_UP, Happening.COMPLETED),
}

_ROLES = {
    Audience.DISPATCHER: {Role.OWNER, Role.DISPATCHER},
    Audience.RIDER: {Role.RIDER},
    Audience.CUSTOMER: {Role.CUSTOMER},
}

KINDS = {
    kind.name: kind
    for audience, happenings in _MUTABLE.items()
    for kind in (Kind(audience, happening) for happening in happenings)
}
"""Everything that can be muted, by name."""


def audiences_of(person: Person) -> list[Audience]:
    """Return as what somebody hears news."""
    return [audience for audience, roles in _ROLES.items() if roles & person.roles]


def kinds_of(person: Person) -> list[Kind]:
    """Return what somebody hears and could mute."""
    mine = audiences_of(person)
    return [kind for kind in KINDS.values() if kind.audience in mine]


async def is_muted(
    tx: Transaction, person: Person, audience: Audience, happening: Happening
) -> bool:
    """Tell whether somebody has muted this; what cannot be muted never is."""
    name = Kind(audience, happening).name
    return name in KINDS and name in await muted_kinds.of_person(tx, person.user_id)


async def switch(tx: Transaction, person: Person, kind: Kind) -> None:
    """Mute a kind of news, or let it be heard again."""
    muted = await muted_kinds.of_person(tx, person.user_id)
    change = muted_kinds.unmute if kind.name in muted else muted_kinds.mute
    await change(tx, person.user_id, kind.name)
