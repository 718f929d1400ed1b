"""Commands that are imported when they run, so that none waits for the imports of another."""

import inspect
import re
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from shutil import get_terminal_size
from typing import Any, ClassVar, Final, NamedTuple

from typer import Typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

EXTRAS: Final[Mapping[str, frozenset[str]]] = {
    "service": frozenset(
        {"aiosmtplib", "argon2", "fastapi", "fastapi_offline", "pyotp", "trustme"}
    ),
    "postgres": frozenset({"psycopg"}),
}
"""By extra of the installation: the modules that are missing without it."""

_BY_COMMAND = {"demo": "demo", "telegram": "telegram"}
"""Commands that need more than the extra of the missing module, and their own extra."""

_ROOM_FOR_COLUMNS = 60

_EXAMPLE = re.compile(r"^(Example[^:]*: )(.*)", re.DOTALL)


class Lazy(NamedTuple):
    """The place of a command, as `module:function` or `module:typer`, and its line in lists."""

    place: str
    help: str


def advice(module: str, command: str) -> str | None:
    """Return what to install for a missing module; `None` if no extra brings the module."""
    extra = next((name for name, modules in EXTRAS.items() if module in modules), None)
    if extra is None:
        return None
    if extra != "postgres":
        extra = _BY_COMMAND.get(command, extra)
    return (
        f"{module} is not installed, which this needs. Install it with the extra {extra!r}:"
        f" pip install 'handover-bot[{extra}]', or '.[{extra}]' in a clone of the repository."
    )


class LazyCommand(TyperCommand):
    """A stand-in for a command in lists; it imports the command when that is to run."""

    def __init__(self, name: str, lazy: Lazy) -> None:
        super().__init__(name, help=lazy.help)
        self._place = lazy.place

    def load(self) -> Any:  # noqa: ANN401 - Typer does not publish the types of its commands
        module, name = self._place.split(":")
        command = getattr(import_module(module), name)
        parent = Typer(add_completion=False)
        if isinstance(command, Typer):
            parent.add_typer(command, name=self.name)
            return _with_literal_help(get_group(parent).commands[self.name or ""])
        parent.command(self.name)(command)
        return _with_literal_help(get_command(parent))

    def make_context(self, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - likewise
        return self.load().make_context(*arguments, **options)


class LazyGroup(TyperGroup):
    """A group that lists its `lazy` commands by name without importing any of them."""

    lazy: ClassVar[Mapping[str, Lazy]]

    def __init__(self, **attributes: Any) -> None:  # noqa: ANN401 - likewise
        super().__init__(**attributes)
        stand_ins = {name: LazyCommand(name, lazy) for name, lazy in self.lazy.items()}
        _with_literal_help(self)
        self.commands = {**stand_ins, **self.commands}


def _with_literal_help(command: Any) -> Any:  # noqa: ANN401 - likewise
    """Show the help of a command, its options and its subcommands literally; return the command.

    Typer reads help as Rich markup: `[mail]` would vanish as a style, and `:secret:` in
    `1:secret:bot` would become an emoji.
    """
    show = command.format_help

    def format_help(context: Any, formatter: Any) -> None:  # noqa: ANN401 - likewise
        # Restored first: help that is shown again must not be escaped twice.
        command.format_help = show
        columns = get_terminal_size().columns
        if columns < _ROOM_FOR_COLUMNS and not hasattr(command, "commands"):
            # Rich would cut off the names of options, and plain help begins at 50 columns.
            command.rich_markup_mode = None
            formatter.width = columns
            formatter.write_dl = partial(formatter.write_dl, col_max=columns // 2)
        else:
            _make_literal(command)
        show(context, formatter)

    command.format_help = format_help
    for each in getattr(command, "commands", {}).values():
        _with_literal_help(each)
    return command


def _make_literal(command: Any) -> None:  # noqa: ANN401 - likewise
    command.help = _literal(command.help or "")
    for parameter in command.params:
        if getattr(parameter, "help", None):
            parameter.help = _literal(parameter.help)
    for each in getattr(command, "commands", {}).values():
        _make_literal(each)


def _literal(text: str) -> str:
    """Return markup that shows a text: one line per paragraph, with the example in bold."""
    from rich.markup import escape  # noqa: PLC0415 - only help needs Rich

    paragraphs = []
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        line = escape(" ".join(paragraph.split()))
        # A tag after each colon keeps a pair of colons from naming an emoji.
        line = re.sub(r":(?=\S)", ":[none][/none]", line)
        paragraphs.append(_EXAMPLE.sub(r"\1[bold]\2[/]", line))
    return "\n\n".join(paragraphs)
