"""Texts that stay here, for demonstrations and tests."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sms:
    """One message that was sent."""

    phone: str
    text: str


class OutboxSms:
    """Keeps the messages, and shows each to whoever listens: for demonstrations and tests."""

    def __init__(self) -> None:
        self.messages: list[Sms] = []
        self.on_message: list[Callable[[Sms], None]] = []

    async def send(self, phone: str, text: str) -> None:
        """Keep one message and call the listeners, in their order."""
        message = Sms(phone, text)
        self.messages.append(message)
        for listener in self.on_message:
            listener(message)
