"""Finished cards: what stands in their place, and whether they are folded away at all."""

from dataclasses import dataclass

from bot.domain.limits import FOLDS_AT
from bot.domain.person import Person
from bot.texts.callbacks import Verb
from bot.texts.html import Html, joined
from bot.texts.message import Button, Message
from bot.texts.words import Words


@dataclass(frozen=True, slots=True)
class Ended:
    """How many deliveries have ended how; `is_of_one_day`: all of them since the last morning."""

    delivered: int
    cancelled: int
    is_of_one_day: bool


def folded_away(say: Words, ended: Ended, *, dispatches: bool) -> Message:
    """Say in one line what was folded away, and by which command it is found."""
    counted = [
        say("{count} delivered", count=ended.delivered) if ended.delivered else Html(),
        say("{count} cancelled", count=ended.cancelled) if ended.cancelled else Html(),
    ]
    counts = joined(counted, ", ")
    if ended.is_of_one_day:
        line = say("🗂 Yesterday: {counts}.", counts=counts)
    else:
        line = say("🗂 Before today: {counts}.", counts=counts)
    if dispatches:
        where = say("/deliveries shows them.")
    else:
        # The command of riders lists what they have delivered, and nothing else.
        where = say("/history shows them.") if ended.delivered else Html()
    return Message.of(joined((line, where), " "))


def status(say: Words, person: Person) -> Html:
    if person.keeps_finished:
        return say("🗂 Finished cards stay in this chat.")
    return say("🗂 Finished cards are cleared at {time}.", time=f"{FOLDS_AT:02}:00")


def switch_button(say: Words, person: Person) -> Button:
    if person.keeps_finished:
        return say.button("🗂 Clear finished cards", Verb.FOLD_AWAY, tokens=("on",))
    return say.button("🗂 Keep finished cards", Verb.FOLD_AWAY, tokens=("off",))
