"""The errors between the bot and the fleet service, as a tree to catch by.

    FleetError
    ├── NotAccepted            the service answered "no": nothing was changed
    │   ├── Refused            final: the same request will be refused again
    │   │   ├── NotFound       there is no such thing
    │   │   └── OtherBodyWanted    the body is to be encoded otherwise
    │   ├── BodyTooLarge       nor is this ever taken, by the service or a proxy
    │   └── KeyRefused         the operator's matter: hold what waits, drop nothing
    │       └── OperatorKeyRefused    likewise, at the operator's door
    ├── Temporary              ask again later
    │   ├── NotSent            the connection was never made
    │   └── Unavailable        the service is overloaded or broken
    └── OutcomeUnknown         read and compare before anything is asked again
        ├── Unknown            sent, and no answer came
        └── Unreadable         an answer came that says neither yes nor no
            └── Objected       another 4xx: refused, if it turns out not to be done

`may_be_done` says of every one of them whether the change may have been made all the same.
No error carries the API key, a code or a header. Its text holds no body; only that of `Refused` has
words of the service, made fit to be shown.
"""

REFUSED_WITHOUT_REASON = "The fleet service refused the request."
NOTHING_THERE = "The fleet service knows nothing by that id."


class FleetError(Exception):
    """The root of all errors that the fleet room raises in an exchange with the service.

    `status` is the answer's HTTP status, None if none came. `body` is its raw body, empty also if
    the request carried a code, which a service may repeat. Neither is in the error's text.
    """

    may_be_done: bool = False
    status: int | None = None
    body: bytes = b""


class NotAccepted(FleetError):
    """The service answered, and changed nothing."""


class Refused(NotAccepted):
    """The service refused the request (contract: Errors, 422).

    `message` is one line to show to people, without control characters, cut to 300; it is
    `REFUSED_WITHOUT_REASON` where the service gave none. `fields` names what it objects to.
    """

    def __init__(self, message: str = REFUSED_WITHOUT_REASON, fields: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.fields = fields


class OtherBodyWanted(Refused):
    """The service takes bodies in another encoding: HTTP 415, which is not in the contract."""

    def __init__(self) -> None:
        super().__init__("The fleet service does not take what it is sent in this form.")


class NotFound(Refused):
    """The requested record does not exist, or its id was malformed and never sent."""

    def __init__(self, message: str = NOTHING_THERE, fields: tuple[str, ...] = ()) -> None:
        super().__init__(message, fields)


class KeyRefused(NotAccepted):
    """The key is missing or not valid in this environment (contract: Authentication, 4)."""

    def __init__(self) -> None:
        super().__init__("The fleet service does not accept the key.")


class BodyTooLarge(NotAccepted):
    """HTTP 413, which is not in the contract: too large for the service or a proxy before it."""

    def __init__(self) -> None:
        super().__init__("What was sent is larger than the fleet service takes.")


class OperatorKeyRefused(KeyRefused):
    """The refused key is that of the operator's door."""


class Temporary(FleetError):
    """The same request may go through later."""


class NotSent(Temporary):
    """The connection was never made, so the service has not seen the request."""


class Unavailable(Temporary):
    """The service answered 429 or 5xx.

    `retry_after` is the wait that it asked for, in seconds. A 5xx may have come after the change
    was made, or from a gateway in front of the service, so it leaves `may_be_done` set.
    """

    def __init__(self, retry_after: float | None = None, *, may_be_done: bool = True) -> None:
        super().__init__("The fleet service is not available at the moment.")
        self.retry_after = retry_after
        self.may_be_done = may_be_done


class OutcomeUnknown(FleetError):
    """The change may or may not have been made."""

    may_be_done = True


class Unknown(OutcomeUnknown):
    """The request was sent, and the connection ended or the time ran out before an answer."""


class Unreadable(OutcomeUnknown):
    """The answer follows no form of the contract: a redirect, another status, a strange body."""


class Objected(Unreadable):
    """The service answered with a 4xx that is not in the contract, such as 400, 403 or 409.

    `refusal` is the error that it stands for if the change turns out not to be made.
    """

    def __init__(self, status: int, refusal: Refused) -> None:
        super().__init__(f"The fleet service answered with status {status}.")
        self.refusal = refusal
