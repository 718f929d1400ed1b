"""What the service refuses, drawn as a tree:

ServiceError
├── UnauthenticatedError   401  no key, or not this environment's
│   └── HungUpError        401  likewise, and the connection ends
├── UnknownPathError       404  nothing is ever asked for there
├── BodyTooLargeError      413  more than `BODY_LIMIT` bytes, or a photo's own limit
├── BusyError              503  too many passwords are being checked
└── RefusedError           422  everything that is malformed or not possible, per field
    └── NotFoundError           a path names what does not exist
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

FieldErrors = Mapping[str, Sequence[str]]

NO_SUCH_DELIVERY = "No delivery has this uuid."
NO_SUCH_RIDER = "No rider has this uuid."
NOTHING_KNOWN = "Nothing is known by the id in the path."
KEY_FILE_BACK = "put that one back where `key_file` of [store] says"
OUT_OF_ORDER = "The service is out of order for a moment. Please try again."


def as_sentence(error: ValueError) -> str:
    """Return what an error says as a sentence for people."""
    words = str(error)
    return f"{words[:1].upper()}{words[1:]}."


class ServiceError(Exception):
    """Something that the caller is told, with its HTTP status (contract: Errors)."""

    status: ClassVar[int]
    message: str

    def __init__(self) -> None:
        super().__init__(self.message)


class UnauthenticatedError(ServiceError):
    """The key is missing or wrong (contract: Authentication, rule 4)."""

    status = 401
    message = "Unauthenticated."


class HungUpError(UnauthenticatedError):
    """The same from somebody who tries too often."""


class UnknownPathError(ServiceError):
    """No endpoint has this path."""

    status = 404
    message = "Not found."


class BodyTooLargeError(ServiceError):
    """The body is larger than the service reads."""

    status = 413
    message = "The body is too large."


class BusyError(ServiceError):
    """A password was not looked at, because too many others are."""

    status = 503
    retry_after = 5
    message = (
        "Too many passwords are being checked at this moment, so yours was not looked at. "
        f"Go back, and send it again in {retry_after} seconds."
    )


class RefusedError(ServiceError):
    """The request is understood and refused; `errors` says why, field by field."""

    status = 422

    def __init__(self, errors: FieldErrors) -> None:
        texts = [text for texts in errors.values() for text in texts]
        more = len(texts) - 1
        suffix = f" (and {more} more error{'s' if more > 1 else ''})" if more else ""
        self.message = texts[0] + suffix
        self.errors = errors
        super().__init__()


class NoSuchNumberError(RefusedError):
    """A phone number that cannot exist; `errors` names its field."""


class NotFoundError(RefusedError):
    """The path names a delivery, a rider or a booking link that is not there."""

    def __init__(self) -> None:
        super().__init__({"path": [NOTHING_KNOWN]})
