"""The holds that Telegram's "429, retry after" puts on chats and methods."""

_ALL_AFTER = 3


class Holds:
    """Remembers until when requests to a chat, of a method, or of the whole bot must wait.

    Telegram does not say whether a 429 is about the chat or about the bot. The 429 holds the chat,
    or the method if the request has no chat. It holds everything only if several private chats in a
    row were refused and nothing was let through in between; groups do not count for this, for their
    minute is soon full. All times are seconds of a monotonic clock.
    """

    def __init__(self) -> None:
        self._until: dict[int | str, float] = {}
        self._everything = 0.0
        self._refused_in_a_row: set[int] = set()

    def hold(self, what: int | str, now: float, seconds: float) -> None:
        """Note a 429 of a chat, by its number, or of a method, by its name."""
        until = now + seconds
        self._until = {held: end for held, end in self._until.items() if end > now}
        self._until[what] = max(until, self._until.get(what, until))
        if isinstance(what, int) and what > 0:
            self._refused_in_a_row.add(what)
        if len(self._refused_in_a_row) >= _ALL_AFTER:
            self._everything = max(self._everything, until)

    def let_through(self) -> None:
        """Note that Telegram has accepted a request."""
        self._refused_in_a_row.clear()

    def until(self, what: int | str) -> float:
        """Return until when a chat or a method must wait; a past time if it need not."""
        return max(self._until.get(what, 0.0), self._everything)
