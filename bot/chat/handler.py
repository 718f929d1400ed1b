"""Commands, buttons and answers as data, from which routing, help and menus are made.

If somebody's own words mean a command, the bot acts as if they had typed it.
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

    `carries_code`: the typed message must not stay in any chat, nor in a group.
    `is_at_desk`: in a group of dispatchers, only the person who types it sees the command and its
    answer.
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
    """Something that is pressed. It carries exactly `about` uuids and `tokens` tokens.

    `is_quiet`: the result shows in the chat. The press is answered before it is handled, so there
    is no toast; the chat says what a toast would, for example that somebody may not press it.
    """

    verb: Verb
    action: Action
    handler: Handler
    about: int = 1
    tokens: int = 0
    is_quiet: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an open question: the handler of the dialogs of one name.

    `takes_all`: pictures, places and the like are answers, too, and not only text.
    `takes_others`: words that somebody else has written are an answer, too: they are passed on to
    be read, or shown before they have an effect.
    `wants_code`: words such as "later" are as little an answer as "cancel" is.
    `fits`: tells whether a message can be an answer at all; without it, any message can.
    `chooses`: only a choice made with a key of Telegram's keyboard is an answer.
    `is_final`: an answer cannot be taken back, so a command in between withdraws the question: the
    next words may be meant for the command.
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
    """Run a command as if it had been typed; return `False` if this person may not."""
    if not may_ask(turn.person, command.action):
        return False
    turn.meant = f"/{command.name} {argument}".strip()
    await command.handler(turn)
    return True
