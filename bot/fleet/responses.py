"""The meaning of an answer of the fleet service: its data, or one of the errors."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from email.utils import parsedate_to_datetime
from http import HTTPStatus

from bot.fleet.errors import (
    NOTHING_THERE,
    REFUSED_WITHOUT_REASON,
    BodyTooLarge,
    FleetError,
    KeyRefused,
    NotFound,
    Objected,
    OtherBodyWanted,
    Refused,
    Unavailable,
    Unreadable,
)
from bot.fleet.fields import Fields, clean, parse_json, text_of

MAX_REASON = 300
"""Characters of a refusal that people are shown."""

_MAX_FIELDS = 20
_MAX_NESTING = 3
_MASK = "•••"
_TOO_LATE_OR_EARLY = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY}
"""Of somebody on the way, as a rule; what was asked is not refused by them."""

_WITHOUT_WORDS: Mapping[int, Callable[[], FleetError]] = {
    HTTPStatus.UNAUTHORIZED: KeyRefused,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: BodyTooLarge,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: OtherBodyWanted,
}


def data_of(
    status: int, headers: Mapping[str, str], body: bytes, secrets: Sequence[str] = ()
) -> object:
    """Return the `data` of an answer that says success, 200 and `status` alike.

    Raises the `FleetError` that any other answer stands for. `secrets` are masked in the words
    of a refusal, which may repeat what was sent.
    """
    if status != HTTPStatus.OK:
        raise _failure(status, headers, body, secrets)
    answer = _json(body)
    status_word = answer.get("status") if isinstance(answer, dict) else None
    if not isinstance(answer, dict) or text_of(status_word).casefold() != "success":
        raise Unreadable("The fleet service answered 200 without saying success.")
    return answer.get("data")


def _failure(
    status: int, headers: Mapping[str, str], body: bytes, secrets: Sequence[str]
) -> FleetError:
    match status:
        case _ if status in _WITHOUT_WORDS:
            failure = _WITHOUT_WORDS[status]()
        case HTTPStatus.UNPROCESSABLE_ENTITY:
            failure = _refusal(Refused, REFUSED_WITHOUT_REASON, body, secrets)
        case HTTPStatus.NOT_FOUND if body and _json(body) is None:
            # A proxy's page: the service itself answers in JSON.
            failure = Unavailable(may_be_done=False)
        case HTTPStatus.NOT_FOUND:
            failure = _refusal(NotFound, NOTHING_THERE, body, secrets)
        case HTTPStatus.TOO_MANY_REQUESTS:
            failure = Unavailable(_retry_after(headers), may_be_done=False)
        case _ if status >= HTTPStatus.INTERNAL_SERVER_ERROR or status in _TOO_LATE_OR_EARLY:
            failure = Unavailable(_retry_after(headers))
        case _ if status >= HTTPStatus.BAD_REQUEST:
            refusal = _refusal(Refused, REFUSED_WITHOUT_REASON, body, secrets)
            failure = Objected(status, refusal)
        case _:
            failure = Unreadable(f"The fleet service answered with status {status}.")
    return failure


def _refusal(kind: type[Refused], otherwise: str, body: bytes, secrets: Sequence[str]) -> Refused:
    # The contract shows no body of a refusal, so any text in it may be the reason.
    answer = Fields(_json(body))
    errors = answer.value("errors")
    words = [*_texts(answer.value("message", "error")), *_texts(errors)]
    reason = _shown(" ".join(dict.fromkeys(words)), secrets)
    names = Fields(errors).names()[:_MAX_FIELDS]
    return kind(reason or otherwise, tuple(_shown(name, secrets) for name in names))


def _texts(value: object, nesting: int = _MAX_NESTING) -> Iterator[str]:
    """Yield the texts in a value of unknown form, each cleaned."""
    if isinstance(value, str) and clean(value):
        yield clean(value)
    elif nesting and isinstance(value, list | dict):
        for inner in value if isinstance(value, list) else value.values():
            yield from _texts(inner, nesting - 1)


def _shown(text: str, secrets: Sequence[str]) -> str:
    # Masked before it is cut: half a code at the end would give the half away.
    for secret in filter(None, secrets):
        text = text.replace(secret, _MASK)
    return text if len(text) <= MAX_REASON else text[: MAX_REASON - 1] + "…"


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the wanted wait in seconds; a date is counted from the answer's own `Date`."""
    value = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]{1,9}", value):
        return float(value)
    try:
        until = parsedate_to_datetime(value)
        wait = until - parsedate_to_datetime(headers.get("date", ""))
    except (ValueError, TypeError, OverflowError):
        return None
    return max(0.0, wait.total_seconds())


def _json(body: bytes) -> object:
    """Parse a body; None where it is not JSON."""
    try:
        return parse_json(body)
    except ValueError:
        return None
