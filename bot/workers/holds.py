"""What Telegram's "429, retry after" holds."""

from datetime import datetime, timedelta


class Holds:
    """Remembers until when a chat, or all of them, must be left alone.

    Telegram does not say whether a 429 is about the chat or about the bot. The first one holds its
    chat; a second chat that gets one at the same time shows that it is about the bot.
    """

    def __init__(self) -> None:
        self._chats: dict[int, datetime] = {}
        self._everything: datetime | None = None

    def hold(self, chat_id: int, now: datetime, pause: timedelta) -> datetime:
        """Note a 429; return until when it holds."""
        until = now + pause
        self._forget_past(now)
        if any(chat != chat_id for chat in self._chats):
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
