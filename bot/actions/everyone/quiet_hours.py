"""The wishes for quiet hours, kept for `recipients.quiet_hours`."""

from bot.base.database.transaction import Transaction
from bot.domain.person import Person
from bot.parsing.hours import Aloud, EachNight, Until, Wish
from bot.store import people


def grant(tx: Transaction, person: Person, wish: Wish) -> None:
    match wish:
        case Until(moment):
            people.mute_until(tx, person.user_id, moment)
        case EachNight(begin, end):
            people.set_quiet_hours(tx, person.user_id, begin, end)
        case Aloud():
            people.mute_until(tx, person.user_id, None)
            people.set_quiet_hours(tx, person.user_id, None, None)
