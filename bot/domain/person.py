"""People: who writes to the bot, and which roles they hold."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, StrEnum

from bot.identifiers import RiderUuid


class Role(StrEnum):
    """A role of a person; one person can have several."""

    OWNER = "owner"
    DISPATCHER = "dispatcher"
    RIDER = "rider"
    CUSTOMER = "customer"


_NO_ACCOUNT = 2**52
"""From here on numbers belong to no account: those have 52 bits at most (Bot API, User)."""


def number_on_page(*what: str) -> int:
    """Return the number of a page's reader without Telegram, made from the facts in their link."""
    digest = hashlib.sha256("\0".join(what).encode()).digest()
    return _NO_ACCOUNT + int.from_bytes(digest[:8]) % _NO_ACCOUNT


def is_on_page(chat_id: int) -> bool:
    """Tell whether messages to a chat are read on a page, and never sent to Telegram."""
    return chat_id >= _NO_ACCOUNT


class Unreachable(StrEnum):
    """The reason why nothing is sent to somebody."""

    STOPPED = "stopped"
    BLOCKED = "blocked"


class Standing(Enum):
    """A rider's standing: it tells whether messages reach them, and whether they ring."""

    READY = "on duty"
    OFF_DUTY = "off duty"
    ON_BREAK = "on a break"
    STOPPED = "has stopped the bot"
    BLOCKED = "has blocked the bot"
    NOT_JOINED = "has not joined"

    @property
    def is_reached(self) -> bool:
        return self in {Standing.READY, *SILENT}


SILENT = frozenset({Standing.OFF_DUTY, Standing.ON_BREAK})
"""The standings of riders whom everything reaches, without a sound."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has written to the bot.

    `rider` is the rider's uuid in the fleet service. `phone` is in E.164 and was verified by
    Telegram. Nothing is sent to people who are not `reachable`: they stopped or blocked the bot.
    `unreachable_because` tells which, unless older versions did not keep it.
    Until `muted_until`, and each day between `quiet_from` and `quiet_to` (minutes of the business's
    day), messages come without a sound. `off_duty` is a rider's own mute; `on_break` makes it a
    break. They work from `duty_from` until `duty_until`, as far as they have told these times.
    With `keeps_finished` the cards of finished deliveries stay in their chat. With `plain_lists`
    they read no tables. They can be the rider `barred_rider` again only by invitation.
    """

    user_id: int
    first_name: str
    language: str
    phone: str | None = None
    reachable: bool = True
    unreachable_because: Unreachable | None = None
    contact_asked_at: datetime | None = None
    muted_until: datetime | None = None
    quiet_from: int | None = None
    quiet_to: int | None = None
    off_duty: bool = False
    on_break: bool = False
    duty_from: datetime | None = None
    duty_until: datetime | None = None
    keeps_finished: bool = False
    plain_lists: bool = False
    barred_rider: RiderUuid | None = None
    roles: frozenset[Role] = frozenset()
    rider: RiderUuid | None = None

    @property
    def dispatches(self) -> bool:
        return not self.roles.isdisjoint((Role.OWNER, Role.DISPATCHER))

    @property
    def as_rider(self) -> RiderUuid:
        """Return `rider`, or an empty uuid, which no rider has, for a person who is no rider."""
        return self.rider or RiderUuid("")

    @property
    def standing(self) -> Standing:
        """Their standing as a rider."""
        if not self.reachable:
            is_stopped = self.unreachable_because == Unreachable.STOPPED
            return Standing.STOPPED if is_stopped else Standing.BLOCKED
        if self.off_duty:
            return Standing.ON_BREAK if self.on_break else Standing.OFF_DUTY
        return Standing.READY


def standing_of(person: Person | None) -> Standing:
    """Return the standing of a rider; `None` is one who has not joined here."""
    return person.standing if person else Standing.NOT_JOINED
