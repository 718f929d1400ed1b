"""Reads the orders in a message: from its text, contact, file or picture."""

import asyncio
import json
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from typing import ParamSpec, Protocol, TypeVar

from telegram import Document, File, Message, MessageOriginUser
from telegram.error import TelegramError

from bot.actions.dispatcher.drafts.habits import read_by_habit
from bot.actions.dispatcher.drafts.pictures import words_in
from bot.base.log import Logger
from bot.base.queue import jobs
from bot.base.reader_process import FileRefused
from bot.chat.dispatcher import draft_dialog
from bot.chat.turn import Turn
from bot.domain.draft import Party
from bot.parsing.orders.reader import looks_like_order, read_orders
from bot.parsing.orders.sheet_files import MOST_BYTES, SheetFault, SheetRows, rows_as_json
from bot.parsing.orders.sheets import Sheet, orders_of_sheets
from bot.parsing.orders.written_order import WrittenOrder
from bot.parsing.phones import e164, from_telegram, region_of
from bot.store import habits
from bot.texts.dispatcher import pasted_orders as texts
from bot.texts.html import Html

P = ParamSpec("P")
T = TypeVar("T")
_log = Logger(__name__)
_SHEETS = {".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".xls", ".ods"}
_PICTURE = "image/"
LARGEST_PICTURE = 10 * 1024 * 1024
_THREADS = ThreadPoolExecutor(2, thread_name_prefix="orders")
"""Reading other people's texts can take some seconds, and sending must not wait for it."""


class _Downloadable(Protocol):
    file_id: str

    async def get_file(self) -> File: ...


@dataclass(frozen=True, slots=True)
class Pasted:
    """The orders read from a message, and the text above their drafts."""

    orders: Sequence[WrittenOrder]
    above: Html | None = None


async def in_thread(read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    reading = partial(read, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_THREADS, reading)


async def orders_in(
    turn: Turn, text: str, sender: str = "", author: int | None = None
) -> tuple[WrittenOrder, ...]:
    """Read the orders of a text, by its author's habit of layout if that fits.

    Local numbers belong to the country of the `sender`'s phone number, or else to the business's.
    If neither is known, they belong to the country of the first number that names its own.
    """
    country = region_of(sender) or await draft_dialog.country(turn)
    if found := await _by_habit(turn, text, country, author):
        return found
    orders = await in_thread(read_orders, text, country)
    # If the country is unknown, a number that names its own tells how to read the others.
    region = "" if country else region_told(orders)
    return await in_thread(read_orders, text, region) if region else orders


def region_told(orders: Iterable[WrittenOrder]) -> str:
    """Return the country of the first number that names its own; "" if none does."""
    parties = (party for order in orders for party in (order.sender, order.receiver))
    return next((region_of(party.phone) for party in parties if party.phone), "")


async def _by_habit(
    turn: Turn, text: str, country: str, author: int | None
) -> tuple[WrittenOrder, ...]:
    whose = author_of(turn) if author is None else author
    learnt = await turn.context.database.read(habits.of_author, whose)
    return await in_thread(read_by_habit, learnt, text, country) if learnt else ()


def author_of(turn: Turn) -> int:
    """Return the user id of a message's author.

    The author of a forwarded message is its first writer, if Telegram tells.
    """
    origin = turn.message.forward_origin
    if isinstance(origin, MessageOriginUser):
        return origin.sender_user.id
    return turn.person.user_id


async def seems_order(turn: Turn, text: str) -> bool:
    country = await draft_dialog.country(turn)
    return await in_thread(looks_like_order, text, country) or bool(
        await _by_habit(turn, text, country, None)
    )


async def orders_of(turn: Turn) -> Pasted | None:
    """Read the orders of a message; `None` if there are none, or the turn is answered."""
    message = turn.message
    if message.text:
        return Pasted(await orders_in(turn, turn.text))
    if message.contact is not None:
        order = await contact_order(turn)
        return Pasted((order,)) if order else None
    document = message.document
    if document is not None and PurePath(document.file_name or "").suffix.lower() in _SHEETS:
        return await _sheet(turn, document)
    picture = picture_of(message)
    return await _words_of_picture(turn, picture) if picture else None


async def contact_order(turn: Turn) -> WrittenOrder | None:
    contact = turn.message.contact
    if contact is None:
        return None
    # A contact's number may be a local one, as the person has saved it.
    national = e164(contact.phone_number, await draft_dialog.dialling_code(turn))
    phone = national or e164(from_telegram(contact.phone_number))
    name = " ".join(filter(None, (contact.first_name, contact.last_name)))
    return WrittenOrder(receiver=Party(name=name, phone=phone)) if phone else None


async def _sheet(turn: Turn, document: Document) -> Pasted | None:
    """Read a file of orders; if that fails, say why."""
    try:
        sheet = await _read_sheet(turn, document)
    except FileRefused as refusal:
        await turn.answer(texts.sheet_refused(turn.say, refusal.why))
        return None
    if sheet is None:
        return None
    return Pasted([row.order for row in sheet.rows], texts.sheet_read(turn.say, sheet))


async def _read_sheet(turn: Turn, document: Document) -> Sheet | None:
    if (document.file_size or 0) > MOST_BYTES:
        raise FileRefused(SheetFault.TOO_BIG)
    if not await _is_first_reading(turn):
        raise FileRefused(SheetFault.INTERRUPTED)
    content = await _fetched(turn, document)
    if content is None:
        return None
    country = await draft_dialog.country(turn)
    read = await turn.context.reader.read(rows_as_json, content, document.file_name or "")
    sheets = [SheetRows(**sheet) for sheet in json.loads(read)]
    return await in_thread(orders_of_sheets, sheets, country)


async def _words_of_picture(turn: Turn, picture: _Downloadable) -> Pasted | None:
    # Treat a picture that has ended a process as one without words.
    content = await _fetched(turn, picture) if await _is_first_reading(turn) else b""
    if content is None:
        return None
    text = await words_in(turn.context.reader, content) if content else ""
    if not text or not await seems_order(turn, text):
        return None
    return Pasted(await orders_in(turn, text), texts.read_from_picture(turn.say))


async def _is_first_reading(turn: Turn) -> bool:
    """Record that this process begins to read a file; `False` if another one ended while reading.

    A file that ends a process would end every process that takes the update up again.
    """
    database, process = turn.context.database, turn.context.database.process.token
    if turn.job.intent not in {None, process}:
        return False
    await database.write(jobs.intend, turn.job, process)
    return True


def picture_of(message: Message) -> _Downloadable | None:
    if message.photo:
        return message.photo[-1]
    document = message.document
    is_picture = document is not None and (document.mime_type or "").startswith(_PICTURE)
    small = document is not None and (document.file_size or 0) <= LARGEST_PICTURE
    return document if is_picture and small else None


async def _fetched(turn: Turn, attached: _Downloadable) -> bytes | None:
    """Fetch a file from Telegram; if that fails, say so and return `None`."""
    try:
        file = await attached.get_file()
        content = bytes(await file.download_as_bytearray())
    except TelegramError:
        await turn.answer(texts.not_fetched(turn.say))
        return None
    _log.info("file to be read", job=turn.job.id, bytes=len(content))
    return content
