"""News: the kinds of messages about a delivery that do not tell of a change. Each is here once.

The table of the changes is in `bot.actions.happenings`.
"""

from dataclasses import dataclass
from enum import Enum

from bot.actions.happenings import NAME_AT_MOST, PICKED_UP, Happening
from bot.actions.notice_kinds import Urgency
from bot.texts import announcements as texts


class Hears(Enum):
    """The people around a delivery who hear of something."""

    RIDER = "its rider"
    FOLLOWERS = "its sender and receivers, as far as they follow it here"
    SENDERS = "those who follow it as its sender"
    RECEIVERS = "those who follow it as a receiver"
    SHOP = "the group of its sender's shop, or else the sender in private chats"
    SHOP_GROUP = "the group of its sender's shop"
    STAFF = "all dispatchers, in private chats and in their groups"
    STAFF_IN_PRIVATE = "all dispatchers, in private chats"


@dataclass(frozen=True, slots=True, eq=False)
class News:
    """One kind of news: who hears it, how urgent it is, and whether people can mute it.

    `muted_as` is its name in /mute. News that is `muted_with` a happening goes with that choice.
    News `of_the_job` is only for the rider who has the delivery, and leaves the chat with it.

    Raises:
        ValueError: it can be muted though it makes no sound, by somebody who has no such choice,
            or under a name too long for a button; or it is of the job, but not for a rider.
    """

    name: str
    hears: Hears
    urgency: Urgency
    quiet: bool = False
    of_the_job: bool = False
    muted_as: str | None = None
    muted_with: Happening | None = None

    def __post_init__(self) -> None:
        is_mutable = self.muted_as is not None or self.muted_with is not None
        if is_mutable and (self.quiet or self.hears not in _CUSTOMERS):
            raise ValueError(f"only what rings for customers can be muted, and {self.name} cannot")
        if self.muted_as is not None and len(self.name) > NAME_AT_MOST:
            raise ValueError(f"the name {self.name!r} is longer than {NAME_AT_MOST} letters")
        if self.of_the_job and self.hears is not Hears.RIDER:
            raise ValueError(f"only a rider has a job, and {self.name} is for {self.hears.value}")


_CUSTOMERS = frozenset({Hears.FOLLOWERS, Hears.SENDERS, Hears.RECEIVERS})

# A rider's own moves.
LATE = News("late", Hears.FOLLOWERS, Urgency.DOOR, muted_as=texts.RIDER_IS_LATE)
LATE_FOR_SHOP = News("late_for_shop", Hears.SHOP_GROUP, Urgency.DOOR)
NEAR = News("near", Hears.RECEIVERS, Urgency.DOOR, muted_as=texts.RIDER_IS_NEAR)
AT_DOOR = News("at_door", Hears.RECEIVERS, Urgency.DOOR)
HANDED_OVER = News("handed_over", Hears.FOLLOWERS, Urgency.NEWS, muted_with=PICKED_UP)
OUT_OF_REACH = News("out_of_reach", Hears.STAFF, Urgency.ALARM)
ADDRESS_USED = News("address_used", Hears.STAFF_IN_PRIVATE, Urgency.ALARM)

# Problems.
PROBLEM = News("problem", Hears.STAFF, Urgency.ALARM)
PROBLEM_AT_PICKUP = News("problem_at_pickup", Hears.SENDERS, Urgency.DOOR)
PROBLEM_AT_DOOR = News("problem_at_door", Hears.RECEIVERS, Urgency.DOOR)
SHOP_TROUBLE = News("shop_trouble", Hears.STAFF, Urgency.ALARM)
CODES_STOPPED = News("codes_stopped", Hears.STAFF, Urgency.ALARM)
CODE_HELD_UP = News("code_held_up", Hears.STAFF, Urgency.ALARM)
COMPLAINT = News("complaint", Hears.STAFF_IN_PRIVATE, Urgency.ALARM)

# The fate of a parcel that could not be delivered.
OUTCOME = News("outcome", Hears.RECEIVERS, Urgency.DOOR)
OUTCOME_FOR_SHOP = News("outcome_for_shop", Hears.SHOP, Urgency.DOOR)
OUTCOME_FOR_STAFF = News("outcome_for_staff", Hears.STAFF, Urgency.ALARM)

# Photos of hand-overs.
PHOTO = News("photo", Hears.FOLLOWERS, Urgency.NEWS, quiet=True)
PHOTO_FOR_STAFF = News("photo_for_staff", Hears.STAFF_IN_PRIVATE, Urgency.NEWS, quiet=True)
PHOTO_WANTED = News("photo_wanted", Hears.RIDER, Urgency.ANSWER, quiet=True, of_the_job=True)

SHOP_WORDS = News("shop_words", Hears.SHOP, Urgency.DOOR)

# Changes that others make to a rider's job, and entries of the cash that a rider was given.
JOB_EDITED = News("job_edited", Hears.RIDER, Urgency.DOOR, of_the_job=True)
NOTE = News("note", Hears.RIDER, Urgency.DOOR, of_the_job=True)
PLACE = News("place", Hears.RIDER, Urgency.DOOR, of_the_job=True)
READY_LATER = News("ready_later", Hears.RIDER, Urgency.DOOR, of_the_job=True)
CASH_WRITTEN = News("cash_written", Hears.RIDER, Urgency.NEWS, quiet=True)
TIP = News("tip", Hears.RIDER, Urgency.NEWS, quiet=True)

NEWS = tuple(each for each in globals().values() if isinstance(each, News))
"""Every kind of news."""
