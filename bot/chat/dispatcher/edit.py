"""/edit: change one field of a delivery, after comparing the old and the new value."""

from bot.actions import notices, request_queue
from bot.actions.access import Action, may
from bot.actions.customer import customer_notes
from bot.actions.dispatcher import door_amounts, lookup
from bot.actions.dispatcher.drafts.answers import is_phone
from bot.actions.dispatcher.drafts.corrections import FieldChange, changes_of
from bot.actions.dispatcher.drafts.values import country_of
from bot.actions.dispatcher.edit import EDITABLE, OpenEdit, is_same, parsed, value_of
from bot.actions.fleet_requests.edit_delivery import EditDelivery
from bot.actions.notice_kinds import View
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher import draft_dialog
from bot.chat.dispatcher.corrections import said_day
from bot.chat.dispatcher.delivery import order_typed
from bot.chat.fleet_answer import asking_the_fleet
from bot.chat.handler import Answer, Button, Command
from bot.chat.turn import Turn, settled
from bot.domain.draft import AT_DOOR, Blank
from bot.domain.known_delivery import DeliveryRow
from bot.identifiers import OrderNumber
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.words_of import folded, words_of
from bot.parsing.phones import region_of
from bot.store import deliveries, dialogs
from bot.texts import toasts
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import edit as texts
from bot.texts.dispatcher import replies as dispatcher_texts
from bot.texts.dispatcher.input_errors import InputError
from bot.texts.html import Html
from bot.texts.words import phrase

_OFFERED = (*EDITABLE, *AT_DOOR)
_OURS = {Blank.NOTE, *AT_DOOR}
"""Fields that the fleet service has no place for."""
_MOST_LINES = 2
"""The most lines of a value that is not a list; an address may have two."""
_EMPTY = {Blank.ITEMS}
"""Fields that may be emptied."""
_TO_A_NUMBER = ("words.numbering", "corrections.of", "corrections.about")
"""Groups of words that lead to an order's number."""


async def edit_pressed(turn: Turn) -> None:
    async with asking_the_fleet(turn):
        await _choose(turn, await lookup.fresh(turn.context, turn.delivery()), "")


async def proposed(turn: Turn, order: str, only: Blank | None = None) -> bool:
    """Offer to change an order as the message says; return `False` if it is no correction.

    `only` is the one field that the correction may be about, if it is given.
    Ask the fleet service only if the stored orders suggest that it may be a correction.
    """
    said = _without_number(turn.text, order)

    def with_notes(tx: Transaction) -> list[tuple[DeliveryRow, str]]:
        rows = deliveries.by_order(tx, OrderNumber(order))
        return [(row, customer_notes.of_dispatcher(tx, row.uuid)) for row in rows]

    stored = await turn.context.database.read(with_notes)
    if not any(_changes(turn, row, said, note) for row, note in stored):
        return False
    row = await lookup.by_order(turn.context, order)
    notes = {each.uuid: note for each, note in stored}
    note = notes.get(row.uuid, "") if row else ""
    changes = _changes(turn, row, said, note) if row else ()
    if only is not None:
        changes = tuple(change for change in changes if change.blank is only)
    if row is None or not changes or not may(turn.person, Action.EDIT_DELIVERY, row):
        return False
    # One edit changes one field: of several, the dispatcher chooses the first.
    if len(changes) > 1:
        await _choose(turn, row, order)
        return True
    (change,) = changes
    old = note if change.blank is Blank.NOTE else _held(row, change.blank)
    country = country_of(value_of(snapshot(row), Blank.FROM_PHONE))
    is_day = change.blank is Blank.DAY
    value = change.value if is_day else parsed(change.blank, change.value, country, _currency(row))
    opened = OpenEdit(delivery=row.uuid, field=change.blank, old=old)
    day = said_day(turn, said)
    below = texts.time_not_kept(turn.say, day.time) if day and day.time else None
    await turn.settle(show_change, turn, row, opened, value, below=below)
    return True


