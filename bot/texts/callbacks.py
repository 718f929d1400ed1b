"""Callback data of buttons: `verb:object:object;token;token`, at most 64 bytes.

Objects are uuids, tokens are short words and numbers, such as the page of a list.

Two uuids in their usual form would not fit, so they are written in base64url. Callback data is
untrusted: anybody can send any bytes, so the handler checks each press.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

NOBODY = str(UUID(int=0))
"""The uuid in a button for any rider, or for a rider who is still to be chosen."""


class Verb(StrEnum):
    ACCEPT = "ac"
    PICKUP = "pu"
    DROPOFF = "do"
    CHOOSE_RIDER = "as"
    RIDER_PAGE = "ap"
    ASSIGN = "at"
    ASSIGN_ANYWAY = "aa"
    SHOW = "sh"
    IN_FULL = "fu"
    LINK_SHOP = "lp"
    UNLOCK = "ul"
    CUSTOMER_LINK = "cl"
    INVITE_DISPATCHER = "id"
    INVITE_WHICH_RIDER = "iw"
    INVITE_RIDER = "ir"
    CANCEL = "xx"
    UNDO = "un"
    ACCEPT_ALL = "al"
    UNDO_ALL = "ua"
    PICKUP_ORDERS = "po"
    SHOW_JOB = "sj"
    SHOW_PICTURE = "op"
    STOP_NEXT = "rn"
    STOP_LATER = "rl"

    DECLINE_JOB = "dj"
    PROBLEM = "pb"
    PROBLEM_REASON = "pr"
    SOLVED = "so"
    OUTCOME = "oc"
    AT_DOOR = "ad"
    NAVIGATE = "nv"
    NEXT_PARCEL = "np"
    HISTORY = "hi"
    DUTY = "du"
    MESSAGE_CUSTOMER = "mc"
    DOOR_PHOTO = "dp"
    PICKUP_PHOTO = "pp"
    PHOTO_FOR_STAFF = "ps"
    ASK_PHOTO = "aq"
    SHOW_PHOTOS = "zp"
    TAKE_PARCEL = "tp"
    TAKE_ALL_PARCELS = "tz"
    FIND_EACH_OTHER = "fe"
    SIGN_UP = "su"
    CASH = "ch"
    CASH_TAKEN = "ct"
    TIP_DENIED = "td"
    BROADCAST_SEEN = "bs"

    BOARD = "bd"
    SHOW_BOARD = "sb"
    GIVE_OUT = "go"
    GIVE_GROUP = "gg"
    LIST = "ls"
    LIST_FILTER = "lf"
    FOUND = "fd"
    CHOOSE_MANY = "cm"
    TICK = "tk"
    CHOOSE_RIDER_FOR_MANY = "rm"
    ASSIGN_MANY = "am"
    ASSIGN_MANY_ANYWAY = "ma"
    MOVE = "mv"
    MOVE_NOW = "mn"
    HANDED_OVER = "ho"
    STATUS = "st"
    SET_STATUS = "ss"
    SEND_STATUS_WORD = "sv"
    CANCEL_DELIVERY = "cd"
    CANCEL_REASON = "cr"
    EDIT = "ed"
    EDIT_FIELD = "ef"
    NEW = "nw"
    NEW_ORDER = "nb"
    NEW_STEP = "ns"
    REPEAT = "ra"
    LINK_QR = "lq"
    RIDERS = "rs"
    RIDER = "ri"
    RIDER_HISTORY = "rh"
    ON_THE_MAP = "om"
    ALL_ON_THE_MAP = "mp"
    SWITCH_RIDER = "sr"
    SWITCH_RIDERS = "sx"
    REPORT = "rp"
    CASH_CARRIED = "cc"
    RECEIVE_CASH = "rk"
    CASH_RECEIVED = "cv"
    TEAM = "tm"
    SHOW_TEAM = "wt"
    REMOVE_STAFF = "rv"
    WITHDRAW_INVITATION = "wi"

    WHERE = "wh"
    SHOW_PARCEL = "sc"
    NOTE = "no"
    SEND_PLACE = "pl"
    MESSAGE_RIDER = "mr"
    HAND_ON = "hn"
    RATE = "rt"
    TIP = "gt"
    CONFIRM_RECEIPT = "cf"

    ASK_SHOP = "rq"
    READY = "rd"
    READY_CHOSEN = "rc"
    MESSAGE_SHOP = "ms"
    WHOSE_SHOP = "ws"
    CHOOSE_SHOP = "hs"
    LATE = "lt"
    CAME_BACK = "cb"
    TAKE_IT = "ti"
    SAME_DIRECTION = "di"

    WRITE = "wr"
    REPLY = "re"
    QUICK_REPLY = "qr"
    USE_CODE = "uc"
    SEND_DRAFT = "sd"
    FIND_DRAFT = "fr"
    SEND_TO_CUSTOMER = "tc"
    ORDER_DRAFT = "od"
    ORDER_OF_WORDS = "ow"
    USE_ADDRESS = "ub"

    LANGUAGE = "la"
    ALL_COMMANDS = "hc"
    NOTIFICATIONS = "nt"
    QUIET = "qu"
    FOLD_AWAY = "fa"
    PLAIN_LISTS = "pn"
    FORGET = "fg"
    STOP = "sp"


TO_STAFF, TO_CHOSEN = "staff", "choose"
"""The addressees of a tap on Write: the dispatchers, or somebody of the order."""

_MARK = 8
_BOUND = 12
_TOKEN = re.compile(r"[a-z0-9_-]{0,16}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Press:
    """The decoded callback data of a button."""

    verb: Verb
    objects: tuple[UUID, ...] = ()
    tokens: tuple[str, ...] = ()

    def encode(self) -> str:
        subject = ":".join([self.verb, *(_shorten(uuid) for uuid in self.objects)])
        return ";".join([subject, *self.tokens])


def decode(data: str) -> Press | None:
    """Decode callback data; return `None` for data that no button of ours sends."""
    subject, *tokens = data.split(";")
    verb, *objects = subject.split(":")
    if not all(map(_TOKEN.fullmatch, tokens)):
        return None
    try:
        # This raises for an unknown verb, a letter outside of base64 and a wrong length.
        return Press(Verb(verb), tuple(_lengthen(text) for text in objects), tuple(tokens))
    except (ValueError, binascii.Error):
        return None


def press(verb: Verb, *objects: str, tokens: Sequence[str | int] = ()) -> str:
    """Return the callback data for a verb, its uuids and its tokens."""
    uuids = tuple(UUID(text) for text in objects)
    return Press(verb, uuids, tuple(map(str, tokens))).encode()


def bound_to(*named: str) -> str:
    """Return the token that binds a button to what its message names, and to nothing newer."""
    return hashlib.sha256("\n".join(named).encode()).hexdigest()[:_BOUND]


def mark(rider: str | None) -> str:
    """Shorten a rider's uuid so that it fits into a button beside two whole ones."""
    return rider[:_MARK] if rider else "-"


def as_written(uuid: str) -> str:
    """Return a uuid as callback data writes it."""
    return _shorten(UUID(uuid))


def _shorten(uuid: UUID) -> str:
    return base64.urlsafe_b64encode(uuid.bytes).decode().rstrip("=")


def _lengthen(text: str) -> UUID:
    return UUID(bytes=base64.b64decode(text.encode("ascii") + b"==", altchars=b"-_", validate=True))
