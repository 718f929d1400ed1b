"""On and off duty: a rider's shift, breaks, and the sound of messages."""

from datetime import datetime, timedelta, tzinfo

from bot.domain.person import Person
from bot.texts.callbacks import Verb
from bot.texts.html import Html
from bot.texts.message import FixedMessage, Message
from bot.texts.moments import clock_time, day_and_time
from bot.texts.words import Words

ON, OFF, BREAK = "on", "off", "break"
"""What a button switches to."""

_UNTIL = "until-"
_HOURS_AHEAD = (4, 6, 8)

HOW_TO_SWITCH = FixedMessage(
    "Write <code>/duty on</code>, <code>/duty off</code> or <code>/duty break</code>, or times:"
    " <code>/duty until 22:00</code>, <code>/duty from 18 until 22</code>."
)


def duty(say: Words, person: Person, now: datetime, zone: tzinfo) -> Message:
    """Tell whether a rider is on duty and until when, with a button for each other state."""
    on = say.button("🟢 On duty", Verb.DUTY, tokens=(ON,))
    off = say.button("🌙 Off duty", Verb.DUTY, tokens=(OFF,))
    rest = say.button("☕ Break", Verb.DUTY, tokens=(BREAK,))
    lines = _state(say, person)
    if person.off_duty:
        return Message.of(*lines, rows=((on, off),))
    # The end of a shift is offered in full hours, as the business's clock shows them.
    this_hour = now.astimezone(zone).replace(minute=0, second=0, microsecond=0)
    times = [f"{this_hour + timedelta(hours=hours):%H:%M}" for hours in _HOURS_AHEAD]
    ends = tuple(
        say.button("Until {time}", Verb.DUTY, tokens=(_UNTIL + time.replace(":", ""),), time=time)
        for time in times
    )
    return Message.of(*lines, rows=((on, off), (rest,), ends))


def _state(say: Words, person: Person) -> list[Html]:
    until = person.duty_until
    if person.on_break:
        return [
            say("☕ You are <b>on a break</b>: what I write comes without a sound."),
            _until(say, until),
        ]
    if not person.off_duty:
        return [say("🟢 You are <b>on duty</b>: new jobs ring."), _until(say, until)]
    begins = person.duty_from
    return [
        say("🌙 You are <b>off duty</b>: what I write comes without a sound."),
        say("Your shift begins: {time}", time=day_and_time(begins)) if begins else Html(),
        _until(say, until) if begins else Html(),
        say("Dispatchers see it. Jobs that you have already stay yours: /jobs shows them."),
    ]


def _until(say: Words, until: datetime | None) -> Html:
    return say("Your shift ends: {time}", time=day_and_time(until)) if until else Html()


def as_typed(token: str) -> str:
    """Return what a button says as it would have been typed."""
    if not token.startswith(_UNTIL):
        return token
    # A button's token holds no colon.
    digits = token.removeprefix(_UNTIL)
    return f"until {digits[:2]}:{digits[2:]}"


def begun(say: Words, until: datetime | None) -> Message:
    if until is None:
        return Message.of(say("🌙 Your shift is over already."))
    return Message.of(
        say("🟢 Your shift begins: you are on duty until {time}.", time=clock_time(until))
    )


def ended(say: Words, at: datetime) -> Message:
    return Message.of(
        say("🌙 Your shift has ended, {time}: you are off duty.", time=clock_time(at))
    )


def forgotten(say: Words, began: datetime, end: datetime) -> Message:
    """Tell a rider how a shift is counted of which they have not said the end."""
    return Message.of(
        say("🌙 You have been on duty since {time} and said no end.", time=day_and_time(began)),
        say("It counts until your last parcel, {time}.", time=day_and_time(end)),
        say("The dispatchers know. Please settle it with them if that is wrong."),
    )


def forgotten_by(say: Words, name: str, began: datetime) -> Message:
    return Message.of(
        say(
            "🕒 {name} was on duty since {time} and has said no end. It counts until the last"
            " parcel; /report marks it.",
            name=name,
            time=day_and_time(began),
        )
    )
