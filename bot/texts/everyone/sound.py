"""When messages come without a sound, and which of them somebody wants to hear."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from bot.domain.limits import LONGEST_QUIET
from bot.domain.person import Person
from bot.texts.callbacks import Verb
from bot.texts.html import Html, joined
from bot.texts.message import Button, Message, column
from bot.texts.moments import day_and_time, days
from bot.texts.words import Words, phrase

_LENGTHS = (("30m", phrase("30 minutes")), ("2h", phrase("2 hours")), ("8h", phrase("8 hours")))


def muting(say: Words, person: Person, now: datetime) -> Message:
    lengths = [say.button(label, Verb.QUIET, tokens=(token,)) for token, label in _LENGTHS]
    each_night = say.button("🌙 Each night, 22–7", Verb.QUIET, tokens=("22-7",))
    sound_on = say.button("🔔 Sound on", Verb.QUIET, tokens=("off",))
    return Message.of(
        say("🔔 <b>Sound</b>"),
        status(say, person, now),
        say("You still get everything, silently."),
        say(
            "You can also write <code>/mute until 18:00</code>, <code>/mute 23:30-6</code> or"
            " <code>/mute off</code>."
        ),
        rows=(tuple(lengths), (each_night,), (sound_on, choices_button(say))),
    )


def status(say: Words, person: Person, now: datetime) -> Html:
    lines = []
    if person.muted_until is not None and person.muted_until > now:
        lines.append(say("🔕 No sound until {time}.", time=day_and_time(person.muted_until)))
    if person.quiet_from is not None and person.quiet_to is not None:
        begin, end = _clock(person.quiet_from), _clock(person.quiet_to)
        lines.append(say("🌙 No sound each day from {begin} to {end}.", begin=begin, end=end))
    return joined(lines) or say("🔔 Sound is on for every message.")


def _clock(minute: int) -> str:
    """Write a minute of the day as clocks show it."""
    return f"{minute // 60:02}:{minute % 60:02}"


def sound_button(say: Words) -> Button:
    return say.button("🔔 Sound", Verb.QUIET, tokens=("show",))


def choices_button(say: Words) -> Button:
    return say.button("Which messages", Verb.NOTIFICATIONS, tokens=("show",))


def how_to_mute(say: Words) -> Message:
    return Message.of(
        say("Write it like this:"),
        say(
            "<code>/mute 2h</code> – no sound for 2 hours, at most {most}",
            most=days(say, LONGEST_QUIET),
        ),
        say("<code>/mute until 18:00</code> – no sound until then"),
        say("<code>/mute 22-7</code> – no sound each night"),
        say("<code>/mute off</code> – everything sounds again"),
    )


_ALWAYS: Mapping[str, str] = {
    "customer": phrase(
        "🔒 If your parcel is cancelled or cannot be delivered, I always say so: you may be"
        " waiting for it."
    ),
    "rider": phrase(
        "🔒 New and cancelled jobs always ring, because somebody counts on you. /duty switches"
        " them to silent."
    ),
    "dispatcher": phrase("🔒 Alarms and problems of riders always come."),
}


def choices(
    say: Words, kinds: Mapping[str, str], muted: Collection[str], audiences: Sequence[str]
) -> Message:
    """Show which kinds of news somebody hears; each button switches one.

    `kinds` tells what people read of each, by the name behind its button.
    """
    switches = []
    for kind, called in kinds.items():
        label = phrase("🔕 {kind}") if kind in muted else phrase("✅ {kind}")
        name = say.label(called)
        switches.append(say.button(label, Verb.NOTIFICATIONS, tokens=(kind,), kind=name))
    return Message.of(
        say("📣 <b>What I tell you</b>"),
        say("Tap to switch. What is off still changes the card, quietly.") if kinds else Html(),
        *(say(_ALWAYS[audience]) for audience in audiences),
        Html()
        if audiences
        else say("Nothing to switch yet: my messages begin with your first parcel."),
        rows=column([*switches, sound_button(say)]),
    )
