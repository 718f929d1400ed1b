"""Riders on the map: the pins, and the list of riders with and without one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from bot.base.plain_text import clean
from bot.domain.person import Standing
from bot.identifiers import RiderUuid
from bot.texts import moments
from bot.texts.callbacks import Verb, press
from bot.texts.dispatcher.rider_picker import STANDINGS, open_jobs
from bot.texts.html import Html, dotted
from bot.texts.message import Button, Message, Place
from bot.texts.pagination import and_more
from bot.texts.words import Words

_WITHOUT_PIN_SHOWN = 30


@dataclass(frozen=True, slots=True)
class MapEntry:
    """A rider with or without a pin; `seen_at` is the time of their last shared location."""

    rider: RiderUuid
    name: str
    standing: Standing
    open_jobs: int = 0
    seen_at: datetime | None = None
    has_pin: bool = False


def map_button(say: Words, rider: str) -> Button:
    return say.button("🗺 On the map", Verb.ON_THE_MAP, rider)


def all_button(say: Words) -> Button:
    return say.button("🗺 All on the map", Verb.ALL_ON_THE_MAP)


def pin(say: Words, entry: MapEntry, seen_at: datetime, place: Place, zone: tzinfo) -> Message:
    """Make a pin, with the rider's name and the time on a button: a place carries no text.

    The time is that of the business's zone, for a button cannot count the minutes.
    """
    label = say.label(
        "{name} · {open_jobs} open · {time}",
        name=clean(entry.name) or "?",
        open_jobs=entry.open_jobs,
        time=f"{seen_at.astimezone(zone):%H:%M}",
    )
    button = Button(label=label, data=press(Verb.RIDER, entry.rider))
    return Message(html=Html(), rows=((button,),), attachment=place)


def not_on_the_map(say: Words, entry: MapEntry, now: datetime) -> Message:
    return Message.of(
        say("🗺 Not on the map:"),
        _line(say, entry, now),
        say("Riders share their place with 📎, <b>Location</b>, <b>Share my live location</b>."),
    )


def everybody(say: Words, entries: Sequence[MapEntry], now: datetime) -> Message:
    """List the riders who have a pin in this chat, and why the others have none."""
    shown = [entry for entry in entries if entry.has_pin]
    others = [entry for entry in entries if not entry.has_pin]
    refresh = say.button("🔄 Refresh", Verb.ALL_ON_THE_MAP)
    return Message.of(
        say("🗺 On the map: <b>{count}</b>", count=len(shown)),
        *(_line(say, entry, now) for entry in shown),
        say("Not on the map:") if others else Html(),
        *(_line(say, entry, now) for entry in others[:_WITHOUT_PIN_SHOWN]),
        and_more(say, len(others) - _WITHOUT_PIN_SHOWN),
        rows=((refresh, say.button("🛵 Riders", Verb.RIDERS, tokens=(1,))),),
    )


def _line(say: Words, entry: MapEntry, now: datetime) -> Html:
    if entry.standing is not Standing.READY:
        state = [say(STANDINGS[entry.standing])]
    elif entry.seen_at is None:
        state = [say("does not share their place")]
    else:
        state = [moments.age(say, entry.seen_at, now), open_jobs(say, entry.open_jobs)]
    return dotted(Html(f"<b>{say.value(entry.name)}</b>"), *state)
