"""The riders as a dispatcher chooses among them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from babel.numbers import format_decimal

from bot.domain.person import Standing
from bot.fleet import Page, Rider
from bot.identifiers import RiderUuid
from bot.texts import pagination
from bot.texts.html import Html
from bot.texts.message import Button, Message, Rows, column
from bot.texts.names import called, phone_of
from bot.texts.words import Words, phrase

PER_PAGE = 20

STANDINGS: Mapping[Standing, str] = {
    Standing.READY: phrase("💬 in this chat"),
    Standing.OFF_DUTY: phrase("😴 off duty"),
    Standing.ON_BREAK: phrase("☕ on a break"),
    Standing.STOPPED: phrase("📵 has stopped the bot"),
    Standing.BLOCKED: phrase("📵 has blocked the bot"),
    Standing.NOT_JOINED: phrase("📵 not in this chat"),
}
"""Where a rider stands, as dispatchers read it wherever riders are listed."""

_WHY: Mapping[Standing, str] = {
    Standing.STOPPED: phrase("📵 {rider} has stopped this bot and reads nothing of it here."),
    Standing.BLOCKED: phrase("📵 {rider} has blocked this bot and reads nothing of it here."),
    Standing.NOT_JOINED: phrase("📵 {rider} has not joined this bot and reads nothing of it here."),
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rider who can be chosen, with how much they have to do, and where they stand.

    `km` is how far away they are, where that is known. They are on duty `until` a time of the
    business's day, if they have said so. `is_invited`: they have not joined the
    fleet yet, whether they can be chosen already or not.
    """

    uuid: RiderUuid
    name: str
    open_jobs: int
    standing: Standing = Standing.READY
    km: float | None = None
    is_invited: bool = False
    until: str = ""


@dataclass(frozen=True, slots=True)
class Caveat:
    """A rider who is chosen, and the standing that may have to be told first."""

    rider: Rider
    standing: Standing

    @property
    def must_be_asked(self) -> bool:
        """Whether the dispatcher is asked once more: the rider would read nothing of the order."""
        return not self.standing.is_reached


def roster_rows(
    say: Words, page: Page[Candidate], choose: Callable[[str], str], turn: Callable[[int], str]
) -> Rows:
    """Make a button for each rider; `choose` and `turn` are what the buttons send."""
    buttons = column(
        Button(label=_label(say, candidate), data=choose(candidate.uuid))
        for candidate in page.items
    )
    return buttons + pagination.page_buttons(say, page, turn)


def open_jobs(say: Words, count: int) -> Html:
    """Tell how much a rider has in hand."""
    return say.many("{count} open job", "{count} open jobs", count=count)


def waiting(say: Words, invited: Sequence[str]) -> Html:
    """Name the invited riders who cannot be chosen yet, since they are not active."""
    if not invited:
        return Html()
    return say("✉️ Invited and not active yet: {names}", names=say.listed(invited))


def not_active(say: Words, name: str) -> Html:
    """Tell that somebody who was named cannot be chosen."""
    return say("{name} is not active at the fleet service and cannot get any job.", name=name)


def marked(say: Words, name: str, *, is_invited: bool) -> str:
    """Say on a button that somebody is only invited."""
    if not is_invited:
        return name
    return say.label("{name} · {standing}", name=name, standing=say.label("✉️ invited"))


def said_after(say: Words, caveat: Caveat) -> Message:
    """Tell of a rider who was given something that they do not read or hear of it here."""
    rider = caveat.rider
    if caveat.standing is Standing.ON_BREAK:
        return Message.of(
            say("☕ {rider} is on a break: what you give makes no sound.", rider=called(rider))
        )
    if not caveat.must_be_asked:
        return Message.of(
            say("😴 {rider} is off duty: what you give makes no sound there.", rider=called(rider))
        )
    return Message.of(
        say("📵 {rider} cannot be reached here. Please call.", rider=called(rider)),
        say.value(phone_of(rider)),
    )


def asked_before(say: Words, caveat: Caveat, anyway: Button, another: Button) -> Message:
    """Ask whether somebody is meant to get work who will not read of it here."""
    rows = ((anyway,), (another,))
    return Message.of(*warning(say, caveat), rows=rows)


def warning(say: Words, caveat: Caveat) -> tuple[Html, ...]:
    """Tell that nothing reaches a rider, and why; nothing is said of anybody else."""
    # A rider off duty or on a break reads it without a sound, which is told afterwards.
    why = _WHY.get(caveat.standing)
    if why is None:
        return ()
    return (
        say(why, rider=called(caveat.rider)),
        say("I cannot tell them. Somebody has to call:"),
        say.value(phone_of(caveat.rider)),
    )


def _label(say: Words, candidate: Candidate) -> str:
    """Name a rider on a button, with their open jobs, and where they stand or how far away."""
    name = marked(say, candidate.name, is_invited=candidate.is_invited)
    jobs = candidate.open_jobs
    if candidate.standing is not Standing.READY:
        standing = say.label(STANDINGS[candidate.standing])
        return say.label(
            "{name} · {open_jobs} open · {standing}", name=name, open_jobs=jobs, standing=standing
        )
    if candidate.km is None:
        label = say.label("{name} · {open_jobs} open", name=name, open_jobs=jobs)
    else:
        km = format_decimal(candidate.km, "0.0", locale=say.locale)
        label = say.label("{name} · {open_jobs} open · {km} km", name=name, open_jobs=jobs, km=km)
    if not candidate.until:
        return label
    return say.label("{rider} · until {time}", rider=label, time=candidate.until)
