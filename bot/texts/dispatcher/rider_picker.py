"""The riders as a dispatcher chooses among them."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.fleet import Page, Rider
from bot.identifiers import RiderUuid
from bot.texts import paging
from bot.texts.message import Button, Message, Rows
from bot.texts.phones import readable
from bot.texts.words import Words

PER_PAGE = 20


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rider who can be chosen, with how much they have to do, and whether messages arrive."""

    uuid: RiderUuid
    name: str
    open_jobs: int
    off_duty: bool = False
    reachable: bool = True


def roster_rows(
    say: Words, page: Page[Candidate], choose: Callable[[str], str], turn: Callable[[int], str]
) -> Rows:
    """Make a button for each rider; `choose` and `turn` are what the buttons send."""
    buttons = tuple(
        (Button(label=_label(say, candidate), data=choose(candidate.uuid)),)
        for candidate in page.items
    )
    return buttons + paging.page_buttons(say, page, turn)


def not_reachable(say: Words, rider: Rider) -> Message:
    """Tell that a rider who was given something will not read of it here, and what to do."""
    return Message.of(
        say("📵 {rider} cannot be reached here. Please call.", rider=rider.name),
        say.value(readable(rider.phone_number, rider.phone_code)),
    )


def _label(say: Words, candidate: Candidate) -> str:
    name, open_jobs = candidate.name, candidate.open_jobs
    if not candidate.reachable:
        return say.label(
            "{name} · {open_jobs} open · 📵 not reachable", name=name, open_jobs=open_jobs
        )
    if candidate.off_duty:
        return say.label("{name} · {open_jobs} open · off duty", name=name, open_jobs=open_jobs)
    return say.label("{name} · {open_jobs} open", name=name, open_jobs=open_jobs)
