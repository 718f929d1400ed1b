"""Happenings: the changes that people hear of, each with one rule for each audience.

A `Happening` that cannot be told raises an error, and so do `Happenings` with a state that neither
has a meaning nor is declared silent: a developer who leaves something out sees it when the bot
starts, not when the first such delivery comes.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from bot.actions.notice_kinds import View
from bot.domain.person import Role
from bot.fleet import Delivery, State
from bot.texts import announcements as texts
from bot.texts.group import announcements as group_texts
from bot.texts.message import Message
from bot.texts.words import Words

Said = Callable[[Words, Delivery], Message]

NAME_AT_MOST = 14
"""The letters that a button of /mute has for a happening's name, next to its audience's."""


class Audience(Enum):
    """A group of readers: the view of their card, and the roles that belong to it."""

    DISPATCHER = (View.DISPATCHER, frozenset({Role.OWNER, Role.DISPATCHER}))
    RIDER = (View.RIDER, frozenset({Role.RIDER}))
    CUSTOMER = (View.CUSTOMER, frozenset({Role.CUSTOMER}))

    def __init__(self, view: View, roles: frozenset[Role]) -> None:
        self.view = view
        self.roles = roles


class Channel(Enum):
    """The way in which somebody is told."""

    CARD = "a new card, loud"
    QUIET_CARD = "a new card, without a sound"
    EDIT = "the card changes quietly"
    SAY = "the card changes, and a loud message says so"

    @property
    def when_muted(self) -> "Channel":
        """The channel for somebody who has muted it."""
        return {Channel.CARD: Channel.QUIET_CARD, Channel.SAY: Channel.EDIT}.get(self, self)


@dataclass(frozen=True, slots=True)
class Rule:
    """The way in which one audience hears of one happening.

    `says` makes the words of the loud message, and `says_in_groups` those for groups, without
    anything personal. `muted_as` is its name in /mute, if people can mute it.

    Raises:
        ValueError: a loud message has no words, words have no loud message, or something silent
            can be muted.
    """

    channel: Channel
    says: Said | None = None
    says_in_groups: Said | None = None
    muted_as: str | None = None

    def __post_init__(self) -> None:
        is_said = self.channel is Channel.SAY
        if is_said != (self.says is not None):
            raise ValueError(f"{self.channel} goes with words only where it is said: {self}")
        if self.says_in_groups is not None and not is_said:
            raise ValueError(f"groups would hear what nobody is told: {self}")
        if self.muted_as is not None and not self.muted_as.strip():
            raise ValueError(f"what can be muted needs a name that people read: {self}")
        if self.muted_as is not None and self.channel is self.channel.when_muted:
            raise ValueError(f"what makes no sound cannot be muted: {self}")


class ChangeSign(Enum):
    """A sign in a change that means something to people, besides a new state."""

    NEW_RIDER = "the delivery is somebody's who did not have it before"
    FIRST_SEEN = "nobody here knew the delivery"


@dataclass(frozen=True, slots=True, eq=False)
class Happening:
    """A change that people hear of.

    `name` is its name in the store, and `shown_by` are the states or signs that mean it. If it
    `repeats`, it may be said of one delivery more than once. `moment` reads from a delivery when it
    happened, if the delivery tells that.

    Raises:
        ValueError: no state or sign means it, the name is too long for a button, an audience has no
            rule, or groups and dispatchers would not hear the same.
    """

    name: str
    shown_by: Collection[State | ChangeSign]
    rules: Mapping[Audience, Rule]
    repeats: bool = False
    moment: Callable[[Delivery], datetime | None] = lambda _: None

    def __post_init__(self) -> None:
        if not self.shown_by:
            raise ValueError(f"nothing brings {self.name} about")
        if not 0 < len(self.name) <= NAME_AT_MOST:
            raise ValueError(f"the name {self.name!r} is not 1 to {NAME_AT_MOST} letters long")
        if self.rules.keys() != set(Audience):
            raise ValueError(f"each audience needs a rule, and {self.name} has {self.rules}")
        for audience, rule in self.rules.items():
            is_heard = audience is Audience.DISPATCHER and rule.channel is Channel.SAY
            if is_heard != (rule.says_in_groups is not None):
                raise ValueError(f"groups hear aloud what dispatchers do, and {self.name} differs")


class Happenings:
    """All happenings; `silent` are the states that mean nothing by themselves.

    Raises:
        ValueError: a state or sign means nothing or two things, or two happenings have one name.
    """

    def __init__(self, *happenings: Happening, silent: Collection[State]) -> None:
        self._all = happenings
        self._shown_by = {shown: one for one in happenings for shown in one.shown_by}
        meant = [*silent, *(shown for one in happenings for shown in one.shown_by)]
        unclear = {one for one in (*State, *ChangeSign) if meant.count(one) != 1}
        if unclear:
            raise ValueError(f"these must mean one thing, or be silent: {unclear}")
        if len({one.name for one in happenings}) < len(happenings):
            raise ValueError("two happenings have one name")

    def __iter__(self) -> Iterator[Happening]:
        return iter(self._all)

    def meaning(self, before: Delivery | None, after: Delivery) -> Happening | None:
        """Return the meaning of a change: the most important one, if several were missed."""
        # A parcel stays on its way after a failed attempt: it is no news that it goes on.
        goes_on = before is not None and (
            before.state is after.state
            or (before.state is State.FAILED and after.state is State.IN_TRANSIT)
        )
        if not goes_on and after.state in self._shown_by:
            return self._shown_by[after.state]
        if after.rider and not after.rider.is_as_before(before.rider if before else None):
            return self._shown_by[ChangeSign.NEW_RIDER]
        return self._shown_by[ChangeSign.FIRST_SEEN] if before is None else None


_EDIT = Rule(Channel.EDIT)

CREATED = Happening(
    "created",
    {ChangeSign.FIRST_SEEN},
    {
        Audience.CUSTOMER: Rule(Channel.CARD, muted_as=texts.NEW_PARCEL),
        Audience.RIDER: _EDIT,
        Audience.DISPATCHER: Rule(Channel.CARD, muted_as=texts.NEW_DELIVERY),
    },
    moment=lambda delivery: delivery.created_at,
)
ASSIGNED = Happening(
    "assigned",
    {ChangeSign.NEW_RIDER},
    {
        Audience.CUSTOMER: _EDIT,
        Audience.RIDER: Rule(Channel.CARD),
        Audience.DISPATCHER: _EDIT,
    },
)
ACCEPTED = Happening("accepted", {State.ACCEPTED}, dict.fromkeys(Audience, _EDIT))
PICKED_UP = Happening(
    "picked_up",
    {State.IN_TRANSIT},
    {
        Audience.CUSTOMER: Rule(Channel.SAY, texts.on_the_way, muted_as=texts.PARCEL_ON_THE_WAY),
        Audience.RIDER: _EDIT,
        Audience.DISPATCHER: _EDIT,
    },
    moment=lambda delivery: delivery.pickup_at,
)
FAILED = Happening(
    "failed",
    {State.FAILED},
    {
        Audience.CUSTOMER: Rule(Channel.SAY, texts.failed_for_customer),
        Audience.RIDER: _EDIT,
        Audience.DISPATCHER: Rule(
            Channel.SAY,
            texts.failed_for_dispatcher,
            says_in_groups=group_texts.failed,
            muted_as=texts.ATTEMPT_FAILED,
        ),
    },
    repeats=True,
)
COMPLETED = Happening(
    "completed",
    {State.DELIVERED},
    {
        Audience.CUSTOMER: Rule(Channel.SAY, texts.delivered, muted_as=texts.PARCEL_DELIVERED),
        Audience.RIDER: _EDIT,
        Audience.DISPATCHER: _EDIT,
    },
    moment=lambda delivery: delivery.dropoff_at,
)
CANCELLED = Happening(
    "cancelled",
    {State.CANCELLED, State.DECLINED},
    {
        Audience.CUSTOMER: Rule(Channel.SAY, texts.cancelled_for_customer),
        Audience.RIDER: Rule(Channel.SAY, texts.cancelled_for_rider),
        Audience.DISPATCHER: Rule(
            Channel.SAY,
            texts.cancelled_for_dispatcher,
            says_in_groups=group_texts.cancelled,
            muted_as=texts.CANCELLED_BY_OTHERS,
        ),
    },
)

HAPPENINGS = Happenings(
    CREATED,
    ASSIGNED,
    ACCEPTED,
    PICKED_UP,
    FAILED,
    COMPLETED,
    CANCELLED,
    silent={State.PENDING, State.AWAITING_PICKUP, State.UNKNOWN},
)
