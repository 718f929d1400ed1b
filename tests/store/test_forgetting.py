"""Forgetting: nothing is left that tells who somebody was."""

from datetime import timedelta

from sqlalchemy import select

from bot.base.database import Database, Transaction
from bot.store import (
    audit,
    cards,
    customer_notes,
    dialogs,
    forgetting,
    invites,
    muted_kinds,
    people,
    ratings,
    subscriptions,
)
from bot.store.cards import Card
from bot.store.customer_notes import CustomerNote
from bot.store.dialogs import Dialog
from bot.store.invites import Invite
from bot.store.people import Role
from bot.store.ratings import Rating
from bot.store.subscriptions import Subscription
from bot.store.tables import metadata

ADA, BOLA = 71, 72
PHONE = "+2348030000001"


async def live(tx: Transaction, user_id: int, name: str, phone: str) -> str:
    """Leave a trace of a person in every table; return the token of their link."""
    await people.meet(tx, user_id, name, "en")
    await people.set_phone(tx, user_id, phone)
    token = await invites.make(tx, Invite(Role.CUSTOMER, 9, delivery="d", receiver="r"))
    await invites.use(tx, token, user_id)
    await people.grant(tx, user_id, Role.CUSTOMER)
    await subscriptions.add(tx, Subscription(user_id, "d", "r"))
    await cards.save(tx, Card(user_id, "d", "customer", 5, "hash"))
    await dialogs.ask(tx, Dialog(user_id, "note", "{}"), timedelta(hours=1))
    await customer_notes.add(tx, CustomerNote("d", user_id, "r", f"{name}'s gate"))
    await ratings.save(tx, Rating("d", user_id, "musa", 4))
    await muted_kinds.mute(tx, user_id, "c-created")
    await audit.record(tx, user_id, "note", "d")
    return token


async def traces(tx: Transaction, user_id: int) -> set[str]:
    """Return the tables that still hold a person's number."""
    found = set()
    for table in metadata.sorted_tables:
        for row in await tx.connection.execute(select(table)):
            if user_id in row:
                found.add(table.name)
    return found


async def test_only_the_audit_keeps_the_number_of_who_is_forgotten(database: Database):
    async with database.write() as tx:
        await live(tx, ADA, "Ada", PHONE)
        await live(tx, BOLA, "Bola", "+2348030000002")
        everywhere = await traces(tx, BOLA)
        await forgetting.forget(tx, ADA)
        assert await traces(tx, ADA) == {"audit"}
        assert await traces(tx, BOLA) == everywhere
        assert await people.with_phones(tx, {PHONE}) == {}
        given = await ratings.of_delivery(tx, "d")
    assert [rating.stars for rating in given] == [4, 4]


async def test_the_link_of_who_is_forgotten_opens_nothing(database: Database):
    async with database.write() as tx:
        token = await live(tx, ADA, "Ada", PHONE)
        await forgetting.forget(tx, ADA)
        assert await invites.use(tx, token, ADA) is None


async def test_a_rider_who_was_put_out_does_not_come_back_by_being_forgotten(database: Database):
    async with database.write() as tx:
        await live(tx, ADA, "Ada", PHONE)
        await people.bar(tx, ADA, "musa")
        await forgetting.forget(tx, ADA)
        person = await people.get(tx, ADA)
    assert person is not None
    assert (person.first_name, person.phone, person.roles) == ("", None, frozenset())
    assert person.barred_rider == "musa"