def _held(row: DeliveryRow, field: Blank) -> str:
    """Return the value of a field, which the fleet service or the bot keeps."""
    return door_amounts.held(row, field) if field in AT_DOOR else value_of(snapshot(row), field)


def _changes(turn: Turn, row: DeliveryRow, said: str, note: str) -> tuple[FieldChange, ...]:
    """Return the changes that the words make to an open order."""
    if not row.is_open:
        return ()
    day = said_day(turn, said)
    if day is not None:
        to_come = draft_dialog.day_to_come(turn, day.day)
        if isinstance(to_come, InputError):
            return ()
        return (FieldChange(Blank.DAY, to_come.isoformat()),)
    fields = {field: _held(row, field) for field in _OFFERED}
    country = region_of(fields[Blank.FROM_PHONE])
    changes = changes_of({**fields, Blank.NOTE: note}, said, country)
    # Only words that name the field correct an order that is already made.
    is_each = all(
        change.is_named and (change.value or change.blank in _EMPTY) for change in changes
    )
    return changes if is_each else ()


def _without_number(text: str, order: str) -> str:
    """Return the text without the order's number and the words that lead to it."""
    words = words_of(text)
    at = next((at for at, word in enumerate(words) if word.text == folded(order)), None)
    if at is None:
        return text
    # The words that lead to the number go with it, as in "the address of order 1042".
    first = at
    while first and any(lexicon().only(group, [words[first - 1].text]) for group in _TO_A_NUMBER):
        first -= 1
    before, behind = text[: words[first].start], text[words[at].end :]
    return f"{before.rstrip('#№ ')} {behind.lstrip(' :,،')}".strip()


async def _choose(turn: Turn, row: DeliveryRow | None, order: str) -> None:
    if row is None or not may(turn.person, Action.EDIT_DELIVERY, row):
        await turn.answer(dispatcher_texts.no_such_order(turn.say, order))
        return
    if row.is_open:
        message = texts.which_field(turn.say, row.order_number, row.uuid, _OFFERED)
    else:
        message = texts.closed(turn.say, row.order_number)
    await turn.answer(message, under=(row.uuid, View.DISPATCHER))


async def field_pressed(turn: Turn) -> None:
    """Ask for the new value of a field, or save or drop the change that was shown."""
    name, digest = turn.tokens()
    if name in _DECISIONS:
        await _DECISIONS[name](turn, digest)
        return
    field = next((field for field in _OFFERED if field == name), None)
    row = await turn.context.database.read(deliveries.get, turn.delivery())
    if field is None or row is None or not may(turn.person, Action.EDIT_DELIVERY, row):
        turn.stale()
        return
    opened = OpenEdit(delivery=row.uuid, field=field, old=_held(row, field))
    question = texts.ask(turn.say, row.order_number, field, opened.old)

    def ask(tx: Transaction) -> None:
        opened.ask(tx, turn.person.user_id)
        turn.replace(tx, question)

    await turn.settle(ask)


def is_value(turn: Turn) -> bool:
    """Tell whether a text can be the value of one field, rather than a pasted order."""
    opened, lines = OpenEdit.read(turn.dialog), turn.text.splitlines()
    is_long = len(lines) > _MOST_LINES and any(map(is_phone, lines))
    return not is_long or (opened is not None and opened.field is Blank.ITEMS)


@settled
def answered(tx: Transaction, turn: Turn) -> None:
    opened = OpenEdit.read(turn.dialog)
    row = deliveries.get(tx, opened.delivery) if opened else None
    if opened is None or row is None or not may(turn.person, Action.EDIT_DELIVERY, row):
        turn.reply(tx, texts.OVER)
        return
    value: str | tuple[InputError, ...]
    if opened.field is Blank.DAY:
        day = draft_dialog.day_to_come(turn, turn.text)
        value = (day,) if isinstance(day, InputError) else day.isoformat()
    else:
        country = country_of(value_of(snapshot(row), Blank.FROM_PHONE))
        value = parsed(opened.field, turn.message.text or "", country, _currency(row))
    show_change(tx, turn, row, opened, value)


