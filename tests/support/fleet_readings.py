"""Fleet services that read the contract otherwise, where it leaves a choice (contract: Endpoints).

Each is our own service behind a layer that refuses what another reading refuses, and answers as it
would. With it goes what an operator has to set then, and nothing more: the bot finds out the rest.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_API = "/api/v1"
_FORM = "application/x-www-form-urlencoded"
_JSON = "application/json"
_SWITCH = "/riders/change_status/"
_SENDER = ("sender_name", "sender_address", "sender_email", "sender_phone", "sender_phonecode")
_REQUIRED = {
    "/deliveries/create": (*_SENDER, "creation_date", "delivery_fee", "receivers"),
    "/deliveries/update/": (*_SENDER, "receivers", "delivery_fee", "send_sms"),
    "/deliveries/assign/": ("delivery_uuid",),
    "/deliveries/update_status": ("delivery_uuid", "status"),
    "/riders/create": ("rider_emails", "commission_value", "commission_type"),
    _SWITCH: ("rider_uuids",),
}
_FLAGS = ("active", "pending_invites")
_DATES = ("start_date", "end_date")
_LISTS = {
    "/deliveries": ("start_date", "end_date", "delivery_status", "rider_id"),
    "/riders": ("active", "pending_invites"),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A request to the API: its path below the version, its parameters, and its body."""

    path: str
    query: Mapping[str, str]
    content_type: str
    body: bytes

    @property
    def fields(self) -> Mapping[str, Any]:
        if self.content_type == _JSON:
            fields: dict[str, Any] = json.loads(self.body)
            return fields
        return dict(parse_qsl(self.body.decode(), keep_blank_values=True))


Check = Callable[[Asked], Response | None]
Translate = Callable[[Asked], Asked]
"""Gives a request as our own service takes it."""
Retell = Callable[[str, Any], Any]
Refuse = Callable[[Asked, Response], Response]
"""Gives what another service answers where ours refuses."""
Settings = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class FleetReading:
    """What one service refuses, writes and answers otherwise, and passes over.

    `settings` are the bot's. After `waits` seconds, one wait after the other, a new delivery is
    told of. `as_written` gives the bytes of an answer as the service writes them. With
    `only_removes` a change of a rider's status makes them inactive, whatever they were.
    """

    checks: tuple[Check, ...] = ()
    retold: tuple[Retell, ...] = ()
    hides_invited: bool = False
    only_removes: bool = False
    translate: Translate = lambda asked: asked
    refuse: Refuse = lambda _asked, answer: answer
    as_written: Callable[[bytes], bytes] = lambda content: content
    accepted_first: bool = False
    waits: tuple[float, ...] = ()
    settings: Settings = field(default_factory=dict)

    def around(self, app: ASGIApp) -> ASGIApp:
        async def read_otherwise(scope: Scope, receive: Receive, send: Send) -> None:
            _, version, path = scope.get("path", "").partition(_API)
            if scope["type"] != "http" or not version:
                await app(scope, receive, send)
            else:
                await self._serve(app, path, Request(scope, receive), send)

        return read_otherwise

    async def _serve(self, app: ASGIApp, path: str, request: Request, send: Send) -> None:
        content_type = request.headers.get("content-type", "").partition(";")[0]
        asked = Asked(path, dict(request.query_params), content_type, await request.body())
        refusals = (check(asked) for check in self.checks)
        answer = next(filter(None, refusals), None) or await self._ask(app, asked, request)
        await answer(request.scope, request.receive, send)

    async def _ask(self, app: ASGIApp, asked: Asked, request: Request) -> Response:
        ours = self.translate(asked)
        query, path = urlencode(self._passed_on(ours)).encode(), _API + ours.path
        root = request.scope["path"].partition(_API)[0]
        scope = {**request.scope, "query_string": query, "path": root + path}
        answer = await _answered(app, scope, ours.body)
        if self.only_removes and _has_activated(ours.path, answer):
            answer = await _answered(app, scope, ours.body)
        if not answer.is_success:
            return self.refuse(asked, answer.retold(asked.path, ()))
        told = answer.retold(asked.path, self.retold)
        return Response(self.as_written(bytes(told.body)), told.status_code, _headers(told))

    def _passed_on(self, asked: Asked) -> Mapping[str, str]:
        """Return the parameters as our service wants them: what has no wish is empty."""
        query = {**dict.fromkeys(_LISTS.get(asked.path, ()), ""), **asked.query}
        if self.hides_invited and asked.path == "/riders" and not query["pending_invites"]:
            query["pending_invites"] = "0"
        return query


