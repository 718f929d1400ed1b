"""A person who answers what `handover init` asks, without a terminal."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from typer.testing import CliRunner

from bot.cli.init.terminal import Terminal

_SETTING = re.compile(r"[a-z]+\.[a-z_]+")
_MOST_QUESTIONS = 60


class Answering(Terminal):
    """Answers by the name of the setting that stands in a question, and agrees by its first word.

    A setting without an answer is skipped; what is not in `agreed` is refused. Several answers to
    one setting are given one after the other, and the last again and again.
    """

    def __init__(
        self,
        answers: Mapping[str, str | list[str]],
        agreed: frozenset[str] = frozenset({"Write", "Take", "Begin"}),
        *,
        waits: Callable[[], bool] = lambda: False,
    ) -> None:
        self._answers = {
            name: [given] if isinstance(given, str) else [*given] for name, given in answers.items()
        }
        self._agreed = agreed
        self._waits = waits
        self.told: list[str] = []
        self.asked: list[str] = []

    @property
    def shown(self) -> str:
        return "\n".join([*self.told, *self.asked])

    def tell(self, *lines: str) -> None:
        self.told.extend(lines)

    def ask(self, question: str) -> str:
        self._note(question)
        found = _SETTING.search(question)
        name = found[0] if found else "telegram.owners"
        given = self._answers.get(name, [""])
        return given.pop(0) if len(given) > 1 else given[0]

    def ask_secret(self, question: str) -> str:
        return self.ask(question)

    def agrees(self, question: str, *, default: bool) -> bool:  # noqa: ARG002 - the terminal's
        self._note(question)
        return question.partition(" ")[0] in self._agreed

    def has_pressed_enter(self) -> bool:
        return not self._waits()

    def _note(self, question: str) -> None:
        self.asked.append(question)
        assert len(self.asked) < _MOST_QUESTIONS, f"no end of questions: {self.asked[-5:]}"


@contextmanager
def in_environment(variables: Mapping[str, str]) -> Iterator[Callable[[], str]]:
    """Let these variables be there, next to what a program has; give what is printed meanwhile."""
    with CliRunner().isolation(env=dict(variables)) as (_, _, printed):
        yield lambda: printed.getvalue().decode()
