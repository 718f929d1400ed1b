"""What a command and a button are: data, from which routing, help and menus are made.

What somebody means by their own words is done as if they had typed the command for it.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.actions.access import Action, may_ask
from bot.chat.turn import Turn
from bot.texts.callbacks import Verb

Handler = Callable[[Turn], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Command:
    """Something that is typed: `/name takes`. `what` says in a few words what it does.

    `carries_code`: what is typed must not stay in any chat, a group neither.
    `is_at_desk`: in a group of dispatchers it is answered to who types it, and nobody else sees
    either.
    """

    name: str
    action: Action
    what: str
    handler: Handler
    takes: str = ""
    carries_code: bool = False
    is_at_desk: bool = False


@dataclass(frozen=True, slots=True)
class Button:
    """Something that is pressed. `about` uuids and `tokens` stand behind it, never more or less.

    `is_quiet`: what follows is seen in the chat. The press is answered before anybody has looked at
    it, so there is no toast; what one would say, as to somebody who may not press, the chat says.
    """

    verb: Verb
    action: Action
    handler: Handler
    about: int = 1
    tokens: int = 0
    is_quiet: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said while a question is open: the handler of the dialogs of one name.

    `takes_all`: pictures, places and the like are answers, too, and not only text.
    `takes_others`: what somebody else has written answers it, too: it is passed on to be read, or
    shown before anything comes of it.
    `wants_code`: words such as "later" answer it no more than "cancel" does.
    `fits`: tells whether what was said can be an answer at all; without it anything can.
    `chooses`: what is chosen with a key of Telegram's answers it, and nothing that is said.
    `is_final`: what is said cannot be taken back, so a command in between withdraws the question:
    the next words may be meant for that.
    """

    dialog: str
    action: Action
    handler: Handler
    takes_all: bool = False
    takes_others: bool = False
    is_final: bool = False
    wants_code: bool = False
    chooses: bool = False
    fits: Callable[[Turn], bool] | None = None


async def as_typed(turn: Turn, command: Command, argument: str = "") -> bool:
    """Do what a command does; `False` where that is not for people like this one."""
    if not may_ask(turn.person, command.action):
        return False
    turn.meant = f"/{command.name} {argument}".strip()
    await command.handler(turn)
    return True
