"""Texts on a screen, for a service that is tried out by hand."""

from typing import TextIO


class ConsoleSms:
    """Writes the messages to a stream."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    async def send(self, phone: str, text: str) -> None:
        """Write one message on a line of its own."""
        self._stream.write(f"SMS to {phone}: {text}\n")
        self._stream.flush()
