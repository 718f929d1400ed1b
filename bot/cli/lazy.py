"""Commands that are imported when they are run, so that none waits for what another one needs."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

from typer import Typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group


class Lazy(NamedTuple):
    """Where a command is, as `module:function` or `module:typer`, and its line in lists."""

    place: str
    help: str


class LazyCommand(TyperCommand):
    """Stands in for a command in lists, and gives way to it as soon as it is to run."""

    def __init__(self, name: str, lazy: Lazy) -> None:
        super().__init__(name, help=lazy.help)
        self._place = lazy.place

    def load(self) -> Any:  # noqa: ANN401 - typer keeps the types of its commands to itself
        module, name = self._place.split(":")
        found = getattr(import_module(module), name)
        parent = Typer(add_completion=False)
        if isinstance(found, Typer):
            parent.add_typer(found, name=self.name)
            return get_group(parent).commands[self.name or ""]
        parent.command(self.name)(found)
        return get_command(parent)

    def make_context(self, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - likewise
        return self.load().make_context(*arguments, **options)


class LazyGroup(TyperGroup):
    """A group that lists its `lazy` commands by name without importing any of them."""

    lazy: ClassVar[Mapping[str, Lazy]]

    def __init__(self, **attributes: Any) -> None:  # noqa: ANN401 - likewise
        super().__init__(**attributes)
        stand_ins = {name: LazyCommand(name, lazy) for name, lazy in self.lazy.items()}
        self.commands = {**stand_ins, **self.commands}
