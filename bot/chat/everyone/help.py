"""/help: what this person can do here."""

from collections.abc import Callable, Sequence

from bot.actions.access import Action, may_ask
from bot.chat.handler import Command
from bot.chat.turn import Turn
from bot.store.people import Person
from bot.texts import everyone as texts
from bot.texts.words import phrase


def commands_of(person: Person, commands: Sequence[Command]) -> list[Command]:
    """Return the commands that are for people like this one."""
    return [command for command in commands if may_ask(person, command.action)]


def make_help(every_command: Callable[[], Sequence[Command]]) -> Command:
    """Make the command that lists all commands, itself among them."""

    async def show_help(turn: Turn) -> None:
        mine = commands_of(turn.person, every_command())
        entries = [(command.name, command.takes, command.what) for command in mine]
        await turn.answer(texts.help_page(turn.say, entries))

    return Command("help", Action.HELP, phrase("this list"), show_help)
