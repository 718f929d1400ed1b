"""A live location: customers follow the rider on the map while their parcel is on the way, and
dispatchers whenever they ask."""

from datetime import datetime, timedelta

from telegram import Message

from bot.actions.rider import locations
from bot.base.database.transaction import Transaction
from bot.chat.turn import Turn, settled
from bot.store.locations import Location
from bot.texts.html import Html
from bot.texts.moments import clock_time
from bot.texts.rider import location as texts

_A_DAY = timedelta(days=1)


async def shared(turn: Turn) -> None:
    """Begin to show where the rider is; a place that does not move is no such thing."""
    location = _live(turn)
    if location is None:
        await turn.answer(texts.NOT_LIVE)
        return

    def share(tx: Transaction) -> None:
        locations.share(tx, location, turn.job.key)
        turn.reply(tx, texts.shared(turn.say, _told_until(tx.now, location)))

    await turn.settle(share)


@settled
def moved(tx: Transaction, turn: Turn) -> None:
    """Go along with the rider; the last message of a live location says that it is over."""
    location = _live(turn)
    if location is not None:
        locations.move(tx, location, turn.job.key)
        return
    rider, message_id = turn.person.as_rider, turn.message.message_id
    if locations.stop(tx, rider, message_id, turn.job.key):
        turn.reply(tx, texts.STOPPED)


def _told_until(now: datetime, location: Location) -> Html | None:
    """Return the time at which sharing ends by itself, if it is one of this day."""
    if location.shared_until - now >= _A_DAY:
        return None
    return clock_time(location.shared_until)


def _live(turn: Turn) -> Location | None:
    """Return where the rider is; `None` if what they sent does not move, or not any more."""
    place, until = turn.message.location, _until(turn.message)
    if place is None or until is None or turn.person.rider is None:
        return None
    return Location(
        turn.person.rider,
        turn.message.message_id,
        place.latitude,
        place.longitude,
        until,
        seen_at=turn.message.edit_date or turn.message.date,
    )


def _until(message: Message) -> datetime | None:
    """Return until when a location is shared; Telegram counts from when it was sent."""
    period = message.location.live_period if message.location else None
    if not period:
        return None
    lasts = period if isinstance(period, timedelta) else timedelta(seconds=period)
    return message.date + lasts
