"""A running local Telegram, and who is in it."""

from typing import Self

from .chats import Bot, GroupOfPeople
from .control_interface import ControlInterface
from .program import Program
from .user import User


class Telegram(ControlInterface):
    """A local Telegram; `url` is what a bot's library wants for the address of the Bot API.

    Everything here waits for the server alone and never for a bot, but `reads` and `press` of a
    user. In an async test whose bot runs in the same event loop, call those by `asyncio.to_thread`.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def bot(
        self, username: str = "test_bot", first_name: str | None = None, *, token: str | None = None
    ) -> Bot:
        """Make a bot; its `token` is for the program that is tested."""
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
        """Make a person with a phone."""
        wish = {"username": username, "language_code": language_code, "phone": phone}
        return User(self, self.ask("POST", "/api/users", {"first_name": first_name, **wish}))

    def group(self, title: str, *members: User | Bot) -> GroupOfPeople:
        """Make a group; its first person owns it."""
        wish = {"title": title, "members": [member.id for member in members]}
        return GroupOfPeople(self.ask("POST", "/api/groups", wish)["id"], title)

    def start(self, *command: str, **environment: str) -> Program:
        """Start a bot in a process of its own, with these variables; it ends with the test."""
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
        """Let the next calls of a method fail."""
        wish = {"error_code": error_code, "description": description, "times": times}
        self.ask("POST", "/api/faults", {"method": method, "retry_after": retry_after, **wish})

    def limit(self, *, on: bool = True) -> None:
        """Let bots send only as fast as the real Telegram lets them, or as fast as they like."""
        self.ask("POST", "/api/limits", {"on": on})

    def go_down(self, *, down: bool = True) -> None:
        """Answer every call of a bot with 502, or no more."""
        self.ask("POST", "/api/telegram", {"down": down})

    def be_older(self, *, older: bool = True) -> None:
        """Know no rich messages, as a server before Bot API 10.1, or know them again."""
        self.ask("POST", "/api/telegram", {"knows_rich": not older})

    def reset(self) -> None:
        """Be as at the start: nobody, nothing."""
        self.ask("POST", "/api/reset", {})
