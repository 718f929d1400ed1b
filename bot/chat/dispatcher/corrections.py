"""Corrections of an order in a dispatcher's words: of the draft in hand, or of a created order."""

from collections.abc import Mapping
from datetime import date

from bot.actions.dispatcher.drafts.answers import Filled, answer, fill
from bot.actions.dispatcher.drafts.corrections import FieldChange, changes_of
from bot.actions.dispatcher.drafts.values import item_line
from bot.chat.dispatcher import draft_dialog
from bot.chat.turn import Turn
from bot.domain.draft import AMOUNTS, AT_DOOR, RECEIVER, SENDER, Blank, Draft, Spot
from bot.parsing.arguments import in_english
from bot.parsing.orders.days_said import SaidDay, day_said
from bot.parsing.orders.labels import Side
from bot.store.drafts import OpenDraft
from bot.texts.dispatcher import edit as texts
from bot.texts.dispatcher.input_errors import InputError
from bot.texts.html import joined

_MOST_LINES = 3
_ANY_DAY = {"", "day"}
"""Words that mean today behind a command, but name no day in a correction."""
_FIELDS = (
    *(Blank.TO_NAME, Blank.TO_PHONE, Blank.TO_ADDRESS, Blank.ITEMS, Blank.FEE, Blank.NOTE),
    *(Blank.FROM_NAME, Blank.FROM_PHONE, Blank.FROM_ADDRESS, *AT_DOOR),
)


async def corrected(turn: Turn, opened: OpenDraft) -> bool:
    """Correct the draft in hand as the message says; return `False` if it is no correction.

    While a question is open, a correction must clearly name its field: other words may be the
    answer.
    """
    asked = opened.asked.blank if opened.asked else None
    # Any words can be a note, and a list of drafts does not show which one to correct.
    if opened.shows_all or asked is Blank.NOTE:
        return False
    side = Side.SENDER if asked in SENDER else Side.RECEIVER
    lines = [line for line in turn.text.splitlines() if line.strip()]
    receiver = opened.asked.receiver if opened.asked else 0
    filled, before = Filled(opened.draft), _texts_of(turn, opened.draft, receiver)
    dialling = await draft_dialog.dialling_code(turn, opened.draft)
    country = await draft_dialog.country(turn, opened.draft)
    for line in lines if len(lines) <= _MOST_LINES else ():
        # While a question is open a day may be its answer.
        day = None if asked else said_day(turn, line)
        changes = changes_of(_texts_of(turn, filled.draft, receiver), line, country, side)
        if day is not None:
            filled = _on_day(turn, filled, receiver, day)
        elif not changes or (asked and not all(change.is_sure for change in changes)):
            return False
        for change in () if day else changes:
            currency = await draft_dialog.currency(turn) if change.blank in AMOUNTS else ""
            filled = _changed(filled, receiver, change, dialling, currency)
    now = _texts_of(turn, filled.draft, receiver)
    differ = [blank for blank in now if now[blank] != before[blank]]
    if not differ and not filled.problems:
        return False
    above = joined(texts.changed(turn.say, blank, before[blank], now[blank]) for blank in differ)
    await draft_dialog.took(turn, opened, filled, above=above)
    return True


def said_day(turn: Turn, line: str) -> SaidDay | None:
    """Return the coming day that a line names, with the time behind it."""
    return day_said(line, lambda words: _day(turn, words) is not None)


def _day(turn: Turn, words: str) -> date | None:
    is_any = in_english(words, turn.say.language) in _ANY_DAY
    day = draft_dialog.day_to_come(turn, words)
    return None if is_any or isinstance(day, InputError) else day


def _texts_of(turn: Turn, draft: Draft, receiver: int) -> Mapping[Blank, str]:
    """Return the value of each field of a draft, as text."""
    values = {blank: draft.value(_spot(blank, receiver)) for blank in _FIELDS}
    items = draft.receivers[receiver].items or ()
    texts_of = {blank: "" if value is None else str(value) for blank, value in values.items()}
    day = (draft.day or turn.context.today).isoformat()
    return {**texts_of, Blank.ITEMS: "\n".join(map(item_line, items)), Blank.DAY: day}


def _spot(blank: Blank, receiver: int) -> Spot:
    return Spot(blank, receiver if blank in RECEIVER else 0)


def _changed(
    filled: Filled, receiver: int, change: FieldChange, dialling: str, currency: str
) -> Filled:
    spot = _spot(change.blank, receiver)
    if not change.value:
        nothing = () if change.blank is Blank.ITEMS else ""
        return Filled(filled.draft.filled(spot, nothing), filled.problems)
    if change.blank is not Blank.ITEMS and change.blank not in AMOUNTS:
        return fill(filled, spot, change.value, dialling)
    taken = answer(filled.draft, spot, change.value, dialling, currency)
    return Filled(taken.draft, (*filled.problems, *taken.problems))


def _on_day(turn: Turn, filled: Filled, receiver: int, said: SaidDay) -> Filled:
    """Set the day, and put the time into the note for the rider in place of any other day."""
    draft = filled.draft.filled(Spot(Blank.DAY), _day(turn, said.day))
    notes = draft.receivers[receiver].note.split(" · ")
    others = [note for note in notes if note and said_day(turn, note) is None]
    note = " · ".join([*others, *filter(None, (said.time and said.whole,))])
    return Filled(draft.filled(_spot(Blank.NOTE, receiver), note), filled.problems)
