"""Bots, groups and messages for tests."""

from dataclasses import dataclass
from typing import Any

from .control_interface import ControlInterface


@dataclass(frozen=True)
class SeenMessage:
    """A message in the state in which it was read."""

    form: dict[str, Any]
    """The whole JSON of the control interface."""

    @property
    def id(self) -> int:
        return int(self.form["id"])

    @property
    def text(self) -> str:
        """The text of the message, or the caption of its attachment."""
        return str(self.form["text"])

    @property
    def html(self) -> str:
        return str(self.form["html"])

    @property
    def buttons(self) -> list[list[str]]:
        """The labels of the buttons under it, row by row."""
        return [[button["label"] for button in row] for row in self.form["buttons"]]

    @property
    def attachment(self) -> dict[str, Any] | None:
        """The attachment, with its `kind` and the fields of that kind."""
        found: dict[str, Any] | None = self.form["attachment"]
        return found

    @property
    def from_bot(self) -> bool:
        return bool(self.form["sender"]["is_bot"])

    @property
    def sender(self) -> str:
        return str(self.form["sender"]["name"])

    @property
    def edited(self) -> bool:
        return self.form["edited_at"] is not None

    @property
    def ephemeral(self) -> bool:
        """Whether it is an ephemeral message, which only this person sees."""
        return bool(self.form["ephemeral"])

    def __str__(self) -> str:
        what = self.attachment["kind"] + " " if self.attachment else ""
        labels = "".join(f" [{label}]" for row in self.buttons for label in row)
        return f"{self.sender}: {what}{self.text!r}{labels}"


@dataclass(frozen=True)
class BotCall:
    """A call of a method by a bot; `error` is the description of its refusal, if any."""

    method: str
    arguments: dict[str, str]
    error: str | None

    def __str__(self) -> str:
        return self.method if self.error is None else f"{self.method} (refused: {self.error})"


class Bot:
    """A bot's account: its token for the tested program, and the calls of that program."""

    def __init__(self, control: ControlInterface, form: dict[str, Any]) -> None:
        self._control = control
        self.id: int = form["id"]
        self.username: str = form["username"]
        self.name: str = form["first_name"]
        self.token: str = form["token"]

    def calls(self, method: str | None = None) -> list[BotCall]:
        """Return the latest calls of one method, or of all, oldest first."""
        told = self._control.ask("GET", f"/api/bots/{self.id}/calls")["calls"]
        return [
            BotCall(each["method"], each["arguments"], (each["error"] or {}).get("description"))
            for each in told
            if method in {None, each["method"]}
        ]


class GroupOfPeople:
    """A group of people and bots."""

    def __init__(self, chat_id: int, title: str) -> None:
        self.id = chat_id
        self.name = title


Place = Bot | GroupOfPeople
"""A chat of a person: a private one with a bot, or a group."""
