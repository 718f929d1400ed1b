"""What is written down before a request is sent, and what the business wants remembered."""

from datetime import datetime, timedelta

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.domain.person import Role
from bot.store import invites, people, preferences, sent_requests
from bot.store.invites import Invite
from bot.store.preferences import Preference
from tests.support.clock import ManualClock


async def test_a_request_is_known_until_it_is_struck_out(database: Database, clock: ManualClock):
    await database.write(sent_requests.record, "a", "[]")
    sent_at = clock.now()
    clock.advance(timedelta(minutes=1))
    sent = await database.write(sent_requests.get, "a")
    assert sent is not None
    assert (sent.sent_at, sent.before) == (sent_at, "[]")
    assert await database.write(sent_requests.get, "b") is None
    await database.write(sent_requests.forget, "a")
    assert await database.write(sent_requests.get, "a") is None


async def test_the_newest_preference_counts(database: Database):
    assert await database.write(preferences.get, Preference.SENDERS) is None
    await database.write(preferences.keep, Preference.SENDERS, "one")
    await database.write(preferences.keep, Preference.SENDERS, "two")
    assert await database.write(preferences.get, Preference.SENDERS) == "two"


async def test_who_is_removed_can_use_no_link_of_theirs_any_more(database: Database):
    def use(tx: Transaction) -> None:
        used = invites.make(tx, Invite(Role.DISPATCHER, 1, expires_at=_later(tx)))
        made = invites.make(tx, Invite(Role.RIDER, 2, rider="r", expires_at=_later(tx)))
        others = invites.make(tx, Invite(Role.RIDER, 1, rider="q", expires_at=_later(tx)))
        customer = invites.make(tx, Invite(Role.CUSTOMER, 2, delivery="d"))
        assert invites.use(tx, used, 2)
        invites.void(tx, 2)
        assert invites.use(tx, used, 2) is None
        assert invites.use(tx, made, 3) is None
        assert invites.use(tx, others, 3)
        assert invites.use(tx, customer, 3)

    await database.write(use)


def _later(tx: Transaction) -> datetime:
    return tx.now + timedelta(hours=24)


async def test_who_is_barred_stays_so_until_it_is_lifted(database: Database):
    await database.write(people.meet, 1, "Musa", "en")
    await database.write(people.bar, 1, "r")
    person = await database.write(people.meet, 1, "Musa", "en")
    assert person.barred_rider == "r"
    await database.write(people.bar, 1, None)
    person = await database.write(people.get, 1)
    assert person is not None
    assert person.barred_rider is None
