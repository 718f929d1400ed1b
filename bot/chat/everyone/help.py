"""/help: what this person can do here."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.actions.access import Action, may_ask, roles_for
from bot.actions.everyone.team import is_staff
from bot.chat.handler import Command
from bot.chat.turn import Turn
from bot.domain.person import Person, Role
from bot.texts.everyone import replies as texts
from bot.texts.words import Words, phrase

_TITLES = {
    texts.FOR_DISPATCHERS: {Role.OWNER, Role.DISPATCHER},
    texts.FOR_RIDERS: {Role.RIDER},
    texts.FOR_CUSTOMERS: {Role.CUSTOMER},
}


def commands_of(person: Person, commands: Sequence[Command]) -> list[Command]:
    return [command for command in commands if may_ask(person, command.action)]


def menu_of(person: Person, commands: Sequence[Command]) -> list[tuple[str, str]]:
    """Return Telegram's menu for somebody: each command, and what it does.

    Who does not work here has the customers' menu, a stranger too: most strangers are about to be
    customers, and one menu for all of them is set once, and not for each.
    """
    if not is_staff(person):
        person = replace(person, roles=frozenset({Role.CUSTOMER}))
    say = Words(person.language)
    return [(command.name, say.label(command.what)) for command in commands_of(person, commands)]


def shared_menu(language: str, commands: Sequence[Command]) -> list[tuple[str, str]]:
    """Return the menu of everybody who does not work here and reads this language."""
    return menu_of(Person(0, "", language), commands)


def _sections(person: Person, commands: Sequence[Command]) -> list[tuple[str, list[texts.Entry]]]:
    """Sort commands by the role that they are for, if the person has more than one."""
    for_all = [command for command in commands if not roles_for(command.action)]
    by_role = [
        (title, [command for command in commands if roles & roles_for(command.action)])
        for title, roles in _TITLES.items()
        if roles & person.roles
    ]
    sections = [*by_role, (texts.FOR_ALL, for_all)]
    with_titles = len(by_role) > 1
    return [(title if with_titles else "", _entries(found)) for title, found in sections]


def _entries(commands: Sequence[Command]) -> list[texts.Entry]:
    return [(command.name, command.takes, command.what) for command in commands]


def make_help(every_command: Callable[[], Sequence[Command]]) -> Command:
    async def show_help(turn: Turn) -> None:
        mine = commands_of(turn.person, every_command())
        await turn.answer(texts.help_page(turn.say, _sections(turn.person, mine)))

    return Command("help", Action.HELP, phrase("this list"), show_help)
