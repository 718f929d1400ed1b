"""Texts on a screen, for a service that is tried out by hand."""

from typing import TextIO

from bot.service.sms.carrier import SmsError


class ConsoleSms:
    """Writes the messages to a stream."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    async def send(self, phone: str, text: str) -> None:
        """Write one message on a line of its own; what the screen has no letter for, as a number.

        Raises:
            SmsError: nobody reads the stream any more.
        """
        encoding = self._stream.encoding or "utf-8"
        line = f"SMS to {phone}: {text}\n".encode(encoding, "backslashreplace").decode(encoding)
        try:
            self._stream.write(line)
            self._stream.flush()
        except OSError as error:
            raise SmsError(f"the screen takes nothing ({type(error).__name__})") from None
