"""People: who writes to the bot, and which roles they hold."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, StrEnum

from bot.identifiers import RiderUuid


class Role(StrEnum):
    """What a person may be here; one person can be several."""

    OWNER = "owner"
    DISPATCHER = "dispatcher"
    RIDER = "rider"
    CUSTOMER = "customer"


_NO_ACCOUNT = 2**52
"""From here on numbers belong to no account: those have 52 bits at most (Bot API, User)."""


def number_on_page(*what: str) -> int:
    """Return the number of who reads a page and has no Telegram, by what their link tells."""
    digest = hashlib.sha256("\0".join(what).encode()).digest()
    return _NO_ACCOUNT + int.from_bytes(digest[:8]) % _NO_ACCOUNT


def is_on_page(chat_id: int) -> bool:
    """Tell whether what is said to a chat is read on a page, and never sent to Telegram."""
    return chat_id >= _NO_ACCOUNT


class Unreachable(StrEnum):
    """Why nothing is sent to somebody."""

    STOPPED = "stopped"
    BLOCKED = "blocked"


class Standing(Enum):
    """Whether what is given to a rider reaches them, and whether it rings."""

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
"""Whom everything reaches, without a sound."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has written to the bot.

    `rider` is the rider's uuid in the fleet service. `phone` is in E.164 and was verified by
    Telegram. Nothing is sent to people who are not `reachable`: they stopped or blocked the bot,
    as `unreachable_because` says unless that was not kept yet.
    Until `muted_until`, and each day between `quiet_from` and `quiet_to` (minutes of the business's
    day), messages come without a sound; `off_duty` is a rider's own mute, for the time of a break
    where they are `on_break`. They work `duty_from` and `duty_until` a moment, as far as they have
    said. With `keeps_finished` the
    cards of what is over stay in their chat. With `plain_lists` they read no tables.
    Who was removed as `barred_rider` can be this rider again by invitation only.
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
        """Return `rider`, or for who is none an empty one, which is nobody's."""
        return self.rider or RiderUuid("")

    @property
    def standing(self) -> Standing:
        """Where they stand as a rider."""
        if not self.reachable:
            is_stopped = self.unreachable_because == Unreachable.STOPPED
            return Standing.STOPPED if is_stopped else Standing.BLOCKED
        if self.off_duty:
            return Standing.ON_BREAK if self.on_break else Standing.OFF_DUTY
        return Standing.READY


def standing_of(person: Person | None) -> Standing:
    """Return where a rider stands, of whom nothing may be known here."""
    return person.standing if person else Standing.NOT_JOINED