def show_change(
    tx: Transaction,
    turn: Turn,
    row: DeliveryRow,
    opened: OpenEdit,
    value: str | tuple[InputError, ...],
    below: Html | None = None,
) -> None:
    """Show the old and the new value to compare, or say what is wrong with the new one."""
    if not isinstance(value, str):
        opened.ask(tx, turn.person.user_id)
        question = texts.ask(turn.say, row.order_number, opened.field, opened.old, value)
        turn.reply(tx, question)
    elif is_same(opened.field, opened.old, value):
        dialogs.close(tx, turn.person.user_id)
        turn.reply(tx, texts.NO_CHANGE)
    else:
        changed = opened.model_copy(update={"new": value})
        changed.ask(tx, turn.person.user_id)
        # The digest binds the buttons to exactly this change.
        message = texts.confirm(
            turn.say,
            row.order_number,
            row.uuid,
            changed.field,
            changed.old,
            value,
            digest=changed.digest,
            below=below,
        )
        turn.reply(tx, message)


def _currency(row: DeliveryRow) -> str:
    fee = snapshot(row).fee
    return (fee.currency or "") if fee else ""


@settled
def _save(tx: Transaction, turn: Turn, digest: str) -> None:
    """Save exactly the change that was shown, once: at the fleet service, or in the bot."""
    user = turn.person.user_id
    opened = OpenEdit.current(tx, user)
    if opened is None:  # mostly a second press: the message already says what happened
        turn.toast(toasts.QUESTION_OVER)
        return
    if opened.new is None or opened.digest != digest:
        turn.replace(tx, texts.OVER)
        return
    dialogs.close(tx, user)
    field, value = opened.field, opened.new
    if field not in _OURS:
        request = EditDelivery(
            by=user, delivery=opened.delivery, field=field, old=opened.old, new=value
        )
        request_queue.enqueue(tx, request, turn.job.key)
        turn.replace(tx, texts.SAVING)
        notices.show_progress(tx, turn.chat.id, opened.delivery, View.DISPATCHER)
        return
    # A closed order takes no change; for the other fields, the request finds that out.
    row = deliveries.get(tx, opened.delivery)
    if row is None or not row.is_open:
        turn.replace(tx, texts.closed(turn.say, row.order_number) if row else texts.OVER)
        return
    if field is Blank.NOTE:
        customer_notes.keep_of_dispatcher(tx, turn.person, row.uuid, value, turn.job.key)
    else:
        door_amounts.keep(tx, turn.person, row, field, value, turn.job.key)
    turn.replace(tx, texts.saved(turn.say, row.order_number, field, value))


@settled
def _leave(tx: Transaction, turn: Turn, digest: str) -> None:
    """Delete the message with the change, and close the question for the field's value."""
    user = turn.person.user_id
    opened = OpenEdit.current(tx, user)
    if opened is not None and opened.digest == digest:
        dialogs.close(tx, user)
    turn.erase_message(tx)


_DECISIONS = {texts.SAVE: _save, texts.LEAVE: _leave}


EDIT = Command(
    "edit",
    Action.EDIT_DELIVERY,
    phrase("change names, numbers, addresses, items, the fee or the day"),
    order_typed("edit", _choose),
    takes=phrase("<order>"),
)
EDIT_BUTTON = Button(Verb.EDIT, Action.EDIT_DELIVERY, edit_pressed, is_quiet=True)
EDIT_FIELD = Button(Verb.EDIT_FIELD, Action.EDIT_DELIVERY, field_pressed, tokens=2)
EDIT_ANSWER = Answer(OpenEdit.name, Action.EDIT_DELIVERY, answered, fits=is_value)
