"""What a button sends back: `verb:object:object`, at most 64 bytes.

Two uuids in their usual form would not fit, so they are written in base64url. Whatever comes back
is untrusted: anybody can send any bytes, and who may press is checked at the press.
"""

import base64
import binascii
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID


class Verb(StrEnum):
    """What a button asks for."""

    ACCEPT = "ac"
    PICKUP = "pu"
    DROPOFF = "do"
    CHOOSE_RIDER = "as"
    ASSIGN = "at"
    SHOW = "sh"
    UNLOCK = "ul"
    CUSTOMER_LINK = "cl"
    INVITE_DISPATCHER = "id"
    INVITE_WHICH_RIDER = "iw"
    INVITE_RIDER = "ir"
    CANCEL = "xx"


@dataclass(frozen=True, slots=True)
class Press:
    """A button that was pressed, or the one that will be."""

    verb: Verb
    objects: tuple[UUID, ...] = ()

    def encode(self) -> str:
        """Return the text that Telegram keeps behind the button."""
        return ":".join([self.verb, *(_shorten(uuid) for uuid in self.objects)])


def decode(data: str) -> Press | None:
    """Read what a button sent back; `None` for anything that no button of ours sends."""
    verb, *objects = data.split(":")
    try:
        return Press(Verb(verb), tuple(_lengthen(text) for text in objects))
    except (ValueError, binascii.Error):
        return None


def press(verb: Verb, *objects: str) -> str:
    """Return the callback data for a verb and the uuids that it is about."""
    return Press(verb, tuple(UUID(text) for text in objects)).encode()


def _shorten(uuid: UUID) -> str:
    return base64.urlsafe_b64encode(uuid.bytes).decode().rstrip("=")


def _lengthen(text: str) -> UUID:
    return UUID(bytes=base64.b64decode(text.encode("ascii") + b"==", altchars=b"-_", validate=True))
