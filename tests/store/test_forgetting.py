"""Forgetting: nothing is left that tells who somebody was."""

from datetime import timedelta
from pathlib import Path

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.queue.jobs import NewJob
from bot.domain.person import Role
from bot.store import (
    audit,
    cards,
    code_attempts,
    customer_notes,
    dialogs,
    erasure,
    groups,
    invites,
    muted_kinds,
    people,
    quotas,
    ratings,
    subscriptions,
)
from bot.store.cards import Card
from bot.store.customer_notes import CustomerNote
from bot.store.dialogs import Dialog
from bot.store.groups import Group
from bot.store.invites import Invite
from bot.store.job_kind import JobKind
from bot.store.quotas import Quota
from bot.store.ratings import Rating
from bot.store.subscriptions import Subscription
from tests.store.filled import fill, traces

# What the business keeps of its deliveries, until that ends.
KEPT = {
    "attempts.note",
    "cash_reasons.reason",
    "deliveries.pickup",
    "deliveries.snapshot",
    "door_photos.file_id",
    "order_pictures.file_id",
    "groups.shop",
    "handovers.holder_name",
    "handovers.holder_phone",
    "jobs.body",
    "phones.phone",
    "preferences.value",
    "problems.detail",
    "problems.photo",
    "requests.before",
    "takers.words",
    "undelivered.left_with",
}
ADA, BOLA = 7_100_000_071, 7_200_000_072
PHONE = "+2348030000001"


def live(tx: Transaction, user_id: int, name: str, phone: str) -> str:
    """Leave a trace of a person in every table; return the token of their link."""
    people.meet(tx, user_id, name, "en")
    people.set_phone(tx, user_id, phone)
    token = invites.make(tx, Invite(Role.CUSTOMER, 9, delivery="d", receiver="r"))
    invites.use(tx, token, user_id)
    people.grant(tx, user_id, Role.CUSTOMER)
    subscriptions.add(tx, Subscription(user_id, "d", "r"))
    cards.save(tx, Card(user_id, "d", "customer", 5, "hash"))
    dialogs.ask(tx, Dialog(user_id, "note", "{}"), timedelta(hours=1))
    customer_notes.add(tx, CustomerNote("d", user_id, "r", f"{name}'s gate"))
    ratings.save(tx, Rating("d", user_id, "musa", 4))
    muted_kinds.mute(tx, user_id, "c-created")
    quotas.take(tx, Quota("note", 5, timedelta(days=1)), user_id, "d")
    guesser = code_attempts.guesser(user_id)
    code_attempts.count(tx, f"9:{user_id % 100}", "d", "pickup", guesser)
    invites.make(tx, Invite(Role.CUSTOMER, user_id, delivery="d", receiver="other"))
    groups.bind(tx, Group(-100 - user_id % 100, None, "Dispatchers", "en", user_id))
    jobs.add(tx, NewJob(JobKind.UPDATE, f"person:{user_id}", f"9:{user_id}", b"{}"))
    jobs.add(tx, NewJob(JobKind.NOTICE, f"chat:{user_id}", f"erase|{user_id}|3", b"{}"))
    audit.record(tx, user_id, "note", "d")
    return token


def tables_of(columns: set[str]) -> set[str]:
    return {column.split(".")[0] for column in columns}


async def test_nothing_keeps_the_number_of_who_is_forgotten(database: Database):
    await database.write(live, ADA, "Ada", PHONE)
    await database.write(live, BOLA, "Bola", "+2348030000002")
    everywhere = await database.write(traces, BOLA)
    await database.write(erasure.forget, ADA)
    assert await database.write(traces, ADA) == set()
    assert await database.write(traces, BOLA) == everywhere
    assert await database.write(people.with_phones, {PHONE}) == {}
    given = await database.write(ratings.of_delivery, "d")
    assert [rating.stars for rating in given] == [4, 4]


async def test_whatever_tables_there_are_only_what_is_kept_for_a_reason_tells_of_the_forgotten(
    database: Database,
):
    await database.write(fill, ADA)
    await database.write(fill, BOLA)
    everywhere = await database.write(traces, BOLA)
    assert tables_of(everywhere) >= {"people", "quotas", "ratings", "remarks", "dialogs"}
    await database.write(erasure.forget, ADA)
    assert await database.write(traces, ADA) == KEPT
    assert await database.write(traces, BOLA) == everywhere


async def test_of_who_was_put_out_as_a_rider_the_number_is_kept_without_a_name(database: Database):
    await database.write(fill, ADA, barred=True)
    await database.write(erasure.forget, ADA)
    left = await database.write(traces, ADA)
    assert left == KEPT | {"people.user_id", "people.language", "people.barred_rider"}


async def test_what_is_forgotten_stands_nowhere_in_the_file(sqlite: Database, folder: Path):
    await sqlite.write(live, ADA, "Adaeze", PHONE)
    await sqlite.checkpoint()
    assert left_in(folder) == {"Adaeze", PHONE, str(ADA)}
    await sqlite.write(erasure.forget, ADA)
    await sqlite.checkpoint()
    assert left_in(folder) == set()


def left_in(folder: Path) -> set[str]:
    """Tell which of a person's data stand as text in the files of a store."""
    content = b"".join(path.read_bytes() for path in folder.iterdir())
    return {told for told in ("Adaeze", PHONE, str(ADA)) if told.encode() in content}


async def test_the_link_of_who_is_forgotten_opens_nothing(database: Database):
    token = await database.write(live, ADA, "Ada", PHONE)
    await database.write(erasure.forget, ADA)
    assert await database.write(invites.use, token, ADA) is None


async def test_a_rider_who_was_put_out_does_not_come_back_by_being_forgotten(database: Database):
    await database.write(live, ADA, "Ada", PHONE)
    await database.write(people.bar, ADA, "musa")
    await database.write(erasure.forget, ADA)
    person = await database.write(people.get, ADA)
    assert person is not None
    assert (person.first_name, person.phone, person.roles) == ("", None, frozenset())
    assert person.barred_rider == "musa"
