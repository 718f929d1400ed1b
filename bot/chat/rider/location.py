"""A live location: customers follow the rider on the map while their parcel is on the way, and
dispatchers whenever they ask."""

from datetime import timedelta

from bot.actions.rider import locations
from bot.base.database.transaction import Transaction
from bot.chat.turn import Turn, settled
from bot.store.locations import Location
from bot.texts.moments import clock_time
from bot.texts.rider import location as texts

_A_DAY = timedelta(days=1)


async def shared(turn: Turn) -> None:
    """Begin to show where the rider is; a static location shows nothing."""
    location = _live(turn)
    if location is None:
        await turn.answer(texts.NOT_LIVE)
        return

    def share(tx: Transaction) -> None:
        locations.share(tx, location, turn.job.key)
        # A time of the clock names a moment only within a day.
        is_within_a_day = location.shared_until - tx.now < _A_DAY
        until = clock_time(location.shared_until) if is_within_a_day else None
        turn.reply(tx, texts.shared(turn.say, until))

    await turn.settle(share)


@settled
def moved(tx: Transaction, turn: Turn) -> None:
    """Follow the rider; the last update of a live location says that it is over."""
    location = _live(turn)
    if location is not None:
        locations.move(tx, location, turn.job.key)
        return
    rider, message_id = turn.person.as_rider, turn.message.message_id
    if locations.stop(tx, rider, message_id, turn.job.key):
        turn.reply(tx, texts.STOPPED)


def _live(turn: Turn) -> Location | None:
    """Return where the rider is; `None` if the location is not live, or no longer live."""
    message, place = turn.message, turn.message.location
    if place is None or not place.live_period or turn.person.rider is None:
        return None
    period = place.live_period
    lasts = period if isinstance(period, timedelta) else timedelta(seconds=period)
    return Location(
        turn.person.rider,
        message.message_id,
        place.latitude,
        place.longitude,
        # Telegram counts the period from the sending of the location, not from its last change.
        message.date + lasts,
        seen_at=message.edit_date or message.date,
    )
