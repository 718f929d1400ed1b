"""The profile of one service: its choices where the contract leaves one (contract: Endpoints).

Lists have required parameters without a value for "no wish"; the contract does not show how bodies
are encoded. Reads find out by asking (`readings`). Writes are never tried twice, so their encoding
is set here.
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
"""The word in the usual sentence about a missing field, in the contract's language."""

_OTHER = {Encoding.JSON: Encoding.FORM, Encoding.FORM: Encoding.JSON}
_NAMES = {endpoint.template: name for name, endpoint in WRITES.items()}


class NoWish(StrEnum):
    """The value of a required parameter of a list when there is no wish for it."""

    EMPTY = "empty"
    TOKENS = "tokens"
    FILLED = "filled"
    NAMED = "named"
    OMITTED = "omitted"


@dataclass(frozen=True, slots=True)
class ListReading:
    """The same, parameter by parameter.

    `blank` is sent for each parameter without a value of its own; None is not sent. With
    `in_turn` each status and flag is asked for by itself; with `wide_dates` the bounds of dates
    are so far apart that they exclude nothing.
    """

    blank: str | None = ""
    rider_id: str | None = ""
    in_turn: bool = False
    wide_dates: bool = False


READINGS: Mapping[NoWish, ListReading] = {
    NoWish.EMPTY: ListReading(),
    NoWish.TOKENS: ListReading(in_turn=True),
    NoWish.FILLED: ListReading(in_turn=True, wide_dates=True),
    # No value of `rider_id` means all riders, so such a service can only be asked without it.
    NoWish.NAMED: ListReading(in_turn=True, wide_dates=True, rider_id=None),
    NoWish.OMITTED: ListReading(blank=None, rider_id=None),
}
"""In the order in which they are tried: those with the fewest requests first, and those that omit a
required parameter last."""


class Profile(Frozen):
    """The form of requests that one service takes.

    `encodings` are by the names of the client's methods; without one a body is encoded as the
    contract shows it. Without `no_wish` the client finds it out. `sender_email` is sent for a
    sender without a known address: the contract requires one (Endpoints, 1 and 2). `page_size` is
    the largest number of records that a list gives at once.
    """

    encodings: Mapping[str, BodyEncoding] = {}
    no_wish: NoWish | None = None
    sender_email: str = ""
    page_size: int | None = None

    def as_taken(self, endpoint: Endpoint) -> Endpoint:
        """Return the endpoint with the encoding that this service takes for its body."""
        name = _NAMES[endpoint.template]
        return replace(endpoint, encoding=self.encodings.get(name, endpoint.encoding))

    def completed(self, body: Body) -> Body:
        """Return a body that names a sender with the sender's e-mail address filled in."""
        return body if body.get("sender_email") else {**body, "sender_email": self.sender_email}

    def suspected(self, endpoint: Endpoint, body: Body, refused: Refused) -> str | None:
        """Return the setting that a refused body seems to want, such as `fleet.encoding.assign`.

        A service that reads another encoding finds nothing in a body, and refuses all its fields as
        required. A service that reads the body may refuse all of them too, in other words.
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
