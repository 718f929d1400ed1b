"""Questions that give way to another one: the person reads that, and how to go on with it."""

import json
from typing import Any

from bot.store.dialogs import Dialog
from bot.store.drafts import OpenDraft
from bot.texts.dispatcher.new_delivery import form_again
from bot.texts.everyone import put_aside as texts
from bot.texts.html import Html
from bot.texts.message import Message
from bot.texts.words import Words

_MOST_DRAFTS = 5
"""The most drafts that are given back: one message would not hold more."""

_CODES = {"pickup", "dropoff"}


def is_put_aside(before: Dialog, now: Dialog) -> bool:
    """Tell whether one question has replaced another one, and is not just its next step.

    A question for a code does not replace another one for a code: the bot asks for the next code by
    itself, and takes each code whatever is asked.
    """
    if not was_asked(before) or {before.name, now.name} <= _CODES:
        return False
    about, about_now = _about(before), _about(now)
    return (before.name, about.get("delivery")) != (now.name, about_now.get("delivery"))


def was_asked(question: Dialog) -> bool:
    """Tell whether somebody would miss the question; otherwise the bot only waited for words."""
    return question.name in texts.PUT_ASIDE and bool(_about(question).get("asked", True))


def told(say: Words, question: Dialog) -> Message:
    """Return the message that a question was put aside, and how to go on with it."""
    opened = OpenDraft.read(question)
    if opened is None:
        return texts.told(say, question.name)
    # A draft holds a person's own typing, so it comes back as a text to send again.
    drafts = (opened.draft, *opened.before, *opened.behind)[:_MOST_DRAFTS]
    forms = [form_again(say, draft, Html()).html for draft in drafts]
    return Message.of(texts.put_aside(say, question.name), *forms)


def _about(dialog: Dialog) -> dict[str, Any]:
    about: dict[str, Any] = json.loads(dialog.data)
    return about
