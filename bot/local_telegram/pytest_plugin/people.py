"""The object of the fixture `telegram`."""

from typing import Self

from .chats import Bot, GroupOfPeople
from .control_interface import ControlInterface
from .program import Program
from .user import User


class Telegram(ControlInterface):
    """A local Telegram; `url` is the address of its Bot API, for the settings of a bot's library.

    Methods wait only for the server, except for those of a user that wait for a bot: `reads`,
    `reads_toast`, `press` and `search`. In an async test whose bot runs in the same event loop,
    call these by `asyncio.to_thread`.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def bot(
        self, username: str = "test_bot", first_name: str | None = None, *, token: str | None = None
    ) -> Bot:
        """Create a bot; its `token` is for the tested program."""
        wish = {"username": username, "first_name": first_name, "token": token}
        return Bot(self, self.ask("POST", "/api/bots", wish))

    def user(
        self,
        first_name: str = "Ada",
        *,
        username: str | None = None,
        language_code: str | None = None,
        phone: str | None = None,
    ) -> User:
        """Create a person."""
        wish = {"username": username, "language_code": language_code, "phone": phone}
        return User(self, self.ask("POST", "/api/users", {"first_name": first_name, **wish}))

    def group(self, title: str, *members: User | Bot) -> GroupOfPeople:
        """Create a group; the first person owns it."""
        wish = {"title": title, "members": [member.id for member in members]}
        return GroupOfPeople(self.ask("POST", "/api/groups", wish)["id"], title)

    def start(self, *command: str, **environment: str) -> Program:
        """Start a program with these environment variables; it is stopped after the test."""
        program = Program(command, environment)
        self.programs.append(program)
        return program

    def fail(
        self,
        method: str,
        error_code: int,
        description: str,
        *,
        times: int = 1,
        retry_after: int | None = None,
    ) -> None:
        """Make the next `times` calls of a method fail."""
        wish = {"error_code": error_code, "description": description, "times": times}
        self.ask("POST", "/api/faults", {"method": method, "retry_after": retry_after, **wish})

    def limit(self, *, on: bool = True) -> None:
        """Turn Telegram's flood limits on or off."""
        self.ask("POST", "/api/limits", {"on": on})

    def go_down(self, *, down: bool = True) -> None:
        """Answer all calls of bots with 502, or end that."""
        self.ask("POST", "/api/telegram", {"down": down})

    def be_older(self, *, older: bool = True) -> None:
        """Behave like a server before Bot API 10.1, without rich messages, or end that."""
        self.ask("POST", "/api/telegram", {"knows_rich": not older})

    def reset(self) -> None:
        """Return to the initial, empty state."""
        self.ask("POST", "/api/reset", {})
