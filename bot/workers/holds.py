"""What Telegram's "429, retry after" holds."""

from datetime import datetime, timedelta


class Holds:
    """Remembers until when a chat, or all of them, must be left alone.

    Telegram does not say whether a 429 is about the chat or about the bot. A group's (20 messages
    a minute are soon written) holds that group and nobody else, however many groups there are. A
    private chat's holds that chat; a second private chat that gets one while the first is held
    shows that it is about the bot, and then everything is held until the later of the two.
    """

    def __init__(self) -> None:
        self._chats: dict[int, datetime] = {}
        self._everything: datetime | None = None

    def hold(self, chat_id: int, now: datetime, pause: timedelta) -> datetime:
        """Note a 429; return until when it holds."""
        until = now + pause
        self._forget_past(now)
        if chat_id > 0 and any(chat > 0 and chat != chat_id for chat in self._chats):
            self._everything = max(until, self._everything or until)
        self._chats[chat_id] = until
        return until

    def until(self, chat_id: int, now: datetime) -> datetime | None:
        """Return until when this chat must be left alone, `None` if it need not."""
        self._forget_past(now)
        held = [time for time in (self._chats.get(chat_id), self._everything) if time]
        return max(held, default=None)

    def _forget_past(self, now: datetime) -> None:
        self._chats = {chat: until for chat, until in self._chats.items() if until > now}
        if self._everything is not None and self._everything <= now:
            self._everything = None
