"""The bounds of what customers can book; beyond them a booking waits, for a while or a person."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.service.rules.bookings import BOOKING_CODE_PAUSES, BOOKINGS_QUEUED, BOOKINGS_QUEUED_OF_ONE
from bot.service.settings import BookingSettings
from bot.service.store.booking_rows import MADE, QUEUED, BookedOrder, BookingState

HALF = 0.5
"""The used part of what strangers can book from which on the business is alarmed."""

_HOUR = timedelta(hours=1)
_PLACES = 2
"""A phone can be booked for from so many places as often as from each of them."""
_WITH_KNOWN = 2
"""The bounds for known bookers, as a multiple of those for strangers."""
_TEXTS = 2
"""The texts of a booking that is made: the code of its pickup and that of its drop-off."""
_ANSWERED = MADE | {BookingState.WAITING}


@dataclass(frozen=True, slots=True)
class BookingLoad:
    """The bookings of the last day, as they are at a moment."""

    settings: BookingSettings
    lately: Sequence[BookedOrder]
    now: datetime

    def with_one(self, booking: BookedOrder) -> "BookingLoad":
        """Return a copy with the present state of one booking."""
        others = [each for each in self.lately if each.delivery_uuid != booking.delivery_uuid]
        return replace(self, lately=[*others, booking])

    @property
    def made(self) -> list[BookedOrder]:
        return [each for each in self.lately if each.state in MADE]

    @property
    def queued(self) -> list[BookedOrder]:
        """Those that wait for a person, the oldest first."""
        waiting = [each for each in self.lately if each.state in QUEUED]
        return sorted(waiting, key=lambda each: each.at)

    @property
    def texts(self) -> int:
        return sum(each.codes for each in self.lately) + _TEXTS * len(self.made)

    @property
    def shares(self) -> Mapping[str, float]:
        """The used part of what strangers can book, by the setting that bounds it."""
        return {
            "in_all_an_hour": len(self.in_the_hour(self.made)) / self.settings.in_all_an_hour,
            "texts_a_day": self.texts / self.settings.texts_a_day,
        }

    @property
    def alarms(self) -> Mapping[str, float]:
        """Those of the shares of which half is used up."""
        return {bound: share for bound, share in self.shares.items() if share >= HALF}

    def in_the_hour(self, bookings: Iterable[BookedOrder]) -> list[BookedOrder]:
        return [each for each in bookings if each.at > self.now - _HOUR]

    def has_room(self, new: BookedOrder, *, is_known: bool) -> bool:
        """Tell whether a booking can be made without a person looking at it.

        Strangers who book in plenty use up the bounds for strangers, and a known booker can still
        book. Becoming known takes only a day, so known bookers are bounded as well.
        """
        settings, made = self.settings, self.made
        # All bookers are counted together; known ones have room where strangers already wait.
        of_all = _WITH_KNOWN if is_known else 1
        in_the_hour = self.in_the_hour(made)
        of_sender = [each for each in made if each.sender == new.sender]
        of_receiver = [each for each in made if each.receiver == new.receiver]
        bounds = [(len(_from(new, in_the_hour)), settings.per_address_an_hour)]
        bounds += [
            (len(_from(new, each)), settings.per_phone_a_day) for each in (of_sender, of_receiver)
        ]
        bounds += [
            (len(in_the_hour), settings.in_all_an_hour * of_all),
            (self.texts, settings.texts_a_day * of_all),
        ]
        if not is_known:
            most = settings.per_phone_a_day * _PLACES
            bounds += [(len(of_sender), most), (len(of_receiver), most)]
        return all(found < most for found, most in bounds)

    def has_room_in_queue(self, new: BookedOrder) -> bool:
        """Tell whether one more can wait for a person; without a code there is room for fewer."""
        waiting = [each for each in self.queued if each.state == new.state]
        return (
            len(waiting) < BOOKINGS_QUEUED[new.state]
            and len(_from(new, waiting)) < BOOKINGS_QUEUED_OF_ONE
        )

    def next_code_at(self, new: BookedOrder) -> datetime | None:
        """Return from when on a code can be texted to the booker, or None for not today.

        Each unanswered code makes the phone wait longer: somebody else may have asked for it.
        """
        asked = [each for each in self.lately if each.state not in _ANSWERED]
        codes = [each for each in asked if each.sender == new.sender and each.code_at is not None]
        count = sum(each.codes for each in codes)
        others = [each for each in asked if each.delivery_uuid != new.delivery_uuid]
        if (
            count > len(BOOKING_CODE_PAUSES)
            or len(_from(new, self.in_the_hour(others))) >= self.settings.per_address_an_hour
            or self.texts >= self.settings.texts_a_day
        ):
            return None
        if not count:
            return self.now
        # Each code that nobody has given makes the next pause longer.
        last = max(each.code_at for each in codes if each.code_at is not None)
        return last + BOOKING_CODE_PAUSES[count - 1]

    def is_approved(self, new: BookedOrder) -> bool:
        """Tell whether a person has approved a booking of the same phone in the last day."""
        return any(
            each.state == BookingState.APPROVED and each.sender == new.sender
            for each in self.lately
        )


def _from(new: BookedOrder, found: Iterable[BookedOrder]) -> list[BookedOrder]:
    return [each for each in found if each.address == new.address]
