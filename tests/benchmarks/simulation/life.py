"""What becomes of a delivery: its steps, and what the bot says of each of them to whom.

This is the table of rules of `bot.actions.happenings` and what people press and type on the way, as
a bot without anything else to do says it; a test plays a delivery and compares.
"""

from dataclasses import dataclass
from enum import Enum, StrEnum

from bot.actions.notice_kinds import Urgency


class Reader(StrEnum):
    """Whose chat it is. Every dispatcher is told of everything; one of them acts."""

    DISPATCHER = "acting dispatcher"
    COLLEAGUE = "other dispatcher"
    GROUP = "group"
    RIDER = "rider"
    SENDER = "sender"
    RECEIVER = "receiver"


class Form(Enum):
    """What is asked of Telegram."""

    CARD = "a card is sent or changed, if it would look otherwise than it does"
    SAY = "a message is sent"
    PROMPT = "a message is sent, in the order of the card's changes"
    REPLY = "a message is sent, behind the other answers of its chat"
    ERASE = "a message is deleted: no limit of its chat counts that"


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that somebody is told.

    `echoes` is how many more notices of the same change follow, as the fleet service's answer and
    its webhook both tell of it: they find the card as it should be, but wait for their turn.
    """

    reader: Reader
    form: Form
    urgency: Urgency
    echoes: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happens to a delivery.

    `after` is the mean of the seconds since the step before; `updates`, `requests` and `webhooks`
    are what the bot has to work off for it.
    """

    name: str
    told: tuple[Told, ...]
    after: float = 0.0
    updates: int = 0
    requests: int = 0
    webhooks: int = 0


_STAFF = (Reader.DISPATCHER, Reader.COLLEAGUE, Reader.GROUP)
_CUSTOMERS = (Reader.SENDER, Reader.RECEIVER)


def _each(
    readers: tuple[Reader, ...], form: Form, urgency: Urgency, echoes: int = 0
) -> tuple[Told, ...]:
    return tuple(Told(reader, form, urgency, echoes) for reader in readers)


def _code_typed(name: str, webhooks: int, after: float) -> Step:
    return Step(
        name,
        (
            Told(Reader.RIDER, Form.ERASE, Urgency.ANSWER),
            Told(Reader.RIDER, Form.CARD, Urgency.ANSWER, echoes=2),
            *_each(_STAFF, Form.CARD, Urgency.REFRESH, echoes=1),
            *_each(_CUSTOMERS, Form.SAY, Urgency.NEWS),
            *_each(_CUSTOMERS, Form.CARD, Urgency.REFRESH, echoes=1),
        ),
        after,
        updates=1,
        requests=1,
        webhooks=webhooks,
    )


CREATED = Step(
    "created", _each((*_STAFF, *_CUSTOMERS), Form.CARD, Urgency.NEWS), after=0.0, webhooks=1
)
ASKED = Step(
    "Assign pressed",
    (Told(Reader.DISPATCHER, Form.PROMPT, Urgency.ANSWER),),
    after=180.0,
    updates=1,
)
ASSIGNED = Step(
    "rider chosen",
    (
        Told(Reader.DISPATCHER, Form.ERASE, Urgency.ANSWER),
        Told(Reader.DISPATCHER, Form.CARD, Urgency.ANSWER, echoes=2),
        *_each((Reader.COLLEAGUE, Reader.GROUP, *_CUSTOMERS), Form.CARD, Urgency.REFRESH),
        Told(Reader.RIDER, Form.CARD, Urgency.DOOR),
    ),
    after=6.0,
    updates=1,
    requests=1,
    webhooks=1,
)
ACCEPTED = Step(
    "accepted",
    (
        Told(Reader.RIDER, Form.CARD, Urgency.ANSWER, echoes=2),
        *_each(_STAFF, Form.CARD, Urgency.REFRESH),
    ),
    after=60.0,
    updates=1,
    requests=1,
)
AT_PICKUP = Step(
    "Picked up pressed",
    (Told(Reader.RIDER, Form.PROMPT, Urgency.ANSWER),),
    after=720.0,
    updates=1,
)
PICKED_UP = _code_typed("picked up", webhooks=2, after=20.0)
AT_DOOR = Step(
    "Delivered pressed",
    (Told(Reader.RIDER, Form.PROMPT, Urgency.ANSWER),),
    after=1080.0,
    updates=1,
)
DELIVERED = _code_typed("delivered", webhooks=1, after=20.0)
CANCELLED = Step(
    "cancelled by the shop",
    (
        *_each(_STAFF, Form.SAY, Urgency.ALARM),
        Told(Reader.RIDER, Form.SAY, Urgency.DOOR),
        *_each(_CUSTOMERS, Form.SAY, Urgency.NEWS),
        *_each((*_STAFF, Reader.RIDER, *_CUSTOMERS), Form.CARD, Urgency.REFRESH),
    ),
    after=300.0,
    webhooks=1,
)
LOOKED_UP = Step(
    "looked up", (Told(Reader.DISPATCHER, Form.REPLY, Urgency.ANSWER),), after=300.0, updates=1
)

_BEGUN = (CREATED, ASKED, ASSIGNED)
DELIVERED_LIFE = (*_BEGUN, ACCEPTED, AT_PICKUP, PICKED_UP, AT_DOOR, DELIVERED)
CANCELLED_LIFE = (*_BEGUN, CANCELLED)
CANCELLED_SHARE = 0.05
LOOKED_UP_SHARE = 0.5
