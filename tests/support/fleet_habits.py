"""Habits of fleet services that keep to the contract where it says nothing, and sometimes beyond.

Each is our own service behind a layer, as in `fleet_readings`, and needs no setting of the bot's.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from starlette.responses import HTMLResponse, JSONResponse, Response

from tests.support.fleet_readings import (
    Asked,
    Check,
    FleetReading,
    as_figures,
    at_most,
    links_by_p,
    refused,
    turned_by_p,
)

_UUID = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_ONE_DELIVERY = "/deliveries/get/"
_UPDATE = "/deliveries/update_status"


def in_text(change: Callable[[str], str]) -> Callable[[str, Any], Any]:
    """Answer otherwise in what an answer's JSON says as text."""
    return lambda _path, answer: json.loads(change(json.dumps(answer)))


def labelled(words: Mapping[str, str]) -> Callable[[str, Any], Any]:
    """Call states otherwise."""

    def change(text: str) -> str:
        for ours, theirs in words.items():
            text = text.replace(f'"{ours}"', f'"{theirs}"')
        return text

    return in_text(change)


def valued(names: str, change: Callable[[Any], Any]) -> Callable[[str, Any], Any]:
    """Answer otherwise what stands in the fields whose names match."""

    def retell(path: str, value: Any) -> Any:
        if isinstance(value, list):
            return [retell(path, each) for each in value]
        if not isinstance(value, dict):
            return value
        return {
            name: change(each) if re.fullmatch(names, name) else retell(path, each)
            for name, each in value.items()
        }

    return retell


def keyed(_path: str, answer: Any) -> Any:
    """Give the records of a page by number, as a filtered collection of PHP's is written."""
    text = valued(
        "data",
        lambda data: (
            {str(at * 2 + 3): each for at, each in enumerate(data)}
            if isinstance(data, list)
            else keyed(_path, data)
        ),
    )
    return {**answer, "data": text(_path, answer["data"])}


def exact_ids(asked: Asked) -> Response | None:
    """Know no id but as it was given: in capitals."""
    said = f"{asked.path} {dict(asked.query)} {asked.body.decode()}"
    wrong = [each for each in re.findall(_UUID, said) if each != each.upper()]
    return refused(["id"], "is invalid") if wrong else None


def ids_in_capitals(text: str) -> str:
    return re.sub(_UUID, lambda found: found[0].upper(), text)


def ids_as_ours(asked: Asked) -> Asked:
    def ours(text: str) -> str:
        return re.sub(_UUID, lambda found: found[0].lower(), text)

    query = {name: ours(value) for name, value in asked.query.items()}
    return replace(
        asked, path=ours(asked.path), query=query, body=ours(asked.body.decode()).encode()
    )


def one_of(words: Mapping[str, str], *names: str) -> FleetReading:
    """Take parameters by these words alone, each of which is one of ours."""

    def check(asked: Asked) -> Response | None:
        wrong = [name for name in names if asked.query.get(name, next(iter(words))) not in words]
        return refused(wrong, "is invalid") if wrong else None

    def translate(asked: Asked) -> Asked:
        said = {name: words[asked.query[name]] for name in names if name in asked.query}
        return replace(asked, query={**asked.query, **said})

    return FleetReading((check,), translate=translate)


def day_first(asked: Asked) -> Response | None:
    """Take no date that begins with the year."""
    names = ("start_date", "end_date", "schedule_date")
    wrong = [name for name in names if re.match(r"\d{4}-", asked.query.get(name, ""))]
    wrong += ["creation_date"] if re.search(rb"creation_date\W+\d{4}-", asked.body) else []
    return refused(wrong, "format is invalid") if wrong else None


def wrong_codes_are(status: int) -> FleetReading:
    """Refuse a code that is not the right one with another status than the contract lists."""

    def refuse(asked: Asked, answer: Response) -> Response:
        is_code = asked.path == _UPDATE and b"otp" in asked.body
        return JSONResponse({"message": "Invalid code."}, status) if is_code else answer

    return FleetReading(refuse=refuse)


def first_read(answer: Callable[[], Response], times: int = 1) -> Check:
    """Answer the first reads of each delivery as a replica does that has not seen it yet."""
    reads: dict[str, int] = {}

    def check(asked: Asked) -> Response | None:
        if not asked.path.startswith(_ONE_DELIVERY):
            return None
        reads[asked.path] = reads.get(asked.path, 0) + 1
        return answer() if reads[asked.path] <= times else None

    return check


def every(nth: int, answer: Callable[[], Response]) -> Check:
    """Answer every nth request that reads otherwise."""
    asked_for = 0

    def check(asked: Asked) -> Response | None:
        nonlocal asked_for
        asked_for += not asked.body
        return answer() if not asked.body and asked_for % nth == 0 else None

    return check


def truth_in_strings(asked: Asked) -> Response | None:
    """Take `send_sms` of an edit as the contract types it: a string that means true or false."""
    if not asked.path.startswith("/deliveries/update/"):
        return None
    is_said = asked.fields.get("send_sms") in {"true", "false"}
    return None if is_said else refused(["send_sms"], "must be true or false")


