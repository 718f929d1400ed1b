"""Orders as people send them: pasted, forwarded, as a contact, a place, a picture or a file."""

import asyncio
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from typing import ParamSpec, Protocol, TypeVar

import structlog
from telegram import Document, File, Message
from telegram.error import TelegramError

from bot.actions.dispatcher.drafting import usual
from bot.actions.dispatcher.drafting.from_written import drafted, taken_in
from bot.actions.dispatcher.drafting.pictures import words_in
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.reader_process import FileRefused
from bot.chat.dispatcher import draft_dialog
from bot.chat.dispatcher.draft_dialog import go_on
from bot.chat.turn import Turn
from bot.domain.draft import SENDER, Blank, Draft, DraftPicture, Party, Spot
from bot.parsing.intents.intent import Intent
from bot.parsing.intents.reader import read as read_intents
from bot.parsing.orders.reader import looks_like_order, read_orders
from bot.parsing.orders.sheet_files import MOST_BYTES, SheetFault, rows_as_json
from bot.parsing.orders.sheets import Sheet, sheet_of
from bot.parsing.orders.written_order import WrittenOrder
from bot.parsing.phones import e164, from_telegram, region_of
from bot.store.drafts import OpenDraft
from bot.texts.dispatcher import pasted_orders as texts
from bot.texts.dispatcher.draft_summary import understood
from bot.texts.dispatcher.drafted_words import something_else_open
from bot.texts.dispatcher.input_errors import InputError
from bot.texts.html import Html, joined

P = ParamSpec("P")
T = TypeVar("T")

_log = structlog.get_logger(__name__)

