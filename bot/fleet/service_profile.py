"""How one service reads the contract where that leaves a choice (contract: Endpoints).

Lists have required parameters for which there may be no wish, and no value for that; bodies have an
encoding that is not shown. Reads find out by asking (`readings`). Writes are never tried twice, so
theirs is said here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from bot.fleet.endpoints import WRITES, Body, Encoding, Endpoint
from bot.fleet.errors import OtherBodyWanted, Refused
from bot.fleet.spellings import roots
from bot.fleet.values import Frozen

BodyEncoding = Literal[Encoding.JSON, Encoding.FORM]

_MISSED = "required"
"""The word of the usual sentence about a field that is not there, in the contract's language."""

_OTHER = {Encoding.JSON: Encoding.FORM, Encoding.FORM: Encoding.JSON}
_NAMES = {endpoint.template: name for name, endpoint in WRITES.items()}


class NoWish(StrEnum):
    """The value of a required parameter of a list where nothing is wished."""

    EMPTY = "empty"
    TOKENS = "tokens"
    FILLED = "filled"
    NAMED = "named"
    OMITTED = "omitted"


@dataclass(frozen=True, slots=True)
class ListReading:
    """The same, parameter by parameter.

    `blank` is sent for whatever has no value of its own, and None is not sent. With `in_turn`
    every status and flag is asked for by itself; with `wide_dates` the bounds are so far apart
    that they bound nothing.
    """

    blank: str | None = ""
    rider_id: str | None = ""
    in_turn: bool = False
    wide_dates: bool = False


READINGS: Mapping[NoWish, ListReading] = {
    NoWish.EMPTY: ListReading(),
    NoWish.TOKENS: ListReading(in_turn=True),
    NoWish.FILLED: ListReading(in_turn=True, wide_dates=True),
    # No value of `rider_id` means everybody, so such a service can only be asked without it.
    NoWish.NAMED: ListReading(in_turn=True, wide_dates=True, rider_id=None),
    NoWish.OMITTED: ListReading(blank=None, rider_id=None),
}
"""In the order in which they are tried: fewest requests first, and what the contract calls required
is left out last."""


class Profile(Frozen):
    """How one service takes what it is asked.

    `encodings` are by the names of the client's methods; without one a body is written as the
    contract shows it. Without `no_wish` the client finds out. `sender_email` stands for a sender
    whose address nobody knows: the contract requires one (Endpoints, 1 and 2). `page_size` is how
    many records of a list it gives at most.
    """

    encodings: Mapping[str, BodyEncoding] = {}
    no_wish: NoWish | None = None
    sender_email: str = ""
    page_size: int | None = None

    def as_taken(self, endpoint: Endpoint) -> Endpoint:
        """Return the endpoint with the encoding in which this service takes its body."""
        name = _NAMES[endpoint.template]
        return replace(endpoint, encoding=self.encodings.get(name, endpoint.encoding))

    def completed(self, body: Body) -> Body:
        """Return a body that names a sender with the sender's e-mail address filled in."""
        return body if body.get("sender_email") else {**body, "sender_email": self.sender_email}

    def suspected(self, endpoint: Endpoint, body: Body, refused: Refused) -> str | None:
        """Return the setting that a refused body seems to want, such as `fleet.encoding.assign`.

        A service that reads another encoding finds nothing in a body, and says of all that was sent
        that it is required. One that finds it can object to all of it as well, in other words.
        """
        missed = set(roots(refused.fields))
        if "sender_email" in missed and not body.get("sender_email"):
            return "business.email"
        sent = {name for name, value in body.items() if value not in ("", None)}
        is_blind = bool(sent) and sent <= missed and _MISSED in refused.message.casefold()
        if is_blind or isinstance(refused, OtherBodyWanted):
            other = _OTHER[self.as_taken(endpoint).encoding]
            return f'fleet.encoding.{_NAMES[endpoint.template]} = "{other}"'
        return None