class _Answer:
    """Gives an app the body of its request once, and keeps its answer."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._start: Message = {}
        self._parts: list[bytes] = []

    async def receive(self) -> Message:
        return {"type": "http.request", "body": self._body, "more_body": False}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
        elif message["type"] == "http.response.body":
            self._parts.append(message.get("body", b""))

    @property
    def is_success(self) -> bool:
        return bool(self._start["status"] == 200)

    @property
    def content(self) -> bytes:
        return b"".join(self._parts)

    def retold(self, path: str, changes: Iterable[Retell]) -> Response:
        content = self.content
        if self.is_success:
            answer = json.loads(content)
            for change in changes:
                answer = change(path, answer)
            content = json.dumps(answer).encode()
        return Response(content, self._start["status"], self._headers())

    def _headers(self) -> dict[str, str]:
        headers = {name.decode(): value.decode() for name, value in self._start["headers"]}
        return {name: value for name, value in headers.items() if name != "content-length"}


def _headers(answer: Response) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name != "content-length"}


async def _answered(app: ASGIApp, scope: Scope, body: bytes) -> _Answer:
    answer = _Answer(body)
    await app({**scope}, answer.receive, answer.send)  # an app writes into its scope
    return answer


def _has_activated(path: str, answer: _Answer) -> bool:
    """Tell whether our service, which turns `active` round, has just activated a rider."""
    switched = path.startswith(_SWITCH) and answer.is_success
    return switched and json.loads(answer.content)["data"]["active"]


def refused(missing: Iterable[str], words: str = "is required") -> Response:
    """Refuse as a validator of Laravel does."""
    errors = {name: [f"The {name.replace('_', ' ')} field {words}."] for name in missing}
    message = next(iter(errors.values()))[0]
    return JSONResponse({"status": "error", "message": message, "errors": errors}, 422)


def _required(path: str) -> tuple[str, ...]:
    return next((names for start, names in _REQUIRED.items() if path.startswith(start)), ())


def only_json(asked: Asked) -> Response | None:
    """Find nothing in a form, and miss every field."""
    wrong = asked.body and asked.content_type != _JSON
    return refused(_required(asked.path)) if wrong else None


def only_forms(asked: Asked) -> Response | None:
    """Take no other media type."""
    wrong = asked.body and asked.content_type != _FORM
    return JSONResponse({"message": "Unsupported Media Type"}, 415) if wrong else None


def filled(*names: str) -> Check:
    """Refuse an empty query parameter; one that is left out is not a wish."""

    def check(asked: Asked) -> Response | None:
        empty = [name for name in names if asked.query.get(name) == ""]
        return refused(empty) if empty else None

    return check


def no_dates_for_all(asked: Asked) -> Response | None:
    """Refuse bounds where `filter` names no date that they could bound."""
    dates = [name for name in ("start_date", "end_date") if asked.query.get(name)]
    unbounded = asked.path == "/deliveries" and asked.query["filter"] == "all"
    return refused(dates, "is prohibited when filter is all") if dates and unbounded else None


def email_of_sender(asked: Asked) -> Response | None:
    """Refuse a delivery whose sender has no e-mail address."""
    creates = asked.path == "/deliveries/create"
    return refused(["sender_email"]) if creates and not asked.fields.get("sender_email") else None


def at_most(size: int) -> Check:
    """Refuse a longer page."""

    def check(asked: Asked) -> Response | None:
        is_long = int(asked.query.get("per_page") or 1) > size
        return refused(["per_page"], f"must not be greater than {size}") if is_long else None

    return check


_WORDS = {"true": "1", "false": "0", "": "", "all": ""}
_NOT_IN_WORDS = re.compile(r"[01]|\d{4}-\d\d-\d\d")
_SPELT = (*_FLAGS, "get_ongoing_deliveries", "rider_id", *_DATES)


def in_words(asked: Asked) -> Response | None:
    """Refuse flags in figures, days that begin with the year, and nobody for everybody."""
    said = {name: asked.query[name] for name in _SPELT if name in asked.query}
    wrong = [name for name, value in said.items() if _NOT_IN_WORDS.fullmatch(value)]
    wrong += ["rider_id"] if said.get("rider_id") == "" else []
    day = re.search(rb"creation_date\W+\d{4}-", asked.body)
    wrong += ["creation_date"] if day else []
    return refused(wrong, "format is invalid") if wrong else None


def as_figures(asked: Asked) -> Asked:
    query = {name: _WORDS.get(value, value) for name, value in asked.query.items()}
    return replace(asked, query=query)


def turned_by_p(asked: Asked) -> Asked:
    """Know a page by `p` alone."""
    query = {name: value for name, value in asked.query.items() if name != "page"}
    return replace(asked, query={**query, "page": query["p"]} if "p" in query else query)


def links_by_p(_path: str, answer: Any) -> Any:
    return json.loads(re.sub(r"([?&])page=", r"\1p=", json.dumps(answer)))


def create_answers_an_array(path: str, answer: Any) -> Any:
    if path != "/deliveries/create" or isinstance(answer["data"], list):
        return answer
    return {**answer, "data": [answer["data"]]}


def hyphenated_labels(_path: str, answer: Any) -> Any:
    return json.loads(json.dumps(answer).replace('"Awaiting Pickup"', '"Awaiting-Pickup"'))


def flags_as_numbers(path: str, answer: Any) -> Any:
    """Answer the change of a rider with `active` as 1 or 0, as a database keeps it."""
    if not path.startswith(_SWITCH):
        return answer
    return {**answer, "data": {**answer["data"], "active": int(answer["data"]["active"])}}


_AS_JSON = dict.fromkeys(
    ("update_delivery", "assign", "update_status", "change_rider_status"), "json"
)
_AS_FORMS = dict.fromkeys(("create_delivery", "create_rider"), "form")
_EMAIL = {"business": {"email": "orders@business.example"}}

FLEET_READINGS: Mapping[str, FleetReading] = {
    "json": FleetReading((only_json,), settings={"fleet": {"encoding": _AS_JSON}}),
    "forms": FleetReading((only_forms,), settings={"fleet": {"encoding": _AS_FORMS}}),
    "tokens": FleetReading((filled("delivery_status", *_FLAGS),)),
    "dates": FleetReading(
        (filled("delivery_status", *_DATES), email_of_sender),
        (create_answers_an_array,),
        settings=_EMAIL,
    ),
    "no-empties": FleetReading(
        (only_json, filled("delivery_status", "rider_id", *_DATES, *_FLAGS)),
        (hyphenated_labels,),
        settings={"fleet": {"encoding": _AS_JSON}},
    ),
    "left-out": FleetReading(
        (filled("delivery_status", "rider_id", *_DATES, *_FLAGS), no_dates_for_all),
        (flags_as_numbers,),
    ),
    "accepted-first": FleetReading(
        (email_of_sender,), (hyphenated_labels,), accepted_first=True, settings=_EMAIL
    ),
    "invited-apart": FleetReading(
        (only_forms, filled("delivery_status")),
        (create_answers_an_array, flags_as_numbers),
        hides_invited=True,
        settings={"fleet": {"encoding": _AS_FORMS}},
    ),
    "only-removes": FleetReading(only_removes=True),
    "five-a-page": FleetReading((at_most(5),)),
    "in-words": FleetReading((in_words,), translate=as_figures),
    "turned-by-p": FleetReading((at_most(10),), (links_by_p,), translate=turned_by_p),
}
"""By name, as `--fleet-reading` takes them."""
