"""The seam to whatever carries texts."""

from typing import Protocol


class SmsError(Exception):
    """The carrier did not take a message; it is tried again later. It never tells the message."""


class SmsRefusedError(SmsError):
    """The carrier will never take this message; it is given up."""


class SmsSender(Protocol):
    """A carrier of text messages."""

    async def send(self, phone: str, text: str) -> None:
        """Hand over one message to `phone` (E.164), or raise `SmsError`."""
