"""What the buttons of a draft do to it."""

from collections.abc import Callable, Mapping

from bot.identifiers import RiderUuid
from bot.store.drafts import RECEIVER, Blank, ChosenRider, Draft, OpenDraft, Party, Spot

Step = Callable[[Draft, Spot | None, str], OpenDraft | None]


def stepped(draft: Draft, name: str, what: str, number: str) -> OpenDraft | None:
    """Return the draft after a button was pressed; `None` for what no button of it can mean."""
    step = _STEPS.get(name)
    return step(draft, _spot(draft, what, number), what) if step else None


def with_sender(draft: Draft, sender: Party) -> OpenDraft:
    return OpenDraft(draft=draft.model_copy(update={"sender": sender}))


def with_rider(draft: Draft, uuid: RiderUuid, name: str) -> OpenDraft:
    return OpenDraft(draft=draft.filled(Spot(Blank.RIDER), ChosenRider(uuid=uuid, name=name)))


def _spot(draft: Draft, what: str, number: str) -> Spot | None:
    blank = next((blank for blank in Blank if blank == what), Blank.TO_NAME)
    receiver = int(number) if number.isdecimal() else 0
    if blank in RECEIVER and receiver >= len(draft.receivers):
        return None
    return Spot(blank, receiver if blank in RECEIVER else 0)


def _ask(draft: Draft, spot: Spot | None, _what: str) -> OpenDraft | None:
    return OpenDraft(draft=draft, asked=spot) if spot and spot.blank is not Blank.SMS else None


def _leave_open(draft: Draft, spot: Spot | None, _what: str) -> OpenDraft | None:
    nothing: Mapping[Blank, object] = {Blank.ITEMS: (), Blank.RIDER: ChosenRider()}
    if spot is None or spot.blank not in nothing:
        return None
    return OpenDraft(draft=draft.filled(spot, nothing[spot.blank]))


def _add_receiver(draft: Draft, _spot: Spot | None, _what: str) -> OpenDraft | None:
    return OpenDraft(draft=draft.with_another_receiver())


def _drop_receiver(draft: Draft, spot: Spot | None, _what: str) -> OpenDraft | None:
    return OpenDraft(draft=draft.without_receiver(spot.receiver)) if spot else None


def _choose_sms(draft: Draft, _spot: Spot | None, what: str) -> OpenDraft | None:
    return OpenDraft(draft=draft.filled(Spot(Blank.SMS), what == "yes"))


def _turn_page(draft: Draft, _spot: Spot | None, _what: str) -> OpenDraft | None:
    return OpenDraft(draft=draft, asked=Spot(Blank.RIDER))


_STEPS: Mapping[str, Step] = {
    "ask": _ask,
    "none": _leave_open,
    "more": _add_receiver,
    "drop": _drop_receiver,
    "sms": _choose_sms,
    "page": _turn_page,
}
