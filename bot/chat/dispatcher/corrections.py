"""Corrections of an order in a dispatcher's words: of the draft in hand, or of a created order."""

import re
from collections.abc import Mapping

from bot.actions.dispatcher.drafting.answers import Filled, answer
from bot.actions.dispatcher.drafting.corrections import FieldChange, change_of
from bot.actions.dispatcher.drafting.values import item_line
from bot.chat.dispatcher import draft_dialog
from bot.chat.turn import Turn
from bot.domain.draft import RECEIVER, SENDER, Blank, Draft, Spot
from bot.parsing.orders.labels import Side
from bot.store.drafts import OpenDraft
from bot.texts.dispatcher import edit as texts
from bot.texts.dispatcher.input_errors import InputError
from bot.texts.html import Html, joined

_MOST_LINES = 3
_FIELDS = (
    *(Blank.TO_NAME, Blank.TO_PHONE, Blank.TO_ADDRESS, Blank.ITEMS, Blank.FEE, Blank.NOTE),
    *(Blank.FROM_NAME, Blank.FROM_PHONE, Blank.FROM_ADDRESS),
)


async def corrected(turn: Turn, opened: OpenDraft) -> bool:
    """Correct the draft in hand by what was said; `False` where that is no correction of it.

    While a question is open only what surely names its field is one: all else may be the answer.
    """
    asked = opened.asked.blank if opened.asked else None
    if opened.shows_all or asked is Blank.NOTE:
        return False
    side = Side.SENDER if asked in SENDER else Side.RECEIVER
    lines = [line for line in turn.text.splitlines() if line.strip()]
    receiver = opened.asked.receiver if opened.asked else 0
    filled, changes = Filled(opened.draft), list[Html]()
    dialling = await draft_dialog.dialling_code(turn, opened.draft)
    country = await draft_dialog.country(turn, opened.draft)
    for line in lines if len(lines) <= _MOST_LINES else ():
        before = _texts_of(filled.draft, receiver)
        change = change_of(before, line, country, side)
        if change is None or (asked and not change.is_sure):
            return asked is None and await _took_day(turn, opened)
        currency = await draft_dialog.currency(turn) if change.blank is Blank.FEE else ""
        filled = _changed(filled, receiver, change, dialling, currency)
        now = _texts_of(filled.draft, receiver)[change.blank]
        if now != before[change.blank]:
            changes.append(texts.changed(turn.say, change.blank, before[change.blank], now))
    if not changes and not filled.problems:
        return False
    await draft_dialog.took(turn, opened, filled, above=joined(changes))
    return True


def _texts_of(draft: Draft, receiver: int) -> Mapping[Blank, str]:
    """Return what each field of a draft holds, as text."""
    values = {blank: draft.value(_spot(blank, receiver)) for blank in _FIELDS}
    items = draft.receivers[receiver].items or ()
    texts_of = {blank: "" if value is None else str(value) for blank, value in values.items()}
    return {**texts_of, Blank.ITEMS: "\n".join(map(item_line, items))}


def _spot(blank: Blank, receiver: int) -> Spot:
    return Spot(blank, receiver if blank in RECEIVER else 0)


def _changed(
    filled: Filled, receiver: int, change: FieldChange, dialling: str, currency: str
) -> Filled:
    spot = _spot(change.blank, receiver)
    if change.blank is Blank.ITEMS and not change.value:
        return Filled(filled.draft.filled(spot, ()), filled.problems)
    taken = answer(filled.draft, spot, change.value, dialling, currency)
    return Filled(taken.draft, (*filled.problems, *taken.problems))


async def _took_day(turn: Turn, opened: OpenDraft) -> bool:
    """Take a day that is said alone, or with a time behind it, which the rider is told."""
    words = turn.text.split()
    for end in range(len(words), 0, -1):
        day = draft_dialog.day_to_come(turn, " ".join(words[:end]))
        if isinstance(day, InputError):
            continue
        time = " ".join(words[end:])
        if time and not re.search(r"\d", time):
            return False
        draft = opened.draft.filled(Spot(Blank.DAY), day)
        if time:
            note = " · ".join(filter(None, (draft.receivers[0].note, turn.text.strip())))
            draft = draft.filled(Spot(Blank.NOTE), note)
        await draft_dialog.took(turn, opened, Filled(draft))
        return True
    return False