def changes_its_mind(*checks: Check, after: int) -> Check:
    """Keep to each of these habits for so many requests, and begin again after the last."""
    asked_for = 0

    def check(asked: Asked) -> Response | None:
        nonlocal asked_for
        asked_for += 1
        return checks[asked_for // after % len(checks)](asked)

    return check


def no_empties(asked: Asked) -> Response | None:
    empty = [name for name, value in asked.query.items() if value == ""]
    return refused(empty) if empty else None


def no_gaps(asked: Asked) -> Response | None:
    """Want each parameter of a list that the contract calls required, be it empty."""
    names = {
        "/deliveries": ("start_date", "end_date", "delivery_status", "rider_id"),
        "/riders": ("active", "get_ongoing_deliveries", "pending_invites"),
    }
    missing = [name for name in names.get(asked.path, ()) if name not in asked.query]
    return refused(missing) if missing else None


def _html() -> Response:
    return HTMLResponse("<html><body><h1>404 Not Found</h1>nginx</body></html>", 404)


def _too_many() -> Response:
    return JSONResponse({"message": "Too Many Attempts."}, 429, {"Retry-After": "1"})


def _too_many_for_how_long() -> Response:
    return JSONResponse({"message": "Too Many Attempts."}, 429)


def _down() -> Response:
    return HTMLResponse("<h1>503 Service Unavailable</h1>", 503)


def _as_naira(value: Any) -> Any:
    return f"{float(value):,.2f} NGN" if str(value).replace(".", "", 1).isdecimal() else value


_EVENT_WORDS = {
    "Pending": "Created",
    "Awaiting Pickup": "Assigned",
    "Order Accepted": "Accepted",
    "In Transit": "Picked Up",
    "Delivered": "Completed",
    "Cancelled": "Canceled",
}
_YES_NO = {"yes": "1", "no": "0", "": ""}
_ACTIVE = {"active": "1", "inactive": "0", "all": ""}
_FLAGS = ("active", "pending_invites", "get_ongoing_deliveries")
_MOMENTS = "created_at|updated_at|pickup_at|dropoff_at|picked_up_at"


def habits() -> Mapping[str, FleetReading]:
    """Return all by name, as `--fleet-reading` takes them, each as it is before it was asked."""
    return {
        "words-of-events": FleetReading(retold=(labelled(_EVENT_WORDS),)),
        "loud-labels": FleetReading(
            retold=(labelled({ours: ours.upper() for ours in _EVENT_WORDS}),)
        ),
        "tokens-for-labels": FleetReading(
            retold=(labelled({ours: ours.lower().replace(" ", "_") for ours in _EVENT_WORDS}),)
        ),
        "ids-in-capitals": FleetReading(
            (exact_ids,), (in_text(ids_in_capitals),), translate=ids_as_ours
        ),
        "yes-and-no": one_of(_YES_NO, *_FLAGS),
        "active-or-not": one_of(_ACTIVE, "active"),
        "days-first": FleetReading((day_first,)),
        "twenty-five-a-page": FleetReading((at_most(25),)),
        "ten-a-page": FleetReading((at_most(10),)),
        "ten-a-page-in-words": FleetReading(
            (at_most(10), *one_of({"true": "1", "false": "0", "": ""}, *_FLAGS).checks),
            (links_by_p,),
            translate=lambda asked: turned_by_p(as_figures(asked)),
        ),
        "codes-403": wrong_codes_are(403),
        "codes-400": wrong_codes_are(400),
        "codes-409": wrong_codes_are(409),
        "late-replica": FleetReading((first_read(_html),)),
        "late-replica-422": FleetReading(
            (first_read(lambda: refused(["delivery_uuid"]), times=2),), waits=(3, 11)
        ),
        "keyed-pages": FleetReading(retold=(keyed,)),
        "loud-success": FleetReading(
            retold=(labelled({"success": "Success"}),),
            as_written=lambda content: b"\xef\xbb\xbf" + content,
        ),
        "truth-in-strings": FleetReading((truth_in_strings,)),
        "fees-with-words": FleetReading(retold=(valued("delivery_fee", _as_naira),)),
        "figures-in-strings": FleetReading(
            retold=(
                valued("active|is_paid|item_quantity|current_page|last_page|per_page|total", str),
                valued("order_number", int),
            )
        ),
        "moments-with-blanks": FleetReading(
            retold=(valued(_MOMENTS, lambda at: at and at.replace("T", " ").replace("Z", "")),)
        ),
        "too-many": FleetReading((every(5, _too_many),)),
        "too-many-for-how-long": FleetReading((every(7, _too_many_for_how_long),)),
        "often-down": FleetReading((every(6, _down),)),
        "by-turns": FleetReading((changes_its_mind(no_empties, no_gaps, after=1),)),
        "new-at-noon": FleetReading((changes_its_mind(no_empties, no_gaps, after=40),)),
    }
