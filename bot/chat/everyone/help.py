"""/help: examples of what a person can write, all their commands, and Telegram's menu."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.actions.access import Action, may_ask, roles_for
from bot.actions.everyone.team import is_staff
from bot.base.database.transaction import Transaction
from bot.chat.everyone.start import acquaint, greeting
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn, settled
from bot.domain.person import Person, Role
from bot.store.groups import Group
from bot.texts.callbacks import Verb
from bot.texts.everyone import help as texts
from bot.texts.words import Words, phrase

_TITLES = {
    texts.FOR_DISPATCHERS: {Role.OWNER, Role.DISPATCHER},
    texts.FOR_RIDERS: {Role.RIDER},
    texts.FOR_CUSTOMERS: {Role.CUSTOMER},
}

_MENUS: Mapping[str, tuple[str, ...]] = {
    texts.FOR_DISPATCHERS: ("board", "new", "riders", "report", "team"),
    texts.FOR_RIDERS: ("jobs", "cash", "duty"),
    texts.FOR_CUSTOMERS: ("where",),
}
"""The daily commands in Telegram's menu, by the title of a role; /help stands there as well."""


def commands_of(person: Person, commands: Sequence[Command]) -> list[Command]:
    return [command for command in commands if may_ask(person, command.action)]


def menu_of(reader: Person | Group, commands: Sequence[Command]) -> list[tuple[str, str]]:
    """Return Telegram's menu for a person, or for a group of dispatchers: each command, and what it
    does.

    People who do not work here have the customers' menu, strangers too: most strangers are about to
    be customers, and one menu for all is set once, and not for each of them.
    """
    say = Words(reader.language)
    if isinstance(reader, Group):
        return [(each.name, say.label(each.what)) for each in commands if each.is_at_desk]
    who = reader if is_staff(reader) else replace(reader, roles=frozenset({Role.CUSTOMER}))
    # Two roles may share a command; the menu lists it once.
    by_name = {command.name: command for command in commands}
    names = dict.fromkeys(name for title in _titles(who) for name in _MENUS[title])
    return [(name, say.label(by_name[name].what)) for name in (*names, "help")]


def shared_menu(language: str, commands: Sequence[Command]) -> list[tuple[str, str]]:
    """Return the menu in this language for people who do not work here."""
    return menu_of(Person(0, "", language), commands)


def _titles(person: Person) -> list[str]:
    return [title for title, roles in _TITLES.items() if roles & person.roles]


@settled
def _show_help(tx: Transaction, turn: Turn) -> None:
    """Show examples of what a person can write; tell a stranger how to begin."""
    titles = _titles(turn.person)
    if titles:
        turn.reply(tx, texts.help_page(turn.say, titles))
    else:
        turn.reply(tx, greeting(tx, turn.context.identity, acquaint(tx, turn)))


HELP = Command("help", Action.HELP, phrase("what you can write here"), _show_help)


def make_list(every_command: Callable[[], Sequence[Command]]) -> Button:
    """Return the button that shows a person all their commands.

    It asks for the commands only at the press: the registry of commands holds this button, too.
    """

    async def show_all(turn: Turn) -> None:
        mine = commands_of(turn.person, every_command())
        by_role = [
            (title, [command for command in mine if _TITLES[title] & roles_for(command.action)])
            for title in _titles(turn.person)
        ]
        for_all = [command for command in mine if not roles_for(command.action)]
        has_several_roles = len(by_role) > 1
        sections = [
            (
                title if has_several_roles else "",
                [(command.name, command.takes, command.what) for command in commands],
            )
            for title, commands in (*by_role, (texts.FOR_ALL, for_all))
        ]
        await turn.show(texts.all_commands(turn.say, sections))

    return Button(Verb.ALL_COMMANDS, Action.HELP, show_all, about=0, is_quiet=True)
