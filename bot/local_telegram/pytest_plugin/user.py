"""A person in a test, who writes, presses and reads."""

import re
import time
from typing import Any

from .chats import Bot, Place, SeenMessage
from .control_interface import ControlInterface

WITHIN = 5.0
"""The default time in seconds for a bot's answer."""


class User:
    """A person. The default place of an action is that of the previous one."""

    def __init__(self, control: ControlInterface, form: dict[str, Any]) -> None:
        self._control = control
        self.id: int = form["id"]
        self.name: str = form["first_name"]
        self._last_place: Place | None = None
        self._seen: dict[int, int] = {}

    def say(self, place: Place, text: str, *, reply_to: SeenMessage | None = None) -> SeenMessage:
        """Write to a bot or in a group."""
        answered = reply_to.id if reply_to else None
        return SeenMessage(self._act(place, "messages", {"text": text, "reply_to": answered}))

    def press(self, label: str, *, place: Place | None = None, within: float = WITHIN) -> None:
        """Press the newest button or key whose label equals or contains `label`; wait for it."""
        where, until = self._place(place), time.monotonic() + within
        while True:
            # Taken before the attempt, so that a change in between ends the wait.
            since = self._latest_event(where)
            try:
                self._act(where, "press", {"label": label})
            except ValueError as refusal:
                left = until - time.monotonic()
                if left <= 0:
                    raise AssertionError(self._report(where, str(refusal))) from None
                self._changes(where, since, left)
            else:
                return

    def reads(
        self, text: str | re.Pattern[str], *, place: Place | None = None, within: float = WITHIN
    ) -> SeenMessage:
        """Wait for a bot's message with this text, sent or edited since the last action.

        Raises `AssertionError`, with the messages of the chat and the calls of the bot, if there
        is none in time.
        """
        where, until = self._place(place), time.monotonic() + within
        pattern = re.escape(text) if isinstance(text, str) else text
        since = self._seen.get(where.id, -1)
        while True:
            changes = self._changes(where, since, max(0.0, until - time.monotonic()))
            for form in reversed(changes["messages"]):
                if form["sender"]["is_bot"] and re.search(pattern, form["text"]):
                    return SeenMessage(form)
            if time.monotonic() >= until:
                words = text if isinstance(text, str) else text.pattern
                wrong = f"{self.name} reads nothing with {words!r} within {within:g} seconds."
                raise AssertionError(self._report(where, wrong))
            self._changes(where, changes["last_event"], until - time.monotonic())

    def reads_toast(self, text: str, *, within: float = WITHIN) -> str:
        """Wait for a toast that contains this text, and return its whole text."""
        number, until = 0, time.monotonic() + within
        while (left := until - time.monotonic()) > 0:
            path = f"/api/users/{self.id}/toasts?after={number}&wait={left:.2f}"
            for toast in self._control.ask("GET", path)["toasts"]:
                number = toast["n"]
                if text in toast["text"]:
                    return str(toast["text"])
        raise AssertionError(f"{self.name} is told nothing with {text!r} within {within:g} s.")

    def messages(self, place: Place | None = None) -> list[SeenMessage]:
        """Return the latest messages that this person sees in a chat now, oldest first."""
        chat = self._control.ask("GET", f"{self._path(self._place(place))}/messages")
        return [SeenMessage(form) for form in chat["messages"]]

    def last_message(self, place: Place | None = None) -> SeenMessage | None:
        """Return the newest message of a bot, without waiting for one."""
        return next((m for m in reversed(self.messages(place)) if m.from_bot), None)

    def share_contact(self, place: Place) -> SeenMessage:
        return SeenMessage(self._act(place, "contact", {}))

    def share_location(self, place: Place, latitude: float, longitude: float) -> SeenMessage:
        return SeenMessage(
            self._act(place, "location", {"latitude": latitude, "longitude": longitude})
        )

    def send_photo(self, place: Place, content: bytes, caption: str = "") -> SeenMessage:
        return self._send_file(place, "photo", "photo.jpg", content, caption)

    def send_document(
        self, place: Place, content: bytes, name: str, caption: str = ""
    ) -> SeenMessage:
        return self._send_file(place, "document", name, content, caption)

    def go_offline(self, *, offline: bool = True) -> None:
        """Go offline, which misses ephemeral messages, or come online."""
        self._control.ask("PATCH", f"/api/users/{self.id}", {"offline": offline})

    def block(self, bot: Bot, *, blocked: bool = True) -> None:
        """Block a bot, or unblock it."""
        self._act(bot, "block", {"blocked": blocked})

    def vote(self, poll: SeenMessage, *options: int) -> None:
        """Choose options, counted from 0, of a poll in the place of the previous action."""
        body = {"message_id": poll.id, "options": list(options)}
        self._act(self._place(None), "vote", body)

    def search(self, bot: Bot, text: str, *, within: float = WITHIN) -> list[dict[str, Any]]:
        """Type an inline query, wait for the bot's answer, and return its results."""
        path = f"/api/users/{self.id}/searches"
        search = self._control.ask("POST", path, {"bot": bot.username, "query": text})["id"]
        results = self._control.ask("GET", f"{path}/{search}?wait={within:g}")["results"]
        if results is None:
            raise AssertionError(self._report(bot, f"{text!r} is not answered in {within:g} s."))
        return list(results)

    def _send_file(
        self, place: Place, kind: str, name: str, content: bytes, caption: str
    ) -> SeenMessage:
        self._begin(place)
        path = f"{self._path(place)}/{kind}"
        return SeenMessage(self._control.send_file(path, name, content, caption))

    def _act(self, place: Place, act: str, body: dict[str, Any]) -> Any:  # noqa: ANN401 - JSON
        before = self._begin(place)
        try:
            return self._control.ask("POST", f"{self._path(place)}/{act}", body)
        except ValueError:
            self._seen[place.id] = before
            raise

    def _begin(self, place: Place) -> int:
        """Mark all present events as read; return the number of the last one read before."""
        before = self._seen.get(place.id, -1)
        self._last_place, self._seen[place.id] = place, self._latest_event(place)
        return before

    def _latest_event(self, place: Place) -> int:
        return int(self._control.ask("GET", f"{self._path(place)}/messages")["last_event"])

    def _changes(self, place: Place, since: int, wait: float) -> dict[str, Any]:
        query = f"since={since}&wait={min(max(0.0, wait), 60):.2f}"
        changes: dict[str, Any] = self._control.ask("GET", f"{self._path(place)}/messages?{query}")
        return changes

    def _path(self, place: Place) -> str:
        return f"/api/users/{self.id}/chats/{place.id}"

    def _place(self, place: Place | None) -> Place:
        place = place or self._last_place
        if place is None:
            raise ValueError(f"{self.name} has written nowhere yet: name the place")
        return place

    def _report(self, place: Place, wrong: str) -> str:
        """Return a report: what is wrong, the chat, the bot's calls and the programs' output."""
        lines = [wrong, f"The chat with {place.name}:"]
        lines += [f"  {message}" for message in self.messages(place)[-10:]] or ["  (empty)"]
        if isinstance(place, Bot):
            calls = [str(call) for call in place.calls() if call.method != "getUpdates"][-8:]
            polls = place.calls("getUpdates")
            asks = "and asks for updates" if polls else "and has not asked for updates"
            lines.append(f"@{place.username} has called {', '.join(calls) or 'nothing'}, {asks}.")
        for program in self._control.programs:
            if program.end is not None or program.output:
                how = "runs" if program.end is None else f"has ended with {program.end}"
                lines.append(
                    f"{' '.join(program.command)} {how}; it has printed:\n{program.output}"
                )
        return "\n".join(lines)
