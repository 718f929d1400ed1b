"""Activates riders, or removes them from those who get work: one by a button, several by name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby

from bot.actions import request_queue
from bot.actions.access import Action, may
from bot.actions.dispatcher import rider_info
from bot.actions.fleet_requests.switch_riders import SwitchRiders
from bot.base.database.transaction import Transaction
from bot.chat.fleet_answer import asking_the_fleet
from bot.chat.handler import Button
from bot.chat.turn import Turn, settled
from bot.identifiers import RiderUuid
from bot.parsing.arguments import in_english
from bot.store import dialogs
from bot.store.dialogs import Question
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import rider_info as card_texts
from bot.texts.dispatcher import switch_riders as texts
from bot.texts.dispatcher.rider_info import RiderInfo
from bot.texts.everyone.replies import CLOSED_DOOR
from bot.texts.names import called

_WANTED = {"on": True, "off": False}
_AND = "to"
"""The English word that stands in `arguments.toml` for "and" in each language, too."""
_BETWEEN_NAMES = re.compile(r"[,;&\n،؛]")
_LONGEST_STATE = 3
"""The most words of a state, as in "fuera de servicio"."""
_MOST = 30
"""The most riders of one question, which names all of them and must be read to be answered."""


class SwitchQuestion(Question):
    """The riders to activate or remove, by uuid, once that is confirmed.

    `asked` is the message that wanted it, so that an older question's button confirms no later one.
    """

    name = "switch_riders"
    lasts = timedelta(minutes=30)

    riders: dict[RiderUuid, str]
    active: bool
    asked: int


@dataclass(frozen=True, slots=True)
class Wish:
    """The words behind the command: the names of riders, and the state that they get."""

    names: str
    active: bool


def wish_of(turn: Turn) -> Wish | None:
    """Return the wish to activate or remove riders: names before a word such as "off"."""
    typed = turn.argument_as_written.rstrip(" .!")
    # A long state may end like a shorter one, so try the longest first.
    for length in range(_LONGEST_STATE, 0, -1):
        names, *state = typed.rsplit(maxsplit=length)
        meant = in_english(" ".join(state), turn.person.language)
        if len(state) == length and meant in _WANTED:
            return Wish(names, _WANTED[meant])
    return None


async def wanted(turn: Turn, wish: Wish, listed: Sequence[RiderInfo]) -> None:
    """Ask whether to switch the named riders; if a name is unsure, switch nobody."""
    if not may(turn.person, Action.SWITCH_RIDER):
        await turn.answer(CLOSED_DOOR)
        return
    names = _names(wish.names, listed, turn.person.language)
    fitting = {name: [one.rider for one in rider_info.called_like(listed, name)] for name in names}
    unknown = [name for name, alike in fitting.items() if not alike]
    several = {name: alike for name, alike in fitting.items() if len(alike) > 1}
    riders = {rider.uuid: rider for alike in fitting.values() for rider in alike}
    if unknown or several or not riders:
        await turn.answer(texts.not_named(turn.say, unknown, several))
    elif len(riders) > _MOST:
        await turn.answer(texts.too_many(turn.say, _MOST))
    elif len(riders) == 1:
        (rider,) = riders.values()
        await turn.answer(texts.ask_to_switch(turn.say, rider, active=wish.active))
    else:
        # A button cannot carry several riders, so the question keeps them.
        named = {uuid: called(rider) for uuid, rider in riders.items()}
        question = SwitchQuestion(riders=named, active=wish.active, asked=turn.message_id)

        def ask(tx: Transaction) -> None:
            question.ask(tx, turn.person.user_id)
            message = texts.ask_to_switch_several(
                turn.say, list(riders.values()), question.asked, active=question.active
            )
            turn.reply(tx, message)

        await turn.settle(ask)


def _names(said: str, listed: Sequence[RiderInfo], language: str) -> list[str]:
    """Split names at commas and line breaks, and at "and" if no rider's name contains it."""
    names: list[str] = []
    for part in (part.strip(" :") for part in _BETWEEN_NAMES.split(said)):
        if part and rider_info.called_like(listed, part):
            names.append(part)
        else:
            groups = groupby(part.split(), lambda word: in_english(word, language) == _AND)
            names += [" ".join(words) for is_and, words in groups if not is_and]
    return names


async def one_pressed(turn: Turn) -> None:
    state, step = turn.tokens()
    async with asking_the_fleet(turn):
        rider = await turn.context.riders.named(turn.objects()[0])
        if rider is None or state not in _WANTED:
            await turn.answer(card_texts.GONE)
        elif step == "yes":
            named = {rider.uuid: called(rider)}
            await turn.settle(_switch, turn, named, active=_WANTED[state])
        else:
            await turn.show(texts.ask_to_switch(turn.say, rider, active=_WANTED[state]))


@settled
def several_confirmed(tx: Transaction, turn: Turn) -> None:
    question = SwitchQuestion.current(tx, turn.person.user_id)
    if question is None or turn.tokens() != (str(question.asked),):
        turn.replace(tx, texts.TOO_LATE)
        return
    dialogs.close(tx, turn.person.user_id)
    _switch(tx, turn, question.riders, active=question.active)


def _switch(tx: Transaction, turn: Turn, named: dict[RiderUuid, str], *, active: bool) -> None:
    request = SwitchRiders(by=turn.person.user_id, riders=tuple(named), active=active)
    request_queue.enqueue(tx, request, turn.job.key)
    turn.replace(tx, texts.switching(turn.say, list(named.values())))


SWITCH_RIDER = Button(Verb.SWITCH_RIDER, Action.SWITCH_RIDER, one_pressed, tokens=2, is_quiet=True)
SWITCH_RIDERS = Button(
    Verb.SWITCH_RIDERS, Action.SWITCH_RIDER, several_confirmed, about=0, tokens=1, is_quiet=True
)
