"""Notes: what a customer wants the rider to know, kept, shown on the cards, and said once."""

from datetime import timedelta

from pydantic import BaseModel

from bot.actions import notices
from bot.actions.news.views import snapshot
from bot.actions.notices import Say, View
from bot.actions.people import staff
from bot.actions.tracking.following import Followed
from bot.store import audit, deliveries, people, quotas, remarks
from bot.store.database import Transaction
from bot.store.people import Person
from bot.store.quotas import Quota
from bot.store.remarks import Remark
from bot.texts.tracking import note as texts
from bot.texts.words import Words

_A_DAY = Quota("note", 5, timedelta(days=1))


class NoteQuestion(BaseModel):
    """A note that is being written: for which delivery, or its words while that is asked."""

    delivery: str | None = None
    words: str | None = None


async def leave(
    tx: Transaction, person: Person, followed: Followed, words: str, key: str
) -> bool | None:
    """Keep a note and show it; tell whether the rider reads it here, `None` for one too many."""
    if not await quotas.take(tx, _A_DAY, person.user_id, followed.row.uuid):
        return None
    remark = Remark(followed.row.uuid, person.user_id, followed.party, words)
    await remarks.add(tx, remark)
    await audit.note(tx, person.user_id, "note", remark.delivery)
    await deliveries.touch(tx, remark.delivery)
    return await _show(tx, remark, key)


async def _show(tx: Transaction, remark: Remark, key: str) -> bool:
    row = await deliveries.get(tx, remark.delivery)
    if row is None:
        return False
    await staff.refresh_cards(tx, row)
    rider = await people.rider_person(tx, row.rider) if row.rider else None
    if rider is None or not rider.reachable:
        return False
    await notices.show_card(tx, rider.user_id, row, View.RIDER, create=False)
    said = texts.for_rider(Words(rider.language), snapshot(row), remark)
    notice = Say(chat_id=rider.user_id, message=said, under=(row.uuid, View.RIDER))
    await notices.post(tx, notice, f"note|{key}")
    return True
