"""The last message that was seen in each chat: what is sent next will stand behind it."""

from collections import OrderedDict

_CHATS_KNOWN = 4096


class LatestMessages:
    """Remembers their numbers, in this process.

    Telegram counts the messages of all private chats of a bot together, those of each group apart.
    """

    def __init__(self) -> None:
        self._of_chat: OrderedDict[int, int] = OrderedDict()
        self._private = 0

    def seen(self, chat_id: int, message_id: int) -> None:
        self._of_chat[chat_id] = max(message_id, self._of_chat.pop(chat_id, 0))
        if chat_id > 0:
            self._private = max(self._private, message_id)
        if len(self._of_chat) > _CHATS_KNOWN:
            self._of_chat.popitem(last=False)

    def in_chat(self, chat_id: int) -> int:
        """Return the number of the last one in a chat, or 0."""
        return self._of_chat.get(chat_id, 0)

    def in_any(self, chat_id: int) -> int:
        """Return the number of the last one in all chats that are counted with this one, or 0."""
        return self._private if chat_id > 0 else self.in_chat(chat_id)
