"""What is read about the bot's own health: each line with a sign and, if need be, what to do."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum

from bot.domain.limits import COUNTED_FOR, POLLING_SHARED_FOR
from bot.texts.html import Html, dotted
from bot.texts.message import Message
from bot.texts.moments import day_and_time, days
from bot.texts.words import Words, phrase


class Fleet(Enum):
    WELL = "it answers"
    KEY_REFUSED = "it does not accept the key"
    SILENT = "it does not answer"


@dataclass(frozen=True, slots=True)
class Queue:
    kind: str
    waiting: int
    dead: int


@dataclass(frozen=True, slots=True)
class Health:
    """Everything that was looked at.

    `latency` is how long the fleet service took; `reached` counts the dispatchers who can be
    written to. `other_poller`: since when another program takes this bot's messages.
    `certificate_end`: when the bot's certificate ends, where that is soon, or was.
    `not_understood`: what people wrote in the last days that the bot could not read, by kind.
    """

    version: str
    environment: str
    fleet: Fleet
    latency: timedelta
    last_webhook: datetime | None
    last_reconciled: datetime | None
    is_reconciled_lately: bool
    queues: Sequence[Queue]
    reached: int
    is_sending: bool
    other_poller: datetime | None = None
    certificate_end: datetime | None = None
    not_understood: Mapping[str, int] = field(default_factory=dict)


_MANY = 100
"""Jobs of one kind; more that wait are worth a look."""

_KINDS: Mapping[str, str] = {
    "update": phrase("{sign} Messages and taps: {count} waiting"),
    "event": phrase("{sign} Webhooks: {count} waiting"),
    "command": phrase("{sign} Changes for the fleet service: {count} waiting"),
    "notice": phrase("{sign} Messages to send: {count} waiting"),
    "photo": phrase("{sign} Photos for the fleet service: {count} waiting"),
}

_GOOD, _BAD = Html("✅"), Html("⚠️")


def health(say: Words, now: Health) -> Message:
    return Message.of(
        say(
            "🩺 <b>Handover {version}</b> · {environment}",
            version=now.version,
            environment=now.environment,
        ),
        *_fleet(say, now),
        *_news(say, now),
        *_work(say, now.queues),
        *_telegram(say, now),
        # The end of a certificate is told where it is near, or behind.
        say(
            "⚠️ Certificate: it ends {time}. Without a new one no webhook comes.",
            time=day_and_time(now.certificate_end),
        )
        if now.certificate_end
        else Html(),
        _not_understood(say, now),
    )


def _fleet(say: Words, now: Health) -> Iterator[Html]:
    """Tell whether the fleet service answers, and accepts the key."""
    match now.fleet:
        case Fleet.WELL:
            milliseconds = round(now.latency / timedelta(milliseconds=1))
            yield say(
                "✅ Fleet service: answered within {milliseconds} ms", milliseconds=milliseconds
            )
            yield say("✅ API key: accepted")
        case Fleet.KEY_REFUSED:
            yield say("✅ Fleet service: it answers")
            yield say("⚠️ API key: refused. Put the right one into the config (fleet.api_key).")
        case Fleet.SILENT:
            yield say(
                "⚠️ Fleet service: no answer. Changes wait and are sent when it is back; look at"
                " the address in the config (fleet.base_url) if it stays away."
            )


def _news(say: Words, now: Health) -> Iterator[Html]:
    """Tell how news come from the fleet service: by webhooks, and by comparing."""
    if now.last_webhook:
        yield say("✅ Last webhook: {time}", time=day_and_time(now.last_webhook))
    else:
        yield say(
            "⚠️ Webhooks: none yet. Enter this bot's address in the settings of the fleet service."
        )
    if now.last_reconciled is None:
        yield say("⚠️ Deliveries were never compared with the fleet service.")
        return
    time = day_and_time(now.last_reconciled)
    if now.is_reconciled_lately:
        yield say("✅ Last compared with the fleet service: {time}", time=time)
    else:
        yield say(
            "⚠️ Last compared with the fleet service: {time}. What happened since may be missing.",
            time=time,
        )


def _work(say: Words, queues: Sequence[Queue]) -> Iterator[Html]:
    """Tell what waits in the queues, and what was given up."""
    for queue in queues:
        sign = _GOOD if queue.waiting < _MANY else _BAD
        yield say(_KINDS[queue.kind], sign=sign, count=queue.waiting)
    dead = sum(queue.dead for queue in queues)
    if dead:
        yield say.many(
            "⚠️ {count} job was given up. <code>handover jobs list</code> shows it.",
            "⚠️ {count} jobs were given up. <code>handover jobs list</code> shows them.",
            count=dead,
        )
    else:
        yield say("✅ Nothing was given up")


def _telegram(say: Words, now: Health) -> Iterator[Html]:
    """Tell whether messages go out and come in."""
    if now.reached:
        yield say.many(
            "✅ {count} dispatcher can be reached",
            "✅ {count} dispatchers can be reached",
            count=now.reached,
        )
    else:
        yield say(
            "⚠️ No dispatcher can be reached, so nobody hears of problems and alarms."
            " One of them has to write /start to this bot."
        )
    if now.is_sending:
        yield say("✅ Sending: one process has the duty")
    else:
        yield say("⚠️ Sending: no process has the duty. Start the bot again.")
    # Most bots never meet another one of their token, so nothing is said where all is well.
    if now.other_poller:
        yield say(
            "⚠️ Messages: another program with the same token takes some, since {time}. Stop it.",
            time=day_and_time(now.other_poller),
        )


_UNREAD: Mapping[str, str] = {
    "words": phrase("words {times}"),
    "command": phrase("commands {times}"),
    "other": phrase("pictures, files and voices {times}"),
    "edit": phrase("edits {times}"),
}


def _not_understood(say: Words, now: Health) -> Html:
    """Tell by kind how often people were not understood, so that it shows who needs teaching."""
    kinds = [
        say(sentence, times=now.not_understood[kind])
        for kind, sentence in _UNREAD.items()
        if now.not_understood.get(kind)
    ]
    if not kinds:
        return Html()
    return say(
        "❓ Not understood in {span}: {kinds}",
        span=days(say, COUNTED_FOR),
        kinds=dotted(*kinds),
    )


def other_poller(say: Words) -> Message:
    """Tell owners that another program takes their bot's messages."""
    minutes = round(POLLING_SHARED_FOR.total_seconds() / 60)
    return Message.of(
        say(
            "⚠️ <b>Another program takes messages of this bot</b>: it has the same token. Each"
            " message reaches only one of the two, so either misses some."
        ),
        say(
            "Please stop the other one; or get a new token from @BotFather and put it into the"
            " config of the one that stays (telegram.token)."
        ),
        say(
            "If both go on for {minutes} minutes, the one that began later stops taking messages,"
            " until it is started again.",
            minutes=minutes,
        ),
    )


def webhook_came(say: Words, after: timedelta) -> Message:
    """Tell that a webhook which was sent as a trial has come all the way."""
    return Message.of(
        say("🔔 The test webhook is here: signed, kept and understood."),
        say("It took {seconds} s.", seconds=f"{max(after.total_seconds(), 0):.1f}"),
    )
