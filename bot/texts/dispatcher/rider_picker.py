"""The riders as a dispatcher chooses among them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from babel.numbers import format_decimal

from bot.fleet import Page, Rider
from bot.identifiers import RiderUuid
from bot.store.people import Standing
from bot.texts import paging
from bot.texts.dispatcher.standing import STANDINGS
from bot.texts.html import Html
from bot.texts.message import Button, Message, Rows
from bot.texts.phones import readable
from bot.texts.words import Words, phrase

PER_PAGE = 20

_WHY: Mapping[Standing, str] = {
    Standing.STOPPED: phrase("📵 {rider} has stopped this bot and reads nothing of it here."),
    Standing.BLOCKED: phrase("📵 {rider} has blocked this bot and reads nothing of it here."),
    Standing.NOT_JOINED: phrase("📵 {rider} has not joined this bot and reads nothing of it here."),
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rider who can be chosen, with how much they have to do, and where they stand.

    `km` is how far away they are, where that is known.
    """

    uuid: RiderUuid
    name: str
    open_jobs: int
    standing: Standing = Standing.READY
    km: float | None = None


@dataclass(frozen=True, slots=True)
class Caveat:
    """What must be said of a rider who is chosen."""

    rider: Rider
    standing: Standing

    @property
    def must_be_asked(self) -> bool:
        """Whether who has chosen is asked once more: what they give would reach nobody."""
        return not self.standing.is_reached


def roster_rows(
    say: Words, page: Page[Candidate], choose: Callable[[str], str], turn: Callable[[int], str]
) -> Rows:
    """Make a button for each rider; `choose` and `turn` are what the buttons send."""
    buttons = tuple(
        (Button(label=_label(say, candidate), data=choose(candidate.uuid)),)
        for candidate in page.items
    )
    return buttons + paging.page_buttons(say, page, turn)


def said_after(say: Words, caveat: Caveat) -> Message:
    """Tell of a rider who was given something that they do not read or hear of it here."""
    rider = caveat.rider
    if not caveat.must_be_asked:
        return Message.of(
            say("😴 {rider} is off duty: what you give makes no sound there.", rider=rider.name)
        )
    return Message.of(
        say("📵 {rider} cannot be reached here. Please call.", rider=rider.name), _phone(say, rider)
    )


def asked_before(say: Words, caveat: Caveat, anyway: Button, another: Button) -> Message:
    """Ask whether somebody is meant to get work who will not read of it here."""
    rows = ((anyway,), (another,))
    return Message.of(*warning(say, caveat), rows=rows)


def warning(say: Words, caveat: Caveat) -> tuple[Html, ...]:
    """Tell that nothing reaches a rider, and why; nothing is said of anybody else."""
    why = _WHY.get(caveat.standing)
    if why is None:
        return ()
    return (
        say(why, rider=caveat.rider.name),
        say("I cannot tell them. Somebody has to call:"),
        _phone(say, caveat.rider),
    )


def _phone(say: Words, rider: Rider) -> Html:
    return say.value(readable(rider.phone_number, rider.phone_code))


def _label(say: Words, candidate: Candidate) -> str:
    name, open_jobs = candidate.name, candidate.open_jobs
    if candidate.standing is Standing.READY and candidate.km is not None:
        km = format_decimal(candidate.km, "0.0", locale=say.locale)
        return say.label(
            "{name} · {open_jobs} open · {km} km", name=name, open_jobs=open_jobs, km=km
        )
    if candidate.standing is Standing.READY:
        return say.label("{name} · {open_jobs} open", name=name, open_jobs=open_jobs)
    standing = say.label(STANDINGS[candidate.standing])
    return say.label(
        "{name} · {open_jobs} open · {standing}", name=name, open_jobs=open_jobs, standing=standing
    )
