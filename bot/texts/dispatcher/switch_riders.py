"""What dispatchers read when they activate riders, or remove them from those who get work."""

from collections.abc import Mapping, Sequence

from bot.fleet import Rider
from bot.texts.callbacks import Verb
from bot.texts.html import Html
from bot.texts.message import Button, FixedMessage, Message, Row, Style, column
from bot.texts.names import called
from bot.texts.reasons import why
from bot.texts.words import Words, phrase

_STATES = {True: "on", False: "off"}
_LABELS = {True: phrase("Activate"), False: phrase("Deactivate")}
_STYLES = {True: Style.GOOD, False: Style.BAD}
_CARDS_SHOWN = 20

SWITCH_LOST = FixedMessage(
    "⚠️ The fleet service did not answer when I asked it to change who is active.",
    "Look at /riders before you try again: asking twice could turn it back.",
)
TOO_LATE = FixedMessage("This question is not open any more. Write /rider with the names again.")


def switches(say: Words, rider: Rider) -> Row:
    """Offer the other state; both where the service does not say which one it is."""
    wanted = [state for state in (True, False) if rider.active is not state]
    return tuple(
        say.button(_LABELS[state], Verb.SWITCH_RIDER, rider.uuid, tokens=(_STATES[state], "ask"))
        for state in wanted
    )


def ask_to_switch(say: Words, rider: Rider, *, active: bool) -> Message:
    name = called(rider)
    question = (
        say("Activate <b>{name}</b>? Then new deliveries can be given to them.", name=name)
        if active
        else say(
            "Deactivate <b>{name}</b>? They get no new deliveries; open ones stay with them until"
            " you give them to somebody else.",
            name=name,
        )
    )
    yes = say.button(
        _LABELS[active],
        Verb.SWITCH_RIDER,
        rider.uuid,
        tokens=(_STATES[active], "yes"),
        style=_STYLES[active],
    )
    no = say.button("Leave it", Verb.RIDER, rider.uuid)
    return Message.of(question, rows=((yes, no),))


def ask_to_switch_several(
    say: Words, riders: Sequence[Rider], asked: int, *, active: bool
) -> Message:
    """Name all of them; `asked` is the question, as its button repeats it."""
    names = say.listed(map(called, riders))
    question = (
        say(
            "Activate <b>{names}</b>? Then new deliveries can be given to all of them.", names=names
        )
        if active
        else say(
            "Deactivate <b>{names}</b>? None of them gets new deliveries; open ones stay with them"
            " until you give them to somebody else.",
            names=names,
        )
    )
    yes = say.button(_LABELS[active], Verb.SWITCH_RIDERS, tokens=(asked,), style=_STYLES[active])
    no = say.button("Leave it", Verb.RIDERS, tokens=(1,))
    return Message.of(question, rows=((yes, no),))


def not_named(
    say: Words, unknown: Sequence[str], several: Mapping[str, Sequence[Rider]]
) -> Message:
    """Tell which names are nobody's or several riders'; these are offered to be looked at."""
    alike = [rider for riders in several.values() for rider in riders]
    return Message.of(
        *(
            say("I know no rider called “{name}”. /riders lists all of them.", name=name)
            for name in unknown
        ),
        *(
            say(
                "Several riders are called like “{name}”: {names}.",
                name=name,
                names=say.listed(map(called, riders[:_CARDS_SHOWN])),
            )
            for name, riders in several.items()
        ),
        say("Nobody was changed. Write each name as it stands in /riders."),
        rows=column(_card(say, rider) for rider in alike[:_CARDS_SHOWN]),
    )


def too_many(say: Words, most: int) -> Message:
    return Message.of(say("Nobody was changed: I take {count} riders at most at once.", count=most))


def switching(say: Words, names: Sequence[str]) -> Message:
    listed = say.listed(names)
    return Message.of(say("⏳ {name}: asking the fleet service, not confirmed yet.", name=listed))


def switched(say: Words, riders: Sequence[Rider], *, wanted: bool) -> Message:
    """Tell what came of it, rider by rider."""
    lines = []
    for rider in riders:
        name = called(rider)
        if rider.active is None:
            line = say(
                "⚠️ The fleet service took the change, and does not say what {name} is now.",
                name=name,
            )
        elif rider.active is not wanted:
            # The service may turn a rider round, or only ever remove them.
            line = say("⚠️ The fleet service took the change, but {name} is as before.", name=name)
        elif wanted:
            line = say("🟢 {name} is active now.", name=name)
        else:
            line = say("⚪️ {name} is not active any more.", name=name)
        lines.append(line)
    is_as_before = any(rider.active is (not wanted) for rider in riders)
    look_again = say("Look again in a minute. If it stays so, do it in its dashboard.")
    return Message.of(
        *lines,
        look_again if is_as_before else Html(),
        rows=column(_card(say, rider) for rider in riders[:_CARDS_SHOWN]),
    )


def _card(say: Words, rider: Rider) -> Button:
    return say.button("Show {name}", Verb.RIDER, rider.uuid, name=called(rider))


def switch_refused(say: Words, count: int, reason: str) -> Message:
    is_one = count == 1
    refused = say("❌ The rider was not changed.") if is_one else say("❌ Nobody was changed.")
    return Message.of(refused, why(say, reason))
