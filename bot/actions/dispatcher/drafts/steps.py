"""The steps that the buttons of drafts take."""

from collections.abc import Callable, Mapping
from functools import partial

from bot.actions.dispatcher.drafts.from_written import HIGHEST_AMOUNT
from bot.domain.draft import AT_DOOR, FOR_ALL, RECEIVER, Blank, ChosenRider, Draft, Spot
from bot.identifiers import RiderUuid
from bot.store.drafts import OpenDraft

_NOT_ASKED = {Blank.SMS, Blank.OWN, Blank.TO_EMAIL}
"""The blanks that no question asks for."""

Step = Callable[[OpenDraft, Spot | None, int], OpenDraft | None]


def stepped(opened: OpenDraft, name: str, what: str, number: str) -> OpenDraft | None:
    """Return the drafts after a button was pressed; `None` for a press that makes no sense."""
    step = STEPS.get(name)
    at = int(number) if number.isdecimal() else 0
    blank = next((blank for blank in Blank if blank == what), Blank.TO_NAME)
    spot: Spot | None = Spot(blank, at if blank in RECEIVER else 0)
    if blank in RECEIVER and at >= len(opened.draft.receivers):
        # An old button may name a receiver who was removed since.
        spot = None
    changed = step(opened, spot, at) if step else None
    if changed is None or changed.asked is not None or name in _SHOW:
        return changed
    if name in _GO_ON:
        return changed.with_next_question()
    return changed.changed(changed.draft, changed.draft.first_blank())


def with_rider(opened: OpenDraft, uuid: RiderUuid, name: str) -> OpenDraft:
    rider = ChosenRider(uuid=uuid, name=name)
    return opened.changed(opened.draft.filled(Spot(Blank.RIDER), rider))


def spread(before: OpenDraft, after: Draft) -> OpenDraft:
    """Return drafts with one changed; copy its new common values into drafts that lack them."""
    changed = before.changed(after)
    for blank in FOR_ALL:
        spot = Spot(blank)
        value = after.value(spot)
        if value not in ("", None) and before.draft.value(spot) in ("", None):
            changed = changed.each(partial(_if_empty, spot=spot, after=after))
    return changed


def _if_empty(draft: Draft, spot: Spot, after: Draft) -> Draft:
    if draft.value(spot) not in ("", None):
        return draft
    filled = draft.filled(spot, after.value(spot))
    return filled.guessing([spot]) if spot in after.guessed else filled


def _ask(opened: OpenDraft, spot: Spot | None, _number: int) -> OpenDraft | None:
    if spot is None or spot.blank in _NOT_ASKED:
        return None
    return opened.changed(opened.draft, spot)


def _leave_open(opened: OpenDraft, spot: Spot | None, _number: int) -> OpenDraft | None:
    nothing: Mapping[Blank, object] = {
        Blank.ITEMS: (),
        Blank.RIDER: ChosenRider(),
        Blank.NOTE: "",
        Blank.DAY: None,
        **dict.fromkeys(AT_DOOR),
    }
    if spot is None or spot.blank not in nothing:
        return None
    return opened.changed(opened.draft.filled(spot, nothing[spot.blank]))


def _take_fee(opened: OpenDraft, _spot: Spot | None, number: int) -> OpenDraft | None:
    if number >= HIGHEST_AMOUNT:
        return None
    return spread(opened, opened.draft.filled(Spot(Blank.FEE), number))


def _take_words(opened: OpenDraft, spot: Spot | None, _number: int) -> OpenDraft | None:
    """Add the words that were not understood to the note for the rider."""
    if spot is None:
        return None
    receiver = opened.draft.receivers[spot.receiver]
    note = " · ".join(filter(None, (receiver.note, *receiver.left)))
    changed = receiver.model_copy(update={"note": note, "left": ()})
    return opened.changed(opened.draft.with_receiver(spot.receiver, changed))


def _choose(blank: Blank) -> Step:
    """Return the step of a yes-or-no button, whose number is 1 or 0."""
    return lambda opened, _spot, number: opened.changed(
        opened.draft.filled(Spot(blank), bool(number))
    )


STEPS: Mapping[str, Step] = {
    "ask": _ask,
    "none": _leave_open,
    "more": lambda opened, _spot, _number: opened.changed(opened.draft.with_another_receiver()),
    "drop": lambda opened, spot, _number: (
        opened.changed(opened.draft.without_receiver(spot.receiver)) if spot else None
    ),
    "sms": _choose(Blank.SMS),
    "own": _choose(Blank.OWN),
    # The riders to choose from are listed in pages.
    "page": lambda opened, _spot, _number: opened.changed(opened.draft, Spot(Blank.RIDER)),
    "fee": _take_fee,
    "words": _take_words,
    "look": lambda opened, _spot, number: opened.in_hand(number),
    "all": lambda opened, _spot, _number: opened.all_shown(),
    "out": lambda opened, _spot, _number: opened.without({opened.number}),
    "only_complete": lambda opened, _spot, _number: opened.without(
        {at for at, draft in enumerate(opened.drafts) if draft.first_blank() is not None}
    ),
    "fill": lambda opened, _spot, _number: opened.with_next_question(),
}
_SHOW = {"look", "all"}
"""The steps after which nothing is asked, even if a value is missing."""

_GO_ON = {"none", "fee", "out", "only_complete", "fill"}
"""The steps that fill a missing value; the next missing value of any draft is asked for then."""
