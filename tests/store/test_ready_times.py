"""Ready times and delays: kept next to a delivery, and read with it."""

from datetime import UTC, datetime, timedelta

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import State
from bot.store import delays, deliveries, groups, ready_times, senders
from bot.store.groups import Group
from bot.store.ready_times import ReadyTime, Trouble
from bot.store.subscriptions import SENDER

AT = datetime(2026, 11, 22, 19, 20, tzinfo=UTC)


def keep(tx: Transaction, uuid: str, rider: str | None = "musa", phone: str = "+1") -> None:
    state = State.ACCEPTED
    row = DeliveryRow(uuid, uuid, state, state.rank, True, rider, None, "{}", pickup="marina")
    deliveries.save(tx, row)
    deliveries.set_phones(tx, uuid, {SENDER: phone})


async def known(database: Database, uuid: str) -> DeliveryRow:
    row = await database.read(deliveries.get, uuid)
    assert row is not None
    return row


async def test_what_a_shop_says_is_read_with_its_delivery_and_replaced(database: Database):
    await database.write(keep, "d1")
    await database.write(ready_times.ask, "d1", "d0")
    await database.write(ready_times.ask, "d1", "d1")  # it is asked already
    asked = await known(database, "d1")
    assert (asked.question, asked.ready_at, asked.trouble) == ("d0", None, None)
    said = ReadyTime("d1", "d0", AT, ready_at=AT, said_by=7, said_name="Ada")
    await database.write(ready_times.say, said)
    assert (await known(database, "d1")).ready_at == AT
    closed = ReadyTime("d1", "d0", AT, trouble=Trouble.CLOSED, said_by=7, said_name="Ada")
    await database.write(ready_times.say, closed)
    row = await known(database, "d1")
    assert (row.ready_at, row.trouble) == (None, Trouble.CLOSED)
    (kept,) = await database.read(ready_times.of_question, "d0")
    assert (kept.said_name, kept.is_answered) == ("Ada", True)


async def test_what_was_just_asked_is_of_one_rider_at_one_place(database: Database):
    await database.write(keep, "d1")
    await database.write(ready_times.ask, "d1", "d1")
    now = (await database.read(ready_times.of_question, "d1"))[0].asked_at
    since, later = now - timedelta(seconds=30), now + timedelta(seconds=1)
    assert await database.read(ready_times.just_asked, "musa", "marina", since) == "d1"
    assert await database.read(ready_times.just_asked, "sani", "marina", since) is None
    assert await database.read(ready_times.just_asked, "musa", "creek", since) is None
    assert await database.read(ready_times.just_asked, "musa", "marina", later) is None


async def test_a_delay_is_its_riders_and_no_other_riders(database: Database):
    await database.write(keep, "d1")
    await database.write(delays.record, "d1", "musa", 10)
    assert (await known(database, "d1")).late_by == 10
    await database.write(keep, "d1", "sani")
    assert (await known(database, "d1")).late_by is None
    kept = await database.read(delays.of_delivery, "d1")
    assert kept is not None
    assert (kept.rider, kept.minutes) == ("musa", 10)


async def test_a_shops_group_is_found_by_its_number_and_is_none_of_the_dispatchers(
    database: Database,
):
    await database.write(groups.bind, Group(-1, None, "Dispatch", "en", 7))
    await database.write(groups.bind, Group(-2, 5, "Ada", "fr", 7, shop="+1"))
    assert [group.chat_id for group in await database.read(groups.everyone)] == [-1]
    shop = await database.read(groups.of_shop, "+1")
    assert shop is not None
    assert (shop.chat_id, shop.topic, shop.language) == (-2, 5, "fr")
    assert await database.read(groups.of_shop, "+2") is None


async def test_each_sender_is_listed_once_with_the_newest_delivery(database: Database):
    for uuid, phone in (("d1", "+1"), ("d2", "+2"), ("d3", "+1")):
        await database.write(keep, uuid, None, phone)
    found = dict(await database.read(senders.newest))
    assert set(found) == {"+1", "+2"}
    assert found["+2"] == "d2"
