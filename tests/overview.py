"""What can be typed, by whom, and which story tells it; from the data that the bot works with.

`python -m tests.overview` prints the table of the stories, `python -m tests.overview --page`
puts the table of commands into its page.
"""

import re
import sys
from pathlib import Path

from bot.actions.access import POLICY, Anyone
from bot.chat.handler import Command
from bot.chat.registry import COMMANDS
from bot.domain.person import Role
from tests.pages import COMMANDS_PAGE, ROOT, put_table

STORIES = ROOT / "tests" / "journeys"

_TELLS = re.compile(r"^async def (test_\w+)", re.MULTILINE)


def who(command: Command) -> list[str]:
    """Return who may ask for a command: roles, or everyone."""
    allowed = POLICY[command.action]
    return ["everyone"] if Anyone.ANYONE in allowed else [role for role in Role if role in allowed]


def story(command: Command) -> Path:
    """Return the file that tells a command's story."""
    return STORIES / f"test_{command.name}.py"


def told_in(command: Command) -> list[str]:
    """Return the names of the tests in a command's story in which the command is typed."""
    file = story(command)
    text = file.read_text() if file.exists() else ""
    return _TELLS.findall(text) if f"/{command.name}" in text else []


def commands_table() -> str:
    """Return the table of commands, in Markdown."""
    rows = [
        f"| `{_usage(command)}` | {', '.join(who(command))} | {command.what} |"
        for command in COMMANDS
    ]
    return "\n".join(["| command | who | what |", "|---|---|---|", *rows]) + "\n"


def _usage(command: Command) -> str:
    return f"/{command.name} {command.takes}".strip().replace("|", r"\|")


def stories_table() -> str:
    """Return the table of commands, roles and tests."""
    rows = [
        f"/{command.name:<12} {role:<11} {story(command).name:<24} {len(told_in(command)):>3} tests"
        for command in COMMANDS
        for role in who(command)
    ]
    return "\n".join(rows)


if __name__ == "__main__":
    if "--page" in sys.argv:
        put_table(COMMANDS_PAGE, "commands", commands_table())
    else:
        sys.stdout.write(stories_table() + "\n")
