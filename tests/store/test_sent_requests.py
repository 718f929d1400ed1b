"""What is written down before a request is sent, and what the business wants remembered."""

from datetime import timedelta

from bot.base import leases
from bot.base.database import Database
from bot.store import invites, people, preferences, sent_requests
from bot.store.invites import Invite
from bot.store.people import Role
from bot.store.preferences import Preference
from tests.support.clock import ManualClock


async def test_a_request_is_known_until_it_is_struck_out(database: Database, clock: ManualClock):
    async with database.write() as tx:
        await sent_requests.record(tx, "a", "[]")
    sent_at = clock.now()
    clock.advance(timedelta(minutes=1))
    async with database.write() as tx:
        sent = await sent_requests.get(tx, "a")
        assert sent is not None
        assert (sent.sent_at, sent.before) == (sent_at, "[]")
        assert await sent_requests.get(tx, "b") is None
        await sent_requests.forget(tx, "a")
        assert await sent_requests.get(tx, "a") is None


async def test_the_newest_preference_counts(database: Database):
    async with database.write() as tx:
        assert await preferences.get(tx, Preference.SENDER) is None
        await preferences.keep(tx, Preference.SENDER, "one")
        await preferences.keep(tx, Preference.SENDER, "two")
        assert await preferences.get(tx, Preference.SENDER) == "two"


async def test_who_is_removed_can_use_no_link_of_theirs_any_more(database: Database):
    async with database.write() as tx:
        used = await invites.make(tx, Invite(Role.DISPATCHER, 1, expires_at=_later(tx)))
        made = await invites.make(tx, Invite(Role.RIDER, 2, rider="r", expires_at=_later(tx)))
        others = await invites.make(tx, Invite(Role.RIDER, 1, rider="q", expires_at=_later(tx)))
        customer = await invites.make(tx, Invite(Role.CUSTOMER, 2, delivery="d"))
        assert await invites.use(tx, used, 2)
        await invites.void(tx, 2)
        assert await invites.use(tx, used, 2) is None
        assert await invites.use(tx, made, 3) is None
        assert await invites.use(tx, others, 3)
        assert await invites.use(tx, customer, 3)


def _later(tx):
    return tx.now + timedelta(hours=24)


async def test_a_duty_is_held_until_its_lease_ends(database: Database):
    async with database.write() as tx:
        assert await leases.held_until(tx, "sender") is None
        await leases.hold(tx, "sender", "me", timedelta(seconds=30))
        assert await leases.held_until(tx, "sender") == tx.now + timedelta(seconds=30)


async def test_who_is_barred_stays_so_until_it_is_lifted(database: Database):
    async with database.write() as tx:
        await people.meet(tx, 1, "Musa", "en")
        await people.bar(tx, 1, "r")
        person = await people.meet(tx, 1, "Musa", "en")
        assert person.barred_rider == "r"
        await people.bar(tx, 1, None)
        person = await people.get(tx, 1)
        assert person is not None
        assert person.barred_rider is None