_SHEETS = {".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".xls", ".ods"}
_PICTURE = "image/"
LARGEST_PICTURE = 10 * 1024 * 1024
_THREADS = ThreadPoolExecutor(2, thread_name_prefix="orders")
"""What others have written takes up to some seconds to read: sending must not wait for it."""


class _Downloadable(Protocol):
    file_id: str

    async def get_file(self) -> File: ...


@dataclass(frozen=True, slots=True)
class Pasted:
    """What was read of a message, and what is said above the drafts that it makes."""

    orders: Sequence[WrittenOrder]
    above: Html | None = None


async def _in_thread(read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    reading = partial(read, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_THREADS, reading)


async def orders_in(turn: Turn, text: str) -> tuple[WrittenOrder, ...]:
    """Read the orders of a text, local numbers as those of the country that it names itself."""
    country = await draft_dialog.country(turn)
    orders = await _in_thread(read_orders, text, country)
    if country:
        return orders
    parties = (party for order in orders for party in (order.sender, order.receiver))
    region = next((region_of(party.phone) for party in parties if party.phone), "")
    return await _in_thread(read_orders, text, region) if region else orders


def may_hold_order(message: Message) -> bool:
    """Tell whether this kind of message can be an order, or a part of one."""
    kinds = (message.text, message.contact, message.venue, message.document, message.photo)
    place = message.location
    return any(kinds) or (place is not None and not place.live_period)


async def heard_order(turn: Turn) -> bool:
    """Make drafts of an order that somebody has sent; `False` where it is none."""
    if not await _may_be_order(turn):
        return False
    pasted = await _read(turn)
    if pasted is None:
        return turn.settled or await _keeps_picture(turn)
    if _is_in_the_way(turn):
        await turn.answer(something_else_open(turn.say))
    else:
        await take_orders(turn, pasted.orders, above=pasted.above)
    return True


_GIVES_WAY = {OpenDraft.name, "drafted_words"}
"""Dialogs that an order may take the place of: nothing of them is lost by it."""


def _is_in_the_way(turn: Turn) -> bool:
    return turn.dialog is not None and turn.dialog.name not in _GIVES_WAY


async def _keeps_picture(turn: Turn) -> bool:
    """Open a draft for a picture that cannot be read; `False` where this is none by itself."""
    picture = _kept(turn.message)
    if picture is None or turn.text or _is_in_the_way(turn):
        return False
    draft = Draft(picture=picture, album=turn.message.media_group_id or "")
    opened = OpenDraft(draft=draft, asked=Spot(Blank.FROM_NAME))
    await go_on(turn, opened, above=texts.picture_kept(turn.say, is_another=False))
    return True


async def _take_picture(turn: Turn, opened: OpenDraft) -> None:
    """Keep a picture with the draft in hand, or say that it is nothing that can be kept.

    Each picture of an album is an order of its own, and its question waits behind the first one's.
    """
    picture, album = _kept(turn.message), turn.message.media_group_id
    if picture is None:
        await go_on(turn, opened, above=texts.type_it(turn.say))
        return
    if album and any(draft.album == album for draft in opened.drafts):
        await _take_more_of_album(turn, opened, Draft(picture=picture, album=album))
        return
    had_one = opened.draft.picture is not None
    changed = opened.changed(opened.draft.with_picture(picture), opened.asked)
    await go_on(turn, changed, above=texts.picture_kept(turn.say, is_another=had_one))


async def _take_more_of_album(turn: Turn, opened: OpenDraft, draft: Draft) -> None:
    """Take another order of an album; a question that is open already is not asked once more."""
    if opened.asked is None:
        above = texts.picture_kept(turn.say, is_another=False)
        await go_on(turn, opened.with_more([draft]), above=above)
        return

    def wait_behind(tx: Transaction) -> None:
        more = opened.model_copy(update={"behind": (*opened.behind, draft)})
        more.ask(tx, turn.person.user_id)
        turn.receipt(tx)

    await turn.settle(wait_behind)


def _kept(message: Message) -> DraftPicture | None:
    picture = _picture(message)
    if picture is None:
        return None
    return DraftPicture(
        file_id=picture.file_id, message_id=message.message_id, is_file=not message.photo
    )


async def _may_be_order(turn: Turn) -> bool:
    """Tell whether a message is to be read as an order although nobody has asked for one."""
    if not turn.message.text:
        return may_hold_order(turn.message) and turn.message.location is None
    if not await _looks_like_order(turn, turn.text):
        return False
    if len(turn.text.splitlines()) > 1 or not turn.is_by_them:
        return True
    return read_intents(turn.text, turn.person.language).intents.keys() <= {Intent.NEW_ORDER}


async def _looks_like_order(turn: Turn, text: str) -> bool:
    return await _in_thread(looks_like_order, text, await draft_dialog.country(turn))


async def take_orders(
    turn: Turn,
    orders: Sequence[WrittenOrder],
    opened: OpenDraft | None = None,
    above: Html | None = None,
) -> None:
    """Make drafts of orders, behind those that are open, and show them or ask what they lack."""
    known = await turn.context.database.read(usual.senders)
    problems: list[InputError] = []
    drafts = []
    for order in orders:
        filled = await draft_dialog.with_named_rider(turn, drafted(order))
        draft = usual.with_known_sender(filled.draft, known)
        drafts.append(draft.model_copy(update={"album": turn.message.media_group_id or ""}))
        problems += filled.problems
    if not drafts:
        await turn.answer(texts.nothing_read(turn.say))
        return
    changed = opened.with_more(drafts) if opened else OpenDraft.of(drafts)
    if changed.asked is not None:
        above = joined([above or Html(), understood(turn.say, changed)])
    await go_on(turn, changed, problems, above=above)


async def said_of_draft(turn: Turn, opened: OpenDraft) -> bool:
    """Take what is no plain answer to the form's question; `False` where it is one."""
    message = turn.message
    if message.contact is not None:
        await _take_contact(turn, opened)
    elif message.location is not None or message.venue is not None:
        await _take_place(turn, opened)
    elif message.text:
        return await _take_text(turn, opened)
    else:
        pasted = await _read(turn)
        if pasted is not None:
            await take_orders(turn, pasted.orders, opened, pasted.above)
        elif not turn.settled:
            await _take_picture(turn, opened)
    return True


async def _take_text(turn: Turn, opened: OpenDraft) -> bool:
    """Take other orders, or lines that say themselves what they are."""
    orders = await orders_in(turn, turn.text)
    if len(orders) > 1:
        await take_orders(turn, orders, opened)
        return True
    if not orders or not _says_what_it_is(turn.text, orders[0]):
        return False
    (order,) = orders
    if _is_another(opened, order):
        await take_orders(turn, orders, opened)
    else:
        receiver = opened.asked.receiver if opened.asked else 0
        await draft_dialog.took(turn, opened, taken_in(opened.draft, receiver, order))
    return True


def _says_what_it_is(text: str, order: WrittenOrder) -> bool:
    """Tell whether a text is more than the answer to a question: several fields, or a label."""
    told = (order.sender != Party(), order.receiver != Party(), order.fee is not None)
    return sum(told) > 1 or (":" in text and order != WrittenOrder(left=order.left))


def _is_another(opened: OpenDraft, order: WrittenOrder) -> bool:
    """Tell whether an order is another one than the draft in hand, which is told already.

    One person may be sent two parcels: taken for a correction, the second would be lost unseen.
    """
    known, said = opened.draft.receivers[0], order.receiver
    is_whole = bool(said.phone and (said.address or said.name))
    goes_elsewhere = bool(known.address and said.address) and known.address != said.address
    return is_whole and bool(known.phone) and (known.phone != said.phone or goes_elsewhere)


async def _take_contact(turn: Turn, opened: OpenDraft) -> None:
    order = await _contact(turn)
    if order is None:
        await go_on(turn, opened, above=texts.no_number(turn.say))
    elif opened.asked is not None and opened.asked.blank in SENDER:
        sent = WrittenOrder(sender=order.receiver)
        await draft_dialog.took(turn, opened, taken_in(opened.draft, 0, sent))
    elif opened.draft.receivers[-1].phone:
        await take_orders(turn, (order,), opened)
    else:
        receiver = len(opened.draft.receivers) - 1
        await draft_dialog.took(turn, opened, taken_in(opened.draft, receiver, order))


async def _take_place(turn: Turn, opened: OpenDraft) -> None:
    """Take a place as an address where it has one, else as a note with a link to the map."""
    asked = opened.asked
    is_sender = asked is not None and asked.blank in SENDER
    receiver = 0 if asked is None or is_sender else asked.receiver
    venue, place = turn.message.venue, turn.message.location
    address = ", ".join(filter(None, (venue.title, venue.address))) if venue else ""
    party = Party(address=address)
    notes = (texts.map_link(place.latitude, place.longitude),) if place else ()
    order = (
        WrittenOrder(sender=party, notes=notes)
        if is_sender
        else WrittenOrder(receiver=party, notes=notes)
    )
    await draft_dialog.took(turn, opened, taken_in(opened.draft, receiver, order))


async def _read(turn: Turn) -> Pasted | None:
    """Read the orders of a message; `None` where there are none, or that was answered."""
    message = turn.message
    if message.text:
        return Pasted(await orders_in(turn, turn.text))
    if message.contact is not None:
        order = await _contact(turn)
        return Pasted((order,)) if order else None
    document = message.document
    if document is not None and PurePath(document.file_name or "").suffix.lower() in _SHEETS:
        return await _sheet(turn, document)
    picture = _picture(message)
    return await _words_of_picture(turn, picture) if picture else None


async def _contact(turn: Turn) -> WrittenOrder | None:
    contact = turn.message.contact
    if contact is None:
        return None
    national = e164(contact.phone_number, await draft_dialog.dialling_code(turn))
    phone = national or e164(from_telegram(contact.phone_number))
    name = " ".join(filter(None, (contact.first_name, contact.last_name)))
    return WrittenOrder(receiver=Party(name=name, phone=phone)) if phone else None


async def _sheet(turn: Turn, document: Document) -> Pasted | None:
    """Read a file of orders; where that cannot be done, say why."""
    try:
        sheet = await _read_sheet(turn, document)
    except FileRefused as refusal:
        await turn.answer(texts.sheet_refused(turn.say, SheetFault(refusal.why)))
        return None
    if sheet is None:
        return None
    orders = [row.order for row in sheet.rows]
    return Pasted(orders, texts.sheet_read(turn.say, len(orders), sheet.columns_not_read))


async def _read_sheet(turn: Turn, document: Document) -> Sheet | None:
    if (document.file_size or 0) > MOST_BYTES:
        raise FileRefused(SheetFault.TOO_BIG)
    if not await _is_first_reading(turn):
        raise FileRefused(SheetFault.INTERRUPTED)
    content = await _fetched(turn, document)
    if content is None:
        return None
    country = await draft_dialog.country(turn)
    rows = await turn.context.reader.read(rows_as_json, content, document.file_name or "")
    return await _in_thread(lambda: sheet_of(json.loads(rows), country))


async def _words_of_picture(turn: Turn, picture: _Downloadable) -> Pasted | None:
    content = await _fetched(turn, picture) if await _is_first_reading(turn) else b""
    if content is None:
        return None
    text = await words_in(turn.context.reader, content) if content else ""
    if not text or not await _looks_like_order(turn, text):
        return None
    return Pasted(await orders_in(turn, text), texts.read_from_picture(turn.say))


async def _is_first_reading(turn: Turn) -> bool:
    """Tell whether no process has ended while it read this file, and write down that one begins.

    What ends a process would end every one that takes the update up again.
    """
    database, process = turn.context.database, turn.context.database.process.token
    if turn.job.intent not in {None, process}:
        return False
    await database.write(jobs.intend, turn.job, process)
    return True


def _picture(message: Message) -> _Downloadable | None:
    if message.photo:
        return message.photo[-1]
    document = message.document
    is_picture = document is not None and (document.mime_type or "").startswith(_PICTURE)
    small = document is not None and (document.file_size or 0) <= LARGEST_PICTURE
    return document if is_picture and small else None


async def _fetched(turn: Turn, attached: _Downloadable) -> bytes | None:
    """Fetch a file from Telegram; where that does not work, say so."""
    try:
        file = await attached.get_file()
        content = bytes(await file.download_as_bytearray())
    except TelegramError:
        await turn.answer(texts.not_fetched(turn.say))
        return None
    _log.info("file to be read", job=turn.job.id, bytes=len(content))
    return content
