"""Brings riders' photos from Telegram to the fleet service's operator's door, and to pages.

The bot keeps no photo itself.

Nobody waits for this work. Putting the same photo twice changes nothing, so a transfer that was cut
off or not answered is done again from its beginning.
"""

from datetime import timedelta
from functools import partial

from telegram.error import BadRequest, InvalidToken, NetworkError, RetryAfter, TelegramError

from bot.actions import refused_keys
from bot.actions.context import Context
from bot.actions.fleet_outage import FLEET_OUTAGE, reason_of, wait_after
from bot.actions.rider import door_photos
from bot.base.database.transaction import Transaction
from bot.base.log import Logger
from bot.base.queue import jobs
from bot.base.queue.jobs import Job
from bot.base.queue.outage import pause
from bot.fleet import BodyTooLarge, FleetError, KeyRefused, Refused
from bot.store import door_photos as stored
from bot.store.door_photos import DoorPhoto
from bot.telegram.connection import TelegramBot, pause_of
from bot.telegram.errors import TELEGRAM_OUTAGE

_log = Logger(__name__)

_ATTEMPTS_AT_A_FILE = 5
"""How often to ask for a file if Telegram answers "not found": it means the token or the file."""


class PhotoCarrier:
    """Carries one photo at a time from Telegram to the operator's door or to a page."""

    def __init__(self, context: Context, bot: TelegramBot) -> None:
        self._context = context
        self._bot = bot

    async def carry(self, job: Job) -> None:
        database = self._context.database
        photo = await database.read(door_photos.to_be_brought, job)
        if photo is None or self._context.door is None:  # the photo or the setting is gone
            await database.write(jobs.finish, job)
            return
        is_held = partial(jobs.ensure_held, job, database.process)
        door = self._context.guarded(is_held).door
        try:
            if door is not None:
                await door.put_photo(photo.delivery, photo.stage, await self._fetch(photo.file_id))
        except TelegramError as error:
            await database.write(_not_fetched, job, photo, error)
        except (Refused, BodyTooLarge) as refusal:
            _log.warning("photo refused", delivery=photo.delivery, error=refusal)
            await database.write(_end, job, photo)
        except FleetError as error:
            await database.write(_later, job, error)
        else:
            await database.write(jobs.finish, job)

    async def _fetch(self, file_id: str) -> bytes:
        file = await self._bot.get_file(file_id)
        return bytes(await file.download_as_bytearray())

    async def fetch_for_page(self, file_id: str) -> bytes:
        """Return a photo for a page, or no bytes if Telegram does not give it."""
        try:
            return await self._fetch(file_id)
        except TelegramError as error:
            _log.warning("photo not shown on its page", reason=type(error).__name__)
            return b""


def _not_fetched(tx: Transaction, job: Job, photo: DoorPhoto, error: TelegramError) -> None:
    """Settle the job of a photo that Telegram did not give.

    In the library, a refusal is a kind of network error.
    """
    match error:
        case RetryAfter():
            _wait_for_telegram(tx, job, pause_of(error), error)
        case InvalidToken() if job.attempts < _ATTEMPTS_AT_A_FILE:
            _wait_for_telegram(tx, job, pause(job.attempts), error)
        case NetworkError() if not isinstance(error, BadRequest):
            _wait_for_telegram(tx, job, pause(job.attempts), error)
        case _:
            _log.warning("photo is gone", delivery=photo.delivery, reason=error.message)
            _end(tx, job, photo)


def _wait_for_telegram(tx: Transaction, job: Job, wait: timedelta, error: TelegramError) -> None:
    TELEGRAM_OUTAGE.postpone(tx, job, tx.now + wait, type(error).__name__)


def _end(tx: Transaction, job: Job, photo: DoorPhoto) -> None:
    """End the job; the photo stays with those who were shown it in Telegram."""
    jobs.finish(tx, job)
    stored.stays_here(tx, photo)


def _later(tx: Transaction, job: Job, error: FleetError) -> None:
    if isinstance(error, KeyRefused):
        refused_keys.tell(tx, error)
    FLEET_OUTAGE.postpone(tx, job, tx.now + wait_after(error, job.attempts), reason_of(error))
